// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.rewrite.FilterRecipe;
import io.github.filterblock.rewrite.TableResult;
import io.github.filterblock.rewrite.TableResult.NewFilter;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.PrefixExtractor;
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
 * @param notes what else to know of the new table
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
        @Nullable Filter filter,
        List<String> notes)
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

    /**
     * The filter that was written.
     *
     * @param form {@code block}, or {@code full} in a table of RocksDB
     * @param dialect of a block-based filter, null for a full one, as {@code baseLg}
     * @param kind of a full filter, as it was built; null for a block-based one
     * @param bitsPerKey as given; of a Ribbon filter those of a Bloom filter that lets as many keys through
     * @param fittingBitsPerKey the range that fits the filter before; null if it was not used
     * @param prefixes whose prefixes are in a full filter, null for none
     */
    record Filter(
            String policy,
            String form,
            @Nullable String dialect,
            @Nullable String kind,
            String keyDomain,
            double bitsPerKey,
            @Nullable List<Integer> fittingBitsPerKey,
            @Nullable Integer baseLg,
            @Nullable String prefixes,
            int filters,
            long size) {
        private static Filter of(NewFilter filter) {
            if (filter.recipe() instanceof FilterRecipe.Block recipe) {
                return of(filter, recipe);
            }
            return of(filter, (FilterRecipe.Full) filter.recipe());
        }

        private static Filter of(NewFilter filter, FilterRecipe.Block recipe) {
            return new Filter(
                    MetaindexEntry.printable(filter.policyName()),
                    "block",
                    recipe.dialect().id(),
                    null,
                    recipe.keyFormat().id(),
                    recipe.bitsPerKey(),
                    filter.fitting()
                            .map(range -> List.of(range.least(), range.most()))
                            .orElse(null),
                    recipe.baseLg(),
                    null,
                    filter.filters(),
                    filter.size());
        }

        private static Filter of(NewFilter filter, FilterRecipe.Full recipe) {
            return new Filter(
                    filter.policyName(),
                    FilterWords.form(FilterForm.FULL),
                    null,
                    FilterWords.kind(recipe.geometry().kind()),
                    recipe.keyFormat().id(),
                    recipe.policy().bloomBitsPerKey(),
                    null,
                    null,
                    recipe.extractor().map(PrefixExtractor::name).orElse(null),
                    filter.filters(),
                    filter.size());
        }
    }

    static TableStatus status(TableResult result) {
        return result.incomplete().isPresent() ? TableStatus.INCOMPLETE : TableStatus.OK;
    }

    /** What is said about a table that was written. */
    static RebuildDocument of(String file, Path out, TableResult result) {
        return new RebuildDocument(
                Document.schema(RebuildDocument.class),
                file,
                TerminalText.name(out),
                status(result).id(),
                InspectDocument.reason(result.incomplete()),
                result.oldSize(),
                result.newSize(),
                result.identical(),
                result.keys(),
                result.dataBlocks(),
                result.oldPolicyName().map(name -> OldFilter.of(name, result)).orElse(null),
                result.filter().map(Filter::of).orElse(null),
                result.notes());
    }
}
