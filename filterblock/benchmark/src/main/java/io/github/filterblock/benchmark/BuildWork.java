// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Builds the same filter block again and again. */
final class BuildWork extends JavaWork {
    private final Shape.Build shape;
    private final LongSupplier builder;
    private final Supplier<byte[]> checker;

    /**
     * @param builder builds the block; what it returns depends on the block
     * @param checker builds the block and returns it
     */
    BuildWork(Shape.Build shape, LongSupplier builder, Supplier<byte[]> checker) {
        this.shape = shape;
        this.builder = builder;
        this.checker = checker;
    }

    @Override
    long operations() {
        return (long) shape.blocks() * Keys.PER_BLOCK;
    }

    @Override
    long chunk() {
        return builder.getAsLong();
    }

    @Override
    public Optional<Check> check() {
        Checksum bytes = new Checksum();
        bytes.add(checker.get());
        return Optional.of(new Check(bytes.value(), new Checksum().value()));
    }
}
