// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is computed when first asked for, and then kept. Thread-safe. */
final class Lazy<T> {
    private final Supplier<T> source;
    private @Nullable T value;

    Lazy(Supplier<T> source) {
        this.source = source;
    }

    synchronized T value() {
        T known = value;
        if (known == null) {
            known = source.get();
            value = known;
        }
        return known;
    }
}
