// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/** The sides in this JVM by their names, as the {@code side} parameter of the JMH classes gives them. */
final class Peers {
    private Peers() {}

    static Side byName(String name) {
        Data data = new Data();
        return switch (name) {
            case Side.OURS -> new OurSide(data);
            case "pcmind" -> new PcmindSide(data);
            case "guava" -> new GuavaSide(data);
            case "port" -> new PortSide(data);
            default -> throw new IllegalArgumentException("there is no side " + name);
        };
    }

    /** Work that this side can do; its bytes and answers are not compared here but by {@link PairedRunner}. */
    static JavaWork work(String side, Shape shape) {
        return (JavaWork)
                shape.on(byName(side)).orElseThrow(() -> new IllegalArgumentException(side + " cannot do " + shape));
    }
}
