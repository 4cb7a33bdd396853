// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The filters of RocksDB's own tables have the form of filters, and its data blocks do not. */
@Tag("RF-6")
class FormOfBlocksTest {
    private static final Set<FullFilterKind> OF_WHOLE_LINES =
            EnumSet.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON);

    /** A table with its filter, and what is said of its blocks. */
    private record Blocks(TableFile table, RocksDbFilter filter, FormOfBlocks form) {
        static Optional<Blocks> of(byte[] bytes) throws IOException {
            TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "array"));
            Optional<RocksDbFilter> filter = RocksDbFilter.read(table, table.structure());
            return filter.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Blocks(table, filter.get(), new FormOfBlocks(table, table.structure(), filter)));
        }

        boolean hasPartitions() {
            return filter.form().hasPartitions();
        }

        /** Of the metaindex; no entry leads to a partition. */
        Optional<MetaindexEntry> entry() {
            return hasPartitions() ? Optional.empty() : Optional.of(filter.entry());
        }

        BlockHandle handle() {
            return filter.entry().handle().orElseThrow();
        }
    }

    private static List<RocksDbFilterTable> tables() {
        return RocksDbFilterCorpus.bundled().tables();
    }

    @Test
    void filtersHaveTheFormOfOneAndDataBlocksDoNot() throws IOException {
        Set<FullFilterKind> kinds = EnumSet.noneOf(FullFilterKind.class);
        for (RocksDbFilterTable golden : tables()) {
            Optional<Blocks> found = Blocks.of(golden.bytes());
            if (found.isEmpty()) {
                continue;
            }
            Blocks blocks = found.get();
            for (FilterPartition each : blocks.filter().partitions()) {
                FullFilterKind kind = each.filter().geometry().kind();
                kinds.add(kind);
                assertTrue(blocks.form().isFilter(each.handle(), blocks.entry()), golden + ", " + each.handle());
                if (OF_WHOLE_LINES.contains(kind)) {
                    BlockHandle shorter = new BlockHandle(
                            each.handle().offset() + 1, each.handle().size() - 1);
                    assertFalse(blocks.form().isFilter(shorter, blocks.entry()), golden + ", " + shorter);
                }
            }
            for (IndexEntry data : blocks.table().index()) {
                assertFalse(blocks.form().isFilter(data.handle(), blocks.entry()), golden + ", " + data);
            }
        }
        assertEquals(
                EnumSet.of(
                        FullFilterKind.LEGACY_BLOOM,
                        FullFilterKind.FAST_LOCAL_BLOOM,
                        FullFilterKind.RIBBON,
                        FullFilterKind.EMPTY),
                kinds);
    }

    @Test
    @Tag("RF-10")
    void onlyTheIndexOfPartitionsHasItsForm() throws IOException {
        int partitioned = 0;
        for (RocksDbFilterTable golden : tables()) {
            Optional<Blocks> found = Blocks.of(golden.bytes());
            if (found.isPresent()) {
                Blocks blocks = found.get();
                partitioned += blocks.hasPartitions() ? 1 : 0;
                assertEquals(blocks.hasPartitions(), blocks.form().isIndexOfPartitions(blocks.handle()), golden + "");
                BlockHandle data = blocks.table().index().get(0).handle();
                assertFalse(blocks.form().isIndexOfPartitions(data), golden + "");
                assertFalse(
                        blocks.hasPartitions()
                                && blocks.form()
                                        .isFilter(
                                                blocks.handle(),
                                                Optional.of(blocks.filter().entry())),
                        golden + "");
            }
        }
        assertTrue(partitioned >= 5, "only " + partitioned);
    }

    /** One sound partition shows that the others are partitions, too. */
    @Test
    @Tag("RF-10")
    void anIndexOfNothingButDamagedPartitionsIsNone() throws IOException {
        byte[] bytes = tables().stream()
                .filter(each -> each.toString().equals("fast-part-fv5.sst"))
                .findFirst()
                .orElseThrow()
                .bytes()
                .clone();
        List<FilterPartition> partitions =
                Blocks.of(bytes).orElseThrow().filter().partitions();
        assertTrue(partitions.size() > 1);
        for (FilterPartition each : partitions) {
            Blocks blocks = Blocks.of(bytes).orElseThrow();
            assertTrue(blocks.form().isIndexOfPartitions(blocks.handle()));
            bytes[(int) each.handle().offset()] ^= 1;
        }
        Blocks blocks = Blocks.of(bytes).orElseThrow();
        assertFalse(blocks.form().isIndexOfPartitions(blocks.handle()));
    }

    @Test
    void propertiesHaveTheirFormAndBlocksThatWereNotReadHaveNone() throws IOException {
        Blocks blocks = Blocks.of(tables().get(0).bytes()).orElseThrow();
        BlockHandle properties = blocks.table().metaindex().stream()
                .filter(entry -> entry.key().equals("rocksdb.properties"))
                .findFirst()
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
        assertTrue(blocks.form().isOfProperties(properties));
        assertFalse(blocks.form().isOfProperties(blocks.table().index().get(0).handle()));
    }
}
