// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Optional;

/** Determines the positions of one key after the other in a filter of go-zero. */
final class PositionsWork extends JavaWork {
    static final int KEYS = 4096;

    /** Fills in the positions of a key. */
    @FunctionalInterface
    interface Positioner {
        void positions(byte[] keys, int offset, int length, long[] positions);
    }

    private final Positioner positioner;
    private final byte[] keys;
    private final int keyLength;
    private final long[] positions;

    PositionsWork(Shape.Positions shape, int probes, Positioner positioner) {
        this.positioner = positioner;
        this.keyLength = shape.keyLength();
        this.keys = new byte[KEYS * keyLength];
        this.positions = new long[probes];
        for (int i = 0; i < KEYS; i++) {
            // A key takes the words of as many short ones.
            long id = (long) i * (keyLength / Keys.FIXED_LENGTH + 1);
            RandomWords.writeKey(RandomWords.PRESENT, id, keys, i * keyLength, keyLength);
        }
    }

    @Override
    long operations() {
        return KEYS;
    }

    @Override
    long chunk() {
        long sum = 0;
        for (int i = 0; i < KEYS; i++) {
            positioner.positions(keys, i * keyLength, keyLength, positions);
            sum += positions[0] + positions[positions.length - 1];
        }
        return sum;
    }

    @Override
    public Optional<Check> check() {
        Checksum answers = new Checksum();
        for (int i = 0; i < KEYS; i++) {
            positioner.positions(keys, i * keyLength, keyLength, positions);
            for (long position : positions) {
                answers.add(Long.toString(position).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            }
        }
        return Optional.of(new Check(new Checksum().value(), answers.value()));
    }
}
