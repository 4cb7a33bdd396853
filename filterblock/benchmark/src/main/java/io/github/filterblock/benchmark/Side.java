// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Optional;

/** One of the compared sides. It cannot do what it does not override. */
interface Side {
    String OURS = "ours";
    String NATIVE = "native";
    String ROCKSDB = "rocksdb";

    String name();

    /** The form in which this side does an operation. */
    default Shape form(Shape shape) {
        return shape.forPeers();
    }

    /** Prepares an operation; empty if this side cannot do it. */
    default Optional<Work> prepare(Shape shape) {
        return shape.on(this);
    }

    default Optional<Work> create(Shape.Create shape) {
        return Optional.empty();
    }

    default Optional<Work> build(Shape.Build shape) {
        return Optional.empty();
    }

    default Optional<Work> askFilters(Shape.AskFilters shape) {
        return Optional.empty();
    }

    default Optional<Work> lookup(Shape.Lookup shape) {
        return Optional.empty();
    }

    default Optional<Work> sharedLookup(Shape.SharedLookup shape) {
        return Optional.empty();
    }

    default Optional<Work> tableLookup(Shape.TableLookup shape) {
        return Optional.empty();
    }

    default Optional<Work> fullLookup(Shape.FullLookup shape) {
        return Optional.empty();
    }

    default Optional<Work> denial(Shape.Denial shape) {
        return Optional.empty();
    }

    default Optional<Work> positions(Shape.Positions shape) {
        return Optional.empty();
    }
}
