// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

/** How a table's filter is laid out: the key of its metaindex entry begins with the form (TF-8, RF-4). */
public enum FilterForm {
    /** A filter for each window of data-block offsets: LevelDB's, and RocksDB's until 7.0. */
    BLOCK_BASED("filter."),
    /** One of RocksDB's full filters for the whole table. */
    FULL("fullfilter."),
    /** A full filter for each stretch of keys, and an index of them. */
    PARTITIONED("partitionedfilter.");

    /** The name of Pebble's policies of binary fuse filters (PB-5). */
    static final String BINARY_FUSE_POLICY = "binaryfuse";

    private final String prefix;

    FilterForm(String prefix) {
        this.prefix = prefix;
    }

    /** {@return how metaindex keys that lead to such a filter begin, for example {@code "fullfilter."}} */
    public String prefix() {
        return prefix;
    }

    /**
     * {@return whether a reader probes such a filter by the offset of the data block that may hold a key, and not by
     * the key alone}
     */
    public boolean isProbedByBlock() {
        return this == BLOCK_BASED;
    }

    /** {@return whether the metaindex entry leads to an index of several filters, and not to the filter itself} */
    public boolean hasPartitions() {
        return this == PARTITIONED;
    }
}
