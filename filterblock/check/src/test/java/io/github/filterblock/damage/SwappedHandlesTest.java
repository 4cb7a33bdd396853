// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.audit.Audit.Measurement;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PlacedKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables whose footer or index leads to other sound blocks of the same table: every checksum is right, and the footer
 * has none. What the index leads to then are not the data blocks, and no key that is in them may be denied.
 */
@Tag("TF-1")
@Tag("TF-11")
class SwappedHandlesTest {
    /** Of the data blocks of a table as many take the place of the index, spread over the file. */
    private static final int MOST_BLOCKS = 6;

    /** The query is asked about one key in this number, in turns; the filter about all of them. */
    private static final int SAMPLE = 8;

    /** An explanation tells of every block, and is asked for fewer keys. */
    private static final int EXPLAINED = 64;

    private static final int MEASURED = 20;

    static Stream<TableCase> tables() {
        List<TableCase> tables = new ArrayList<>(TableCase.corpusUpTo(Scale.times(256 << 10, 64 << 20)));
        tables.addAll(TableCase.goodBases());
        tables.addAll(SmallTables.all());
        return tables.stream().filter(table -> !table.keys().isEmpty());
    }

    private static byte[] footer(TableFile file, BlockHandle metaindex, BlockHandle index) {
        return new Footer(
                        metaindex,
                        index,
                        file.footer().checksum(),
                        file.footer().formatVersion())
                .encode();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void noIndexHandleThatLeadsElsewhereHidesAKey(TableCase sound) throws IOException {
        TableFile file = BytesSource.open(sound.bytes());
        List<BlockHandle> others = sideBlocks(file);
        others.add(file.footer().metaindex());
        List<IndexEntry> index = file.index();
        int step = Math.max(1, index.size() / MOST_BLOCKS);
        for (int i = 0; i < index.size(); i += step) {
            others.add(index.get(i).handle());
        }
        int number = 0;
        for (BlockHandle other : others) {
            byte[] swapped = sound.bytes().clone();
            byte[] footer = footer(file, file.footer().metaindex(), other);
            System.arraycopy(footer, 0, swapped, swapped.length - footer.length, footer.length);
            assertDeniesNone(sound, swapped, number++);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void noMetaindexThatIsTheIndexHidesAKey(TableCase sound) throws IOException {
        TableFile file = BytesSource.open(sound.bytes());
        byte[] swapped = sound.bytes().clone();
        byte[] footer = footer(file, file.footer().index(), file.footer().metaindex());
        System.arraycopy(footer, 0, swapped, swapped.length - footer.length, footer.length);
        assertDeniesNone(sound, swapped, 0);
    }

    /** Two handles of the index change places, or one stands for both. */
    @ParameterizedTest
    @MethodSource("tables")
    void noHandlesOfTheIndexThatAreSwappedHideAKey(TableCase sound) throws IOException {
        if (BytesSource.open(sound.bytes()).footer().formatVersion() > 0) {
            return; // an index of another form
        }
        TableParts parts = TableParts.of(sound.bytes());
        List<IndexEntry> entries = BytesSource.open(parts.table()).index();
        int blocks = entries.size();
        Mutator mutator = new Mutator(sound.bytes().length);
        for (int number = 0; blocks > 1 && number < MOST_BLOCKS; number++) {
            int one = mutator.choose(blocks);
            int other = (one + 1 + mutator.choose(blocks - 1)) % blocks;
            boolean twice = number % 2 == 1;
            parts.indexDamage = index -> swapped(entries, one, other, twice);
            assertDeniesNone(sound, parts.table(), number);
        }
    }

    /** The block of an index with other handles. */
    private static byte[] swapped(List<IndexEntry> index, int one, int other, boolean twice) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < index.size(); i++) {
            int source = i == one ? other : i == other && !twice ? one : i;
            entries.add(new Entry(index.get(i).key(), index.get(source).handle().encode()));
        }
        return TestBlocks.entries(entries, 1);
    }

    private static List<BlockHandle> sideBlocks(TableFile file) throws IOException {
        List<BlockHandle> handles = new ArrayList<>();
        for (MetaindexEntry entry : file.metaindex()) {
            entry.handle().ifPresent(handles::add);
        }
        return handles;
    }

    private static void assertDeniesNone(TableCase sound, byte[] damaged, int number) throws IOException {
        TableFile table = BytesSource.open(damaged);
        TableReport analysis = TableReport.of(table);
        TableQuery query = new TableQuery(analysis);
        Optional<PlacedKey> denied = sound.deniedBy(query, number % SAMPLE, SAMPLE);
        assertTrue(denied.isEmpty(), () -> sound.name() + " " + number + " " + query.search() + " denies " + denied);
        for (int i = number % EXPLAINED; i < sound.keys().size(); i += EXPLAINED) {
            PlacedKey key = sound.keys().get(i);
            assertTrue(query.explain(key.key()).mayMatch(), () -> sound.name() + " " + number + " explains " + key);
        }
        if (query.search() == TableQuery.Search.NO_FILTER) {
            assertMeasuresNothing(Audit.of(table, analysis, number, MEASURED));
        }
    }

    /** Blocks that may not be data blocks deny keys, and an audit that asked about them would count that. */
    private static void assertMeasuresNothing(Audit audit) {
        for (Measurement measured : List.of(audit.randomKeys(), audit.steps())) {
            assertEquals(0, measured.asked());
        }
    }
}
