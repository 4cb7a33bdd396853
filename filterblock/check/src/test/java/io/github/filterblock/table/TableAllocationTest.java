// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.DamagedFile;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That memory is spent on bytes that are there, not on numbers that a file claims. */
@Tag("TF-5")
class TableAllocationTest {
    private static final long FIXED = 64 << 10;

    static Stream<Path> everyFile() {
        return Stream.concat(
                Corpus.bundled().damaged().stream().map(DamagedFile::path),
                Corpus.bundled().tables().stream().map(CorpusTable::path));
    }

    /** Everything that has to be read to reach the filter; decompressed bytes count once. */
    @ParameterizedTest
    @MethodSource("everyFile")
    void openingAFilterAllocatesLittleMoreThanTheFileHas(Path path) throws Exception {
        long[] decompressed = {0};
        BlockDecompressor counting = (type, stored, offset, length) -> {
            byte[] contents = BlockDecompressor.byContent().decompress(type, stored, offset, length);
            decompressed[0] += contents.length;
            return contents;
        };
        open(path, counting);
        long allowed = FIXED + 3 * Files.size(path) + decompressed[0];
        long allocated = ThreadUse.warmAllocatedBytesOf(() -> open(path, BlockDecompressor.byContent()));
        assertTrue(allocated <= allowed, () -> allocated + " bytes, allowed are " + allowed);
    }

    private static void open(Path path, BlockDecompressor decompressor) throws IOException {
        try (TableFile table = TableFile.open(path)) {
            table.decompressingWith(decompressor).openFilter();
        } catch (CorruptTableException e) {
            // is an answer as well
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1 << 20, (1L << 31) - 20, 1L << 31, 1L << 32, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void claimedSizesAreComparedBeforeAnythingIsAllocated(long size) throws Exception {
        TestTable table = TestTable.ofWholeKeys()
                .block("apple")
                .changeMetaindexEntries(
                        entries -> entries.set(0, new Entry(entries.get(0).key(), TestBlocks.handle(0, size))))
                .changeIndexEntries(
                        entries -> entries.set(0, new Entry(entries.get(0).key(), TestBlocks.handle(0, size))));
        byte[] filterAndData = table.bytes();
        assertAllocatesLittle(filterAndData);
        byte[] footer = TestBlocks.footer(TestBlocks.handle(0, size), TestBlocks.handle(size, size));
        assertAllocatesLittle(TestBlocks.join(new byte[100], footer));
    }

    private static void assertAllocatesLittle(byte[] file) throws Exception {
        long allocated = ThreadUse.warmAllocatedBytesOf(() -> {
            try (TableFile table = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(file), "hostile"))) {
                TableReport.of(table, FilterHints.NONE);
                assertThrows(CorruptTableException.class, table::openFilter);
            }
        });
        assertTrue(allocated < FIXED, () -> allocated + " bytes");
    }

    /** Lengths in front of compressed bytes, and numbers of restarts. */
    @Test
    @Tag("TF-7")
    void claimedLengthsInsideOfBlocksAreComparedBeforeAnythingIsAllocated() throws Exception {
        byte[] longSnappy = TestBlocks.join(TestBlocks.varint(0x7fff_ffff), new byte[] {0, 'a'});
        assertAllocatesLittle(TestTable.ofWholeKeys()
                .block("apple")
                .changeFilter(1, block -> longSnappy)
                .bytes());
        byte[] manyRestarts = TestBlocks.u32(0x4000_0000);
        assertAllocatesLittle(TestTable.ofWholeKeys()
                .block("apple")
                .changeMetaindex(block -> manyRestarts)
                .bytes());
        byte[] longKey = TestBlocks.join(
                new byte[] {0}, TestBlocks.varint(0x7fff_fff0), new byte[] {0}, TestBlocks.u32(0), TestBlocks.u32(1));
        assertAllocatesLittle(TestTable.ofWholeKeys()
                .block("apple")
                .changeMetaindex(block -> longKey)
                .changeIndex(block -> longKey)
                .changeData(0, block -> longKey)
                .bytes());
    }

    /** Read each time, 10,000 times 4 MiB would take minutes. */
    @Test
    @Tag("TF-11")
    void anIndexThatPointsTenThousandTimesAtOneBlockIsReadOnce() {
        byte[] file = TestTable.ofWholeKeys()
                .block("apple")
                .valueLength(4 << 20)
                .changeIndexEntries(entries -> entries.addAll(Collections.nCopies(10_000, entries.get(0))))
                .bytes();
        assertTimeout(Duration.ofSeconds(5), () -> {
            try (TableFile table = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(file), "hostile"))) {
                List<IndexEntry> index = table.index();
                assertTrue(index.size() > 10_000);
                TableReport.of(table, FilterHints.NONE);
            }
        });
    }
}
