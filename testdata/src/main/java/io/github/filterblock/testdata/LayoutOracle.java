// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
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
        @At("footer.metaindex") Optional<Handle> metaindexHandle,
        @At("footer.index") Optional<Handle> indexHandle,
        OptionalInt metaindexBlockType,
        OptionalInt indexBlockType,
        @At(value = "metaindex", otherwise = "all") Listing<MetaindexEntry> metaindex) {}
