// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Optional;

/** One of the compared sides. */
public interface Side {
    String OURS = "ours";
    String BEFORE = "before";
    String NATIVE = "native";
    String ROCKSDB = "rocksdb";

    /** RocksDB asked many keys at a time. */
    String ROCKSDB_BATCH = "rocksdb-batch";

    String name();

    /** The form in which this side does an operation. */
    default Shape form(Shape shape) {
        return shape.forPeers();
    }

    /** Prepares an operation; empty if this side cannot do it. */
    Optional<Work> prepare(Shape shape);
}
