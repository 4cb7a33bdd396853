// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.CorpusTable;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * That verifying sees a flipped bit in every block that the metaindex leads to, whether a reader of ours needs it or
 * not.
 */
@Tag("TF-4")
class SideBlocksConformanceTest {

    @TestFactory
    Stream<DynamicTest> noFlippedBitOfABlockBesideTheDataGoesUnseen() {
        return Golden.eachTable(SideBlocksConformanceTest::check);
    }

    private static void check(CorpusTable table) throws IOException {
        byte[] bytes = table.bytes();
        List<BlockHandle> blocks = sideBlocks(bytes);
        TableStatus sound = verify(bytes).verifiedStatus();
        for (BlockHandle block : blocks) {
            for (long at : new long[] {block.offset(), block.offset() + block.size() / 2, block.end() - 1}) {
                bytes[(int) at] ^= 0x10;
                TableReport report = verify(bytes);
                assertNotEquals(0, report.findings().count(), () -> table.name() + " byte " + at);
                assertNotEquals(TableStatus.OK, report.verifiedStatus());
                bytes[(int) at] ^= 0x10;
            }
        }
        assertEquals(sound, verify(bytes).verifiedStatus());
    }

    private static List<BlockHandle> sideBlocks(byte[] bytes) throws IOException {
        List<BlockHandle> blocks = new ArrayList<>();
        try (TableFile file = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(bytes), "side"))) {
            if (file.footer().checksum() == BlockChecksum.CRC32C) {
                for (MetaindexEntry entry : file.structure().metaindex()) {
                    entry.handle()
                            .filter(handle -> handle.liesInside(bytes.length))
                            .ifPresent(blocks::add);
                }
            }
        }
        return blocks;
    }

    private static TableReport verify(byte[] bytes) throws IOException {
        try (TableFile file = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(bytes), "side"))) {
            return TableReport.of(file, FilterHints.NONE);
        }
    }
}
