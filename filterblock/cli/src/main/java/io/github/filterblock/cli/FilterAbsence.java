// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableProperties;
import io.github.filterblock.table.MetaindexEntry;
import org.jspecify.annotations.Nullable;

/** Why a table of RocksDB has no filter, as far as its properties tell. */
final class FilterAbsence {
    private FilterAbsence() {}

    /** The reason; null if the properties do not tell. */
    static @Nullable String reason(TableProperties properties) {
        String policy = properties.text("rocksdb.filter.policy").orElse(null);
        if (policy == null) {
            return null;
        }
        if (policy.isEmpty()) {
            return "its writer had no filter policy";
        }
        String had = "its writer had the policy " + MetaindexEntry.printable(policy);
        boolean wholeKeys = properties
                .text("rocksdb.block.based.table.whole.key.filtering")
                .filter("0"::equals)
                .isEmpty();
        String extractor = properties.text("rocksdb.prefix.extractor.name").orElse("nullptr");
        if (!wholeKeys) {
            boolean none = extractor.isEmpty() || extractor.equals("nullptr");
            return had + ", but whole_key_filtering was off"
                    + (none ? " without a prefix extractor" : ", and no key has a prefix");
        }
        return properties.number("rocksdb.num.entries").orElse(1) == 0
                ? had + ", but the table has no keys"
                : had + "; with optimize_filters_for_hits, tables of the last level get no filter";
    }
}
