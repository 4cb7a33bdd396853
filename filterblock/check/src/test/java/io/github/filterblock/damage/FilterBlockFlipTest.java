// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.PlacedKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Flips every single bit of golden filter blocks, bare and as they are stored behind their checksum. */
class FilterBlockFlipTest {
    private static final int GOLDENS = 24;

    private final LongAdder flips = new LongAdder();
    private final LongAdder hiding = new LongAdder();
    private final LongAdder hidingInPlainLayout = new LongAdder();
    private final LongAdder storedFlips = new LongAdder();
    private final LongAdder caughtByChecksum = new LongAdder();

    @Test
    @Tag("FB-25")
    void answersOverFlippedBlocksAreThoseOfTheModel() {
        List<GoldenFilter> goldens = GoldenFilter.smallest(Scale.times(GOLDENS, 40));
        for (GoldenFilter golden : goldens) {
            FilterBlockReader sound =
                    FilterBlockReader.wrapping(golden.block(), 0, golden.block().length, golden.matcher());
            assertFalse(deniesOneOf(sound, golden.keys()), golden.name());
            Scale.forEach(golden.block().length, at -> flip(golden, at));
        }
        System.out.printf(
                "R5 flips of %d filter blocks: %,d; without a checksum %,d (%.1f %%) hide a key of the table, "
                        + "%,d of them"
                        + " leave the layout flawless%n",
                goldens.size(),
                flips.sum(),
                hiding.sum(),
                100.0 * hiding.sum() / flips.sum(),
                hidingInPlainLayout.sum());
        assertTrue(hiding.sum() > 0, "flips that hide a key");
    }

    private void flip(GoldenFilter golden, int at) {
        byte[] block = golden.block().clone();
        ByteBuf heap = Unpooled.wrappedBuffer(block);
        ByteBuf direct = Unpooled.directBuffer(block.length);
        List<PlacedKey> questions = golden.questions(at);
        List<PlacedKey> keys = keysNear(golden, at);
        try {
            for (int bit = 0; bit < 8; bit++) {
                block[at] ^= (byte) (1 << bit);
                direct.setBytes(0, block).writerIndex(block.length);
                golden.assertAnswersOfTheModel(bit % 2 == 0 ? heap : direct, block, questions);
                FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, golden.matcher());
                flips.increment();
                if (deniesOneOf(reader, keys)) {
                    hiding.increment();
                    hidingInPlainLayout.add(
                            FilterBlockVerifier.verifyBloom(heap.nioBuffer()).isEmpty() ? 1 : 0);
                }
                block[at] ^= (byte) (1 << bit);
            }
        } finally {
            direct.release();
        }
    }

    /** The keys whose answers depend on this byte: those of a filter, of the two filters beside an offset, or all. */
    private static List<PlacedKey> keysNear(GoldenFilter golden, int at) {
        FilterBlockLayout layout = FilterBlockLayout.of(ByteBuffer.wrap(golden.block()));
        if (at >= layout.length() - 5) {
            return golden.keys();
        }
        if (at >= layout.arrayOffset()) {
            long entry = (at - layout.arrayOffset()) / 4;
            return keys(golden, entry - 1, entry);
        }
        int filter = 0;
        while (layout.filterLimit(filter) <= at) {
            filter++;
        }
        return keys(golden, filter, filter);
    }

    private static List<PlacedKey> keys(GoldenFilter golden, long firstWindow, long lastWindow) {
        return golden.keys().stream()
                .filter(key -> {
                    long window = key.blockOffset() >>> golden.block()[golden.block().length - 1];
                    return window >= firstWindow && window <= lastWindow;
                })
                .toList();
    }

    private static boolean deniesOneOf(FilterBlockReader reader, List<PlacedKey> keys) {
        for (PlacedKey key : keys) {
            if (!reader.keyMayMatch(key.blockOffset(), key.key())) {
                return true;
            }
        }
        return false;
    }

    @Test
    @Tag("TF-4")
    void everyFlipOfAStoredBlockIsCaughtByItsChecksum() throws IOException {
        List<GoldenFilter> goldens = GoldenFilter.smallest(Scale.times(GOLDENS, 40));
        for (GoldenFilter golden : goldens) {
            TableParts parts = new TableParts();
            parts.side.add(TableParts.Stored.of(Packing.RAW, golden.block()));
            parts.sideNames.add(MetaindexEntry.keyOf(golden.name()));
            byte[] table = parts.table();
            BlockHandle handle =
                    BytesSource.open(table).metaindex().get(0).handle().orElseThrow();
            for (int at = (int) handle.offset(); at < handle.end(); at++) {
                flipStored(table, at, handle, golden);
            }
        }
        System.out.printf(
                "R5 flips of %d stored filter blocks: %,d, caught by the checksum %,d, silent 0%n",
                goldens.size(), storedFlips.sum(), caughtByChecksum.sum());
    }

    private void flipStored(byte[] table, int at, BlockHandle handle, GoldenFilter golden) throws IOException {
        TableFile file = BytesSource.open(table);
        for (int bit = 0; bit < 8; bit++) {
            table[at] ^= (byte) (1 << bit);
            storedFlips.increment();
            if (bit == at % 8) {
                CorruptTableException e =
                        assertThrows(CorruptTableException.class, () -> file.openFilter(List.of(golden.matcher())));
                assertEquals(Reason.CHECKSUM, e.reason());
            }
            assertEquals(Status.BAD, file.ignoringChecksums().read(handle).checksum());
            caughtByChecksum.increment();
            table[at] ^= (byte) (1 << bit);
        }
    }
}
