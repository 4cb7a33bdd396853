// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.StatedCounts;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Compares the counts in the properties of RocksDB and Pebble with the entries of the table (RF-5). RocksDB's
 * compactions stop with an error where they process another number of entries. For one table, all of whose entries were
 * read.
 */
final class StatedEntries {
    private final TableFacts facts;
    private final StatedCounts stated;
    private final boolean knowsRanges;

    /** How many deletions of ranges were read; those that are stated if they could not be. */
    private final long ranges;

    private final Findings.Collector findings = new Findings.Collector(Findings.USUAL_LIMIT);

    private StatedEntries(TableFacts facts, OptionalLong ranges) {
        this.facts = facts;
        this.stated = facts.structure().statedCounts();
        this.knowsRanges = ranges.isPresent();
        this.ranges = ranges.orElse(stated.rangeDeletions().orElse(0));
    }

    /** What contradicts the entries, at the offset of the properties. */
    static Findings findings(TableFile table, TableFacts facts) throws IOException {
        StatedEntries compared = new StatedEntries(facts, RangeDeletions.count(table, facts.structure()));
        compared.entries();
        compared.rangeDeletions();
        compared.deletions();
        return compared.findings.findings();
    }

    /**
     * Whether a number in the properties may be that of a table. Pebble copies part of a table together with the
     * properties of the whole one.
     */
    static boolean isCount(TableStructure structure, OptionalLong stated, long counted) {
        boolean copied = structure.footer().pebbleFormat() > 0 && counted < stated.orElse(0);
        return copied || stated.equals(OptionalLong.of(counted));
    }

    /** Before deletions of ranges were counted by themselves, they may not be among the entries. */
    private void entries() {
        long points = facts.entries();
        LongStream right = stated.rangeDeletions().isPresent()
                ? LongStream.of(points + ranges)
                : LongStream.of(points, points + ranges);
        compare("rocksdb.num.entries", stated.entries(), right, "has " + entries(points) + " and " + deletesRanges());
    }

    private void rangeDeletions() {
        if (knowsRanges) {
            compare("rocksdb.num.range-deletions", stated.rangeDeletions(), LongStream.of(ranges), deletesRanges());
        }
    }

    /** Some releases count deletions with timestamps, or of ranges, and others do not. */
    private void deletions() {
        if (facts.keysMayHaveTags()) {
            long all = IntStream.range(0, 1 << Byte.SIZE)
                    .filter(EntryKind::deletes)
                    .mapToLong(facts::entriesOfKind)
                    .sum();
            long undated = all - facts.entriesOfKind(EntryKind.DELETE_WITH_TIMESTAMP.number());
            compare(
                    "rocksdb.deleted.keys",
                    stated.deletions(),
                    LongStream.of(all, all + ranges, undated, undated + ranges),
                    "has " + entries(all) + " of deletions and " + deletesRanges());
        }
    }

    private static String entries(long count) {
        return count + (count == 1 ? " entry" : " entries");
    }

    private String deletesRanges() {
        return "deletes " + ranges + (ranges == 1 ? " range" : " ranges");
    }

    private void compare(String name, OptionalLong number, LongStream right, String counted) {
        if (number.isPresent() && right.noneMatch(count -> isCount(facts.structure(), number, count))) {
            long offset = facts.structure()
                    .propertiesEntry()
                    .flatMap(MetaindexEntry::handle)
                    .map(BlockHandle::offset)
                    .orElse(0L);
            String value = Long.toUnsignedString(number.getAsLong());
            findings.add(Rule.RF_5, offset, () -> name + " is " + value + ", but the table " + counted);
        }
    }
}
