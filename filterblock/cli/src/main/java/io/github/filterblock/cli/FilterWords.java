// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.FilterForm;

/** What forms and kinds of filters are called, the same in every command and option. */
final class FilterWords {
    private FilterWords() {}

    /** The name of a form. */
    static String form(FilterForm form) {
        return switch (form) {
            case BLOCK_BASED -> "block";
            case FULL -> "full";
            case PARTITIONED -> "partitioned";
        };
    }

    /** The name of a kind of full filter, which {@code --policy} takes if it is written. */
    static String kind(FullFilterKind kind) {
        return switch (kind) {
            case FAST_LOCAL_BLOOM -> "fast-local";
            case RIBBON -> "ribbon";
            case LEGACY_BLOOM -> "legacy";
            case BINARY_FUSE -> "binary-fuse";
            case EMPTY -> "empty";
            case ALWAYS -> "always";
        };
    }
}
