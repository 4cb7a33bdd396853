// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.DataOracle;
import io.github.filterblock.testdata.CorpusTable.LayoutOracle;
import io.github.filterblock.testdata.Handle;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** That footer, metaindex, index and data blocks of every table are found where the oracle says that they are. */
class LayoutConformanceTest {

    static BlockHandle handle(Handle place) {
        return new BlockHandle(place.offset(), place.size());
    }

    @TestFactory
    @Tag("TF-1")
    Stream<DynamicTest> whatIsNoTableIsRefused() {
        return Golden.CORPUS.tables().stream()
                .filter(table -> !Golden.isTable(table))
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> assertRefused(table)));
    }

    /** A table with RocksDB's own footer may be read; then the footer says whose it is. */
    static void assertRefused(CorpusTable table) throws IOException {
        try (TableFile file = TableFile.open(table.path())) {
            assertTrue(Golden.endsAsRocksDbs(table.bytes()), table.name());
            assertTrue(file.footer().formatVersion() > 0, table.name());
        } catch (CorruptTableException e) {
            assertTrue(e.reason().meansNoTable(), e.getMessage());
            assertEquals(table.path().toString(), e.file());
        }
    }

    @TestFactory
    @Tag("TF-1")
    Stream<DynamicTest> footersAreRead() {
        return Golden.eachTable(table -> {
            LayoutOracle oracle = table.layout();
            TableReport analysis = Golden.analysis(table);
            oracle.metaindexHandle()
                    .ifPresent(place ->
                            assertEquals(handle(place), analysis.footer().metaindex()));
            oracle.indexHandle()
                    .ifPresent(place ->
                            assertEquals(handle(place), analysis.footer().index()));
            table.file().size().ifPresent(size -> assertEquals(size, analysis.size()));
        });
    }

    @TestFactory
    @Tag("TF-6")
    Stream<DynamicTest> typesOfMetaindexAndIndexAreRead() {
        return Golden.eachTable(table -> {
            try (TableFile file = TableFile.open(table.path())) {
                int metaindexType = file.read(file.footer().metaindex()).type();
                int indexType = file.read(file.footer().index()).type();
                table.layout().metaindexBlockType().ifPresent(type -> assertEquals(type, metaindexType));
                table.layout().indexBlockType().ifPresent(type -> assertEquals(type, indexType));
            }
        });
    }

    @TestFactory
    @Tag("TF-8")
    Stream<DynamicTest> metaindexesAreRead() {
        return Golden.eachTable(table -> {
            List<MetaindexEntry> found = Golden.analysis(table).metaindex();
            if (!table.layout().metaindex().isWhole()) {
                return;
            }
            List<io.github.filterblock.testdata.CorpusTable.MetaindexEntry> expected =
                    table.layout().metaindex().items();
            assertEquals(expected.size(), found.size());
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.get(i).key(), found.get(i).key());
                assertArrayEquals(expected.get(i).value(), found.get(i).value());
                assertEquals(
                        expected.get(i).handle().map(LayoutConformanceTest::handle),
                        found.get(i).handle());
            }
        });
    }

    @TestFactory
    @Tag("TF-11")
    Stream<DynamicTest> dataBlocksAreFound() {
        return Golden.eachTable(table -> {
            DataOracle oracle = table.data();
            TableReport analysis = Golden.analysis(table);
            List<DataBlock> found = analysis.dataBlocks();
            oracle.numBlocks().ifPresent(count -> assertEquals(count, found.size()));
            oracle.numEntries().ifPresent(count -> assertEquals(count, analysis.entries()));
            oracle.blocks().whole().ifPresent(blocks -> {
                assertEquals(blocks.size(), found.size());
                for (int i = 0; i < blocks.size(); i++) {
                    assertSame(blocks.get(i), found.get(i));
                }
            });
            oracle.blocksSha256().ifPresent(digest -> assertEquals(digest, digest(found)));
        });
    }

    private static void assertSame(io.github.filterblock.testdata.CorpusTable.DataBlock expected, DataBlock found) {
        assertEquals(new BlockHandle(expected.offset(), expected.storedSize()), found.handle());
        assertEquals(expected.type(), found.type());
        expected.keys().ifPresent(keys -> assertEquals(keys, found.keyCount()));
        expected.uncompressedSize().ifPresent(size -> assertEquals(size, found.contentsLength()));
    }

    /** Each block as u64 offset, u64 size, u8 type and u32 keys, little-endian. */
    private static String digest(List<DataBlock> blocks) {
        Hasher sha256 = Hashing.sha256().newHasher();
        for (DataBlock block : blocks) {
            sha256.putLong(block.offset())
                    .putLong(block.handle().size())
                    .putByte((byte) block.type())
                    .putInt(block.keyCount());
        }
        return sha256.hash().toString();
    }

    @TestFactory
    @Tag("TF-12")
    Stream<DynamicTest> firstAndLastKeysAreThoseOfTheOracle() throws IOException {
        return Golden.eachTable(table -> {
            List<Golden.Key> keys = Golden.keys(table);
            if (keys.isEmpty()) {
                return;
            }
            byte[] first = keys.get(0).filterKey();
            byte[] last = keys.get(keys.size() - 1).filterKey();
            table.data().firstFilterKey().ifPresent(key -> assertArrayEquals(key, first));
            table.data().lastFilterKey().ifPresent(key -> assertArrayEquals(key, last));
        });
    }
}
