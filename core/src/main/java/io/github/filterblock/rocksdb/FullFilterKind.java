// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

/** The kind of a full filter, as its last bytes give it (RF-6). */
public enum FullFilterKind {
    /** RocksDB's Bloom filter until format version 4, and Pebble's (RF-7). */
    LEGACY_BLOOM("legacy Bloom"),
    /** RocksDB's Bloom filter from format version 5 on (RF-8). */
    FAST_LOCAL_BLOOM("fast local Bloom"),
    /** RocksDB's Ribbon filter (RF-9). */
    RIBBON("Ribbon"),
    /** Pebble's binary fuse filter, whose kind is in no byte of it, but in the name of the table's filter (PB-5). */
    BINARY_FUSE("binary fuse"),
    /** Five bytes or fewer, to which nothing was added: it denies every key (RF-13). */
    EMPTY("empty"),
    /** Reserved, inconsistent or damaged: every key may match. */
    ALWAYS("always matches");

    private final String label;

    FullFilterKind(String label) {
        this.label = label;
    }

    /** {@return the name for display, for example {@code "fast local Bloom"}} */
    public String label() {
        return label;
    }
}
