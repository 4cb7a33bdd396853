// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a table's footer and metaindex say that things are.
 *
 * <p>Immutable.
 *
 * @param metaindexHandle the footer's first handle (TF-1)
 * @param indexHandle the footer's second handle (TF-1)
 * @param metaindexBlockType the metaindex block's type byte, 0..255 (TF-6)
 * @param indexBlockType the index block's type byte, 0..255 (TF-6)
 * @param metaindex the entries in the file's order (TF-9)
 */
public record LayoutOracle(
        Optional<Handle> metaindexHandle,
        Optional<Handle> indexHandle,
        OptionalInt metaindexBlockType,
        OptionalInt indexBlockType,
        Listing<MetaindexEntry> metaindex) {

    static LayoutOracle from(Members members) {
        Members footer = members.child("footer");
        return new LayoutOracle(
                Handle.from(footer, "metaindex"),
                Handle.from(footer, "index"),
                members.small("metaindex_block_type"),
                members.small("index_block_type"),
                new Listing<>(
                        members.children("metaindex").stream()
                                .map(MetaindexEntry::from)
                                .toList(),
                        members.isRecorded("metaindex") ? "all" : ""));
    }
}
