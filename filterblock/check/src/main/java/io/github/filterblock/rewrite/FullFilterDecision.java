// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.rewrite.FilterChange.AddedFilter;
import io.github.filterblock.rewrite.FilterDecision.Built;
import io.github.filterblock.rewrite.TableResult.NewFilter;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which full filter a table of RocksDB gets, and what changes with it (RF-16 to RF-19). What the plan leaves
 * open is a fast local Bloom filter from format version 5 on and a legacy one below, of 10 bits per key. For one table.
 */
final class FullFilterDecision {
    static final String KEY = FilterForm.FULL.prefix() + FullFilterPolicy.NAME;
    private static final String KEY_OF_PARTITIONS = FilterForm.PARTITIONED.prefix() + FullFilterPolicy.NAME;

    /** Below that RocksDB writes no filter. */
    private static final double MIN_BITS = 0.5;

    private static final int FIRST_WITH_FAST_LOCAL = 5;
    private static final int FIRST_WITHOUT_BLOCK_BASED_FILTERS = 6;

    private final TableFile table;
    private final TableReport report;
    private final TableStructure structure;
    private final FilterPlan plan;
    private final FilterContents contents;
    private final List<String> notes = new ArrayList<>();

    FullFilterDecision(TableFile table, TableReport report, FilterPlan plan) {
        this.table = table;
        this.report = report;
        this.structure = report.structure();
        this.plan = plan;
        this.contents = structure.fullFilterContents();
    }

    /** Whether a table gets a filter of this form, or loses one. */
    static boolean isFor(TableReport report, FilterPlan plan) {
        boolean without = report.filter().isEmpty()
                && report.structure().origin().rocksDb()
                && !report.structure().precedesFullFilters();
        boolean full = report.structure().keyFilterEntry().isPresent()
                || report.structure().footer().formatVersion() >= FIRST_WITHOUT_BLOCK_BASED_FILTERS;
        if (plan.fullFilter().isPresent() || plan.drop()) {
            return plan.fullFilter().isPresent() || full;
        }
        return plan.dialect().isEmpty() && plan.baseLg().isEmpty() && (full || without);
    }

    /** Builds the filter and finds out what changes with it. */
    Decision decide() throws IOException {
        refusePartitions();
        List<MetaindexEntry> old = structure.metaindex().stream()
                .filter(entry -> entry.key().equals(KEY) || entry.key().equals(KEY_OF_PARTITIONS))
                .toList();
        PropertiesBlock properties = properties();
        Optional<Built> built = plan.drop() ? Optional.empty() : build();
        if (built.isPresent()) {
            properties.describe(
                    (FilterRecipe.Full) built.get().info().recipe(), built.get().block().length);
            noteIngestion(properties);
        } else if (!old.isEmpty()) {
            properties.dropFilter();
        }
        FilterChange change = FilterChange.of(
                        structure.metaindex(), old, built.map(each -> new AddedFilter(KEY, each.block())))
                .replacing(Map.of(propertiesHandle(), properties.block()));
        boolean unchanged =
                isSame(old, built) && properties.isUnchanged() && FilterChange.isInOrder(structure.metaindex());
        return new Decision(built.map(Built::info), change, unchanged, List.copyOf(notes));
    }

    /** Partitions are not written; those of an unknown policy would also be lost where they move. */
    private void refusePartitions() throws UnwritableFilterException {
        Optional<MetaindexEntry> entry = report.partitionedFilter();
        boolean known =
                entry.filter(each -> each.key().equals(KEY_OF_PARTITIONS)).isPresent();
        if (entry.isPresent() && (!known || plan.fullFilter().isEmpty() && !plan.drop())) {
            throw refused(
                    Parameter.FULL_FILTER,
                    "the filter " + entry.get().printableKey() + " is in partitions, which are not written"
                            + (known ? "; name a full filter to replace it" : ""));
        }
    }

    private BlockHandle propertiesHandle() throws IOException {
        Optional<MetaindexEntry> entry = structure.propertiesEntry();
        if (entry.isEmpty()) {
            throw refused(
                    Parameter.FULL_FILTER,
                    "the table has no properties of RocksDB, without which its full filters are not written");
        }
        return table.handleOf(entry.get());
    }

    private PropertiesBlock properties() throws IOException {
        return PropertiesBlock.read(table, structure, propertiesHandle());
    }

    private Optional<Built> build() throws IOException {
        refuseUnknownKeys();
        FullFilterPolicy policy = policy();
        try {
            FullFilterBuilder builder = policy.newBuilder();
            boolean hasSequenceNumbers =
                    TableKeys.addToFullFilter(table, structure, policy.kind(), wholeKeys(), builder::addHash);
            long additions = builder.additions();
            if (additions == 0) {
                notes.add("no key adds anything to a filter, so none is written");
                return Optional.empty();
            }
            FullFilterGeometry planned = builder.solve().orElseThrow();
            FullFilterGeometry geometry = underFooter(planned);
            if (hasSequenceNumbers) {
                notes.add("the file cannot be ingested: the sequence numbers of its keys are not all 0");
            }
            byte[] filter = geometry.equals(planned) ? builder.finish() : builder.finish(geometry);
            return Optional.of(described(policy, geometry, additions, filter));
        } catch (IllegalStateException e) {
            throw refused(Parameter.BITS_PER_KEY, "the filter cannot be built: " + e.getMessage());
        }
    }

    private boolean wholeKeys() {
        return contents.wholeKeys() || contents.extractor().isEmpty();
    }

    private Built described(FullFilterPolicy policy, FullFilterGeometry geometry, long additions, byte[] block) {
        FilterRecipe.Full recipe =
                new FilterRecipe.Full(policy, geometry, wholeKeys(), contents.extractor(), additions);
        return new Built(new NewFilter(FullFilterPolicy.NAME, recipe, Optional.empty(), 1, block.length), block);
    }

    private FullFilterPolicy policy() throws UnwritableFilterException {
        double bits = plan.bitsPerKey().orElse(FilterPlan.USUAL_BITS_PER_KEY);
        if (bits < MIN_BITS) {
            throw refused(
                    Parameter.BITS_PER_KEY, "RocksDB writes no filter of less than " + MIN_BITS + " bits per key");
        }
        FullFilterKind kind = plan.fullFilter()
                .orElse(
                        structure.footer().formatVersion() >= FIRST_WITH_FAST_LOCAL
                                ? FullFilterKind.FAST_LOCAL_BLOOM
                                : FullFilterKind.LEGACY_BLOOM);
        return switch (kind) {
            case RIBBON -> FullFilterPolicy.ribbon(bits);
            case LEGACY_BLOOM -> FullFilterPolicy.legacyBloom(bits);
            default -> FullFilterPolicy.fastLocalBloom(bits);
        };
    }

    private FullFilterGeometry underFooter(FullFilterGeometry planned) {
        FullFilterGeometry geometry =
                structure.footer().formatVersion() < FIRST_WITH_FAST_LOCAL ? planned.forOldFooter() : planned;
        if (!geometry.equals(planned)) {
            notes.add("the filter has one line more than its bits need: RocksDB before 6.6 may hang at a filter of "
                    + planned.lines() + " lines");
        }
        return geometry;
    }

    private void refuseUnknownKeys() throws UnwritableFilterException {
        Optional<String> obstacle = TableKeys.obstacleToFullFilter(structure);
        if (obstacle.isPresent()) {
            throw refused(Parameter.FULL_FILTER, obstacle.get());
        }
    }

    private void noteIngestion(PropertiesBlock properties) {
        if (!properties.has(PropertiesBlock.EXTERNAL_FILE)
                && notes.stream().noneMatch(note -> note.contains("ingested"))) {
            notes.add("the file cannot be ingested: it was not written for ingestion");
        }
    }

    private boolean isSame(List<MetaindexEntry> old, Optional<Built> built) throws IOException {
        if (old.size() != 1 || built.isEmpty()) {
            return old.isEmpty() && built.isEmpty();
        }
        try {
            StoredBlock block = table.read(table.handleOf(old.get(0)));
            return block.type() == 0
                    && Arrays.equals(block.contents(), built.get().block());
        } catch (CorruptTableException e) {
            return false;
        }
    }

    private UnwritableFilterException refused(Parameter parameter, String detail) {
        return new UnwritableFilterException(report.name(), parameter, detail);
    }
}
