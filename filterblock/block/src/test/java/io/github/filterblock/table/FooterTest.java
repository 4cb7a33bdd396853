// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TF-1")
class FooterTest {
    private static final BlockHandle METAINDEX = new BlockHandle(81, 47);
    private static final BlockHandle INDEX = new BlockHandle(133, 14);
    private static final byte[] FOOTER = TestBlocks.footer(METAINDEX.encode(), INDEX.encode());

    private static Footer read(byte[] file) throws IOException {
        return TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(file), "a.ldb"))
                .footer();
    }

    private static CorruptTableException refusal(byte[] file) {
        return assertThrows(CorruptTableException.class, () -> read(file));
    }

    @Test
    void theLast48BytesCount() throws IOException {
        assertEquals(new Footer(METAINDEX, INDEX), read(FOOTER));
        assertEquals(new Footer(METAINDEX, INDEX), read(TestBlocks.join(new byte[152], FOOTER)));
    }

    @Test
    void aFileShorterThanAFooterIsNoTable() {
        for (int length = 0; length < Footer.LENGTH; length++) {
            byte[] end = Arrays.copyOfRange(FOOTER, FOOTER.length - length, FOOTER.length);
            CorruptTableException e = refusal(end);
            assertEquals(Reason.TOO_SHORT, e.reason());
            assertEquals(0, e.offset());
            assertTrue(e.reason().meansNoTable());
            assertTrue(e.getMessage().contains("a.ldb") && e.getMessage().contains(" " + length + " bytes"));
        }
    }

    @Test
    void everyBitOfTheMagicNumberCounts() {
        for (int bit = 8 * 40; bit < 8 * 48; bit++) {
            CorruptTableException e = refusal(TestBlocks.join(new byte[100], TestBlocks.flipped(FOOTER, bit)));
            assertEquals(Reason.BAD_MAGIC, e.reason());
            assertEquals(140, e.offset());
            assertTrue(e.reason().meansNoTable());
        }
    }

    @Test
    void handlesThatDoNotEndAreDamage() {
        byte[] endless = new byte[40];
        Arrays.fill(endless, (byte) 0x80);
        CorruptTableException metaindex = refusal(TestBlocks.footer(endless, new byte[0]));
        assertEquals(Reason.BAD_HANDLE, metaindex.reason());
        assertFalse(metaindex.reason().meansNoTable());
        CorruptTableException index = refusal(TestBlocks.footer(METAINDEX.encode(), endless));
        assertEquals(Reason.BAD_HANDLE, index.reason());
        assertEquals(METAINDEX.encode().length, index.offset());
        assertTrue(index.detail().contains("index"), index.detail());
    }
}
