// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/** Makes one filter after the other. */
final class CreateWork extends JavaWork {
    private final Shape.Create shape;
    private final IntToLongFunction creator;
    private final IntFunction<Optional<byte[]>> checker;
    private int next;

    /**
     * @param creator makes a filter; what it returns depends on the filter
     * @param checker makes a filter and returns its bytes, if they can be compared
     */
    CreateWork(Shape.Create shape, IntToLongFunction creator, IntFunction<Optional<byte[]>> checker) {
        this.shape = shape;
        this.creator = creator;
        this.checker = checker;
    }

    @Override
    long operations() {
        return (long) shape.filtersPerChunk() * shape.keysPerFilter();
    }

    @Override
    long chunk() {
        long sum = 0;
        for (int i = 0; i < shape.filtersPerChunk(); i++) {
            sum += filter();
        }
        return sum;
    }

    /** Makes the next filter. */
    long filter() {
        int filter = next;
        next = filter + 1 == shape.filters() ? 0 : filter + 1;
        return creator.applyAsLong(filter);
    }

    @Override
    public Optional<Check> check() {
        Checksum bytes = new Checksum();
        for (int i = 0; i < shape.filters(); i++) {
            Optional<byte[]> filter = checker.apply(i);
            if (filter.isEmpty()) {
                return Optional.empty();
            }
            bytes.add(filter.get());
        }
        return Optional.of(new Check(bytes.value(), new Checksum().value()));
    }
}
