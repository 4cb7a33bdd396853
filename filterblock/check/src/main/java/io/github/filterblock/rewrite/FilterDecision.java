// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.Windows;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.analysis.KeyCertainty.Doubt;
import io.github.filterblock.analysis.KeyCertainty.Subject;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.TableResult.NewFilter;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides which filter a table gets: what the plan leaves open is taken from the present filter. If that filter may be
 * read in several ways, one pass over the keys builds it in each of them, and the way that gives the stored bytes is
 * right. Where several ways remain and give different bytes, the caller has to choose. For one table.
 */
final class FilterDecision {
    private final TableReport report;
    private final FilterPlan plan;
    private final Optional<BlockFilter> old;
    private final Optional<ExaminedFilter.BitsPerKey> fitting;

    /**
     * A new filter block with its description.
     *
     * @param info the description
     * @param block the contents of the block; not to be changed
     */
    record Built(NewFilter info, byte[] block) {
        private FilterRecipe.Block recipe() {
            return (FilterRecipe.Block) info.recipe();
        }
    }

    /** One way to build a filter. */
    private record Way(FilterDialect dialect, KeyFormat keyFormat) {
        FilterRecipe.Block with(int bitsPerKey, int baseLg) {
            return new FilterRecipe.Block(dialect, keyFormat, bitsPerKey, baseLg);
        }
    }

    FilterDecision(TableReport report, FilterPlan plan) {
        this.report = report;
        this.plan = plan;
        this.old = report.filter(BlockFilter.class);
        this.fitting = old.flatMap(BlockFilter::bitsPerKey);
    }

    /**
     * Builds the filter.
     *
     * @param table the table of the report
     * @param dataEnd the end of the data as its writer saw it
     */
    Built build(TableFile table, long dataEnd) throws IOException {
        refuseDoubtAbout(Subject.PLAIN_KEYS, Parameter.EQUAL_BYTES);
        List<Way> ways = old.isPresent() ? waysOf(old.get()) : waysWithoutFilter();
        int baseLg = baseLg();
        int bits = bitsPerKey();
        List<FilterRecipe.Block> recipes = new ArrayList<>();
        if (ways.size() > 1) {
            ways.forEach(way -> storedRecipe(way).ifPresent(recipes::add));
        }
        List<Way> written =
                wanted(ways).stream().filter(way -> way.dialect().isWritten()).toList();
        written.forEach(way -> recipes.add(way.with(bits, baseLg)));
        Map<FilterRecipe.Block, byte[]> blocks = blocks(table, report, dataEnd, recipes);
        Built first = null;
        for (Way way : writable(wanted(sameAsStored(ways, blocks)))) {
            Built next = described(way.with(bits, baseLg), blocks);
            if (first != null && !Arrays.equals(first.block(), next.block())) {
                throw undecided(first.recipe(), next.recipe());
            }
            first = first == null ? next : first;
        }
        return Objects.requireNonNull(first, "there is always a way");
    }

    /**
     * Builds filter blocks in one pass over the keys of a table, by the calls that a table writer makes: {@code
     * startBlock} with the offset of each data block, and finally with the end of the data (FB-15).
     */
    static Map<FilterRecipe.Block, byte[]> blocks(
            TableFile table, TableReport report, long dataEnd, List<FilterRecipe.Block> recipes) throws IOException {
        if (recipes.isEmpty()) {
            return Map.of();
        }
        Map<FilterRecipe.Block, FilterBlockBuilder> builders = new LinkedHashMap<>();
        recipes.forEach(recipe -> builders.put(recipe, recipe.builder()));
        List<KeyFormat> formats =
                recipes.stream().map(FilterRecipe.Block::keyFormat).distinct().toList();
        KeyFormat shown = formats.size() == 1 ? formats.get(0) : KeyFormat.WHOLE_KEY;
        try {
            TableKeys.visit(
                    table,
                    report.structure(),
                    shown,
                    (blockOffset, key, length) -> builders.forEach((recipe, builder) -> {
                        builder.startBlock(blockOffset);
                        KeyFormat format = recipe.keyFormat();
                        builder.addKey(key, 0, format == shown ? length : format.filterKeyLength(length));
                    }));
            Map<FilterRecipe.Block, byte[]> blocks = new LinkedHashMap<>();
            builders.forEach((recipe, builder) -> {
                builder.startBlock(dataEnd);
                blocks.put(recipe, builder.finish());
            });
            return blocks;
        } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
            // The offsets ascend and the numbers are in range, so it is the size of the block or of a filter.
            boolean small = recipes.stream().anyMatch(recipe -> recipe.baseLg() < Windows.DEFAULT_BASE_LG);
            throw new UnwritableFilterException(
                    table.name(),
                    small ? Parameter.BASE_LG : Parameter.BITS_PER_KEY,
                    "the filter cannot be built: " + e.getMessage());
        }
    }

    /** How the stored filter may have been built: never none. */
    private List<Way> waysOf(BlockFilter filter) throws UnwritableFilterException {
        FilterIdentification<FilterDialect> identification = filter.identification();
        if (plan.dialect().isEmpty()) {
            refuseUnknown(filter);
        }
        List<Way> ways = identification.remaining().stream()
                .map(each -> new Way(each.hash(), each.keyFormat()))
                .filter(way -> identification.keyFormat().isEmpty()
                        || identification.keyFormat().get() == way.keyFormat())
                .distinct()
                .toList();
        boolean open = ways.stream().map(Way::keyFormat).distinct().count() > 1; // the bytes decide
        if (!open) {
            refuseDoubtAbout(
                    Subject.KEY_FORMAT, Parameter.KEY_DOMAIN); // another format may only have been ruled out by chance
        }
        return ways.isEmpty() ? waysWithoutFilter() : ways;
    }

    private void refuseDoubtAbout(Subject subject, Parameter parameter) throws UnwritableFilterException {
        Optional<Doubt> doubt = report.certainty().doubtAbout(subject);
        if (doubt.isPresent()) {
            throw refused(parameter, doubt.get().detail());
        }
    }

    private void refuseUnknown(BlockFilter filter) throws UnwritableFilterException {
        FilterIdentification<FilterDialect> identification = filter.identification();
        if (identification.interpretations().isEmpty()) {
            throw refused(
                    Parameter.DIALECT,
                    "the policy of the metaindex entry " + filter.entry().printableKey() + " is not built in");
        }
        TableOrigin origin = report.structure().origin();
        if (!origin.filtersWholeKeys()) {
            throw refused(Parameter.DIALECT, origin.obstacle().orElseThrow() + ", so it cannot be built again");
        }
        long dialects = identification.interpretations().stream()
                .map(Interpretation::hash)
                .distinct()
                .count();
        if (identification.contradicted()
                && dialects > 1
                && identification.falseNegatives() > identification.keys() / 2) {
            throw refused(
                    Parameter.DIALECT,
                    filter.otherDialect().isPresent()
                            ? filter.trust().clause()
                            : "no known dialect explains this filter: even the best misses "
                                    + identification.falseNegatives() + " of " + identification.keys() + " keys");
        }
    }

    private List<Way> waysWithoutFilter() throws UnwritableFilterException {
        refuseDoubtAbout(Subject.KEY_FORMAT, Parameter.KEY_DOMAIN);
        FilterDialect usual =
                report.structure().origin().rocksDb() ? FilterDialect.ROCKSDB_BLOCK : FilterDialect.LEVELDB;
        return List.of(new Way(plan.dialect().orElse(usual), report.keyFormat().orElse(KeyFormat.WHOLE_KEY)));
    }

    private int baseLg() throws UnwritableFilterException {
        if (plan.baseLg().isPresent() || old.isEmpty()) {
            return plan.baseLg().orElse(Windows.DEFAULT_BASE_LG);
        }
        int baseLg = old.get().stored().layout().baseLg();
        boolean trusted = old.get().stored().hasSoundLayout() || fitting.isPresent();
        if (!trusted || !Windows.isBaseLg(baseLg)) {
            throw refused(Parameter.BASE_LG, "the filter block cannot be read, so its base lg is unknown");
        }
        return baseLg;
    }

    private int bitsPerKey() throws UnwritableFilterException {
        if (plan.bitsPerKey().isPresent()) {
            double bits = plan.bitsPerKey().getAsDouble();
            if (!FilterPlan.isWhole(bits)) {
                throw refused(Parameter.BITS_PER_KEY, FilterPlan.wholeNumber(bits));
            }
            return (int) bits;
        }
        if (old.isEmpty()
                || old.get().stored().hasSoundLayout()
                        && old.get().stored().layout().filterCount()
                                == old.get().stored().emptyFilters()) {
            return FilterPlan.USUAL_BITS_PER_KEY;
        }
        int bits = fitting.orElseThrow(
                        () -> refused(Parameter.BITS_PER_KEY, "no bits-per-key value reproduces the filters"))
                .least();
        if (bits > BloomFilterPolicy.MAX_BITS_PER_KEY) {
            throw refused(
                    Parameter.BITS_PER_KEY,
                    "the filter has " + bits + " bits for each key (10 is usual), and at most "
                            + BloomFilterPolicy.MAX_BITS_PER_KEY + " are written");
        }
        return bits;
    }

    /** Whether the table has this block already, stored raw and with a right checksum. */
    boolean isStored(Built built) {
        return old.map(BlockFilter::stored)
                .filter(stored -> stored.isSound()
                        && stored.compressionType() == 0
                        && stored.policyName().equals(built.info().policyName())
                        && Arrays.equals(stored.contents(), built.block()))
                .isPresent();
    }

    /** The recipe of the stored block if it was built in this way; empty if that cannot be told. */
    private Optional<FilterRecipe.Block> storedRecipe(Way way) {
        int baseLg = old.orElseThrow().stored().layout().baseLg();
        int bits = fitting.map(ExaminedFilter.BitsPerKey::least).orElse(FilterPlan.USUAL_BITS_PER_KEY);
        return Windows.isBaseLg(baseLg)
                        && bits <= BloomFilterPolicy.MAX_BITS_PER_KEY
                        && way.dialect().isWritten()
                ? Optional.of(way.with(bits, baseLg))
                : Optional.empty();
    }

    /** The ways that give the stored bytes; all, if none does. */
    private List<Way> sameAsStored(List<Way> ways, Map<FilterRecipe.Block, byte[]> blocks) {
        if (ways.size() == 1) {
            return ways;
        }
        byte[] stored = old.orElseThrow().stored().contents();
        List<Way> same = ways.stream()
                .filter(way -> storedRecipe(way)
                        .filter(recipe -> Arrays.equals(stored, blocks.get(recipe)))
                        .isPresent())
                .toList();
        return same.isEmpty() ? ways : same;
    }

    private List<Way> wanted(List<Way> ways) {
        return ways.stream()
                .map(way -> new Way(plan.dialect().orElse(way.dialect()), way.keyFormat()))
                .distinct()
                .toList();
    }

    /** The same ways, unless one of them cannot be written. */
    private List<Way> writable(List<Way> wanted) throws UnwritableFilterException {
        TableOrigin origin = report.structure().origin();
        for (Way way : wanted) {
            if (!way.dialect().isWritten()) {
                throw refused(
                        Parameter.DIALECT,
                        "the filter " + (wanted.size() > 1 ? "may be" : "is") + " of the dialect "
                                + way.dialect().id() + ", which can be read but not written");
            }
            if (way.dialect() == FilterDialect.ROCKSDB_BLOCK
                    && (!origin.filtersWholeKeys() || origin.filtersPrefixes())) {
                throw refused(
                        Parameter.DIALECT,
                        "RocksDB asks the filter of this table for prefixes of keys, which a new one would not hold");
            }
        }
        return wanted;
    }

    private Built described(FilterRecipe.Block recipe, Map<FilterRecipe.Block, byte[]> blocks) {
        boolean named = plan.dialect().isEmpty() && old.isPresent();
        byte[] block = Objects.requireNonNull(blocks.get(recipe), "built with the others");
        return new Built(
                new NewFilter(
                        named
                                ? old.get().stored().policyName()
                                : recipe.policy().name(),
                        recipe,
                        plan.bitsPerKey().isPresent() ? Optional.empty() : fitting,
                        FilterBlockLayout.of(ByteBuffer.wrap(block)).filterCount(),
                        block.length),
                block);
    }

    private UnwritableFilterException undecided(FilterRecipe.Block one, FilterRecipe.Block other) {
        boolean dialects = one.dialect() != other.dialect();
        return refused(
                dialects ? Parameter.DIALECT : Parameter.KEY_DOMAIN,
                dialects
                        ? "the filter may be of the dialect " + one.dialect().id() + " or "
                                + other.dialect().id() + ", and no key tells them apart"
                        : "the filter may be built over stored keys with their tag or without it, and no key"
                                + " tells them apart");
    }

    private UnwritableFilterException refused(Parameter parameter, String detail) {
        return new UnwritableFilterException(report.name(), parameter, detail);
    }
}
