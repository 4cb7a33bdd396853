// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.rewrite.BlockRecipe;
import io.github.filterblock.rewrite.TableResult;
import io.github.filterblock.rewrite.TableResult.NewFilter;
import io.github.filterblock.table.MetaindexEntry;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.rebuild/1}.
 *
 * @param size bytes of the table; null if nothing was written, as {@code newSize}
 * @param identical whether the new table has the same bytes
 * @param oldFilter the filter of the table, null if it has none
 * @param filter the filter of the new table, null if it has none
 */
record RebuildDocument(
        String schema,
        String file,
        String out,
        String status,
        @Nullable String reason,
        @Nullable Long size,
        @Nullable Long newSize,
        boolean identical,
        long keys,
        int dataBlocks,
        @Nullable OldFilter oldFilter,
        @Nullable Filter filter)
        implements Document {
    /** The filter that the table has; its size is null if its place is not known. */
    record OldFilter(String policy, @Nullable BigInteger size) {
        private static OldFilter of(String policyName, TableResult result) {
            return new OldFilter(
                    MetaindexEntry.printable(policyName),
                    result.oldFilterSize().isPresent()
                            ? Formats.unsigned(result.oldFilterSize().getAsLong())
                            : null);
        }
    }

    /** The filter that was written; {@code fittingBitsPerKey} is the range that fits the one before. */
    record Filter(
            String policy,
            String dialect,
            String keyDomain,
            int bitsPerKey,
            @Nullable List<Integer> fittingBitsPerKey,
            int baseLg,
            int filters,
            long size) {
        private static Filter of(NewFilter filter) {
            BlockRecipe recipe = (BlockRecipe) filter.recipe();
            return new Filter(
                    MetaindexEntry.printable(filter.policyName()),
                    recipe.dialect().id(),
                    recipe.keyFormat().id(),
                    recipe.bitsPerKey(),
                    filter.fitting()
                            .map(range -> List.of(range.least(), range.most()))
                            .orElse(null),
                    recipe.baseLg(),
                    filter.filters(),
                    filter.size());
        }
    }

    /** What is said about a table that was written. */
    static RebuildDocument of(String file, Path out, TableResult result) {
        return new RebuildDocument(
                Document.schema(RebuildDocument.class),
                file,
                TerminalText.name(out),
                "ok",
                null,
                result.oldSize(),
                result.newSize(),
                result.identical(),
                result.keys(),
                result.dataBlocks(),
                result.oldPolicyName().map(name -> OldFilter.of(name, result)).orElse(null),
                result.filter().map(Filter::of).orElse(null));
    }
}
