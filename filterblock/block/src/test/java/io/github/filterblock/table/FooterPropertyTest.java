// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.Size;

@Tag("TF-1")
class FooterPropertyTest {
    private static final BlockHandle METAINDEX = new BlockHandle(81, 47);
    private static final BlockHandle INDEX = new BlockHandle(133, 14);
    private static final byte[] FOOTER = TestBlocks.footer(METAINDEX.encode(), INDEX.encode());

    private static Footer read(byte[] file) throws IOException {
        return TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(file), "a.ldb"))
                .footer();
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void paddingIsNotLookedAt(@ForAll @Size(40) byte[] padding) throws IOException {
        byte[] footer = FOOTER.clone();
        int handles = METAINDEX.encode().length + INDEX.encode().length;
        System.arraycopy(padding, 0, footer, handles, 40 - handles);
        assertEquals(new Footer(METAINDEX, INDEX), read(footer));
    }

    /** Four numbers of up to ten bytes each fill the forty bytes. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void longFormsAreRead(@ForAll long a, @ForAll long b, @ForAll long c, @ForAll long d) throws IOException {
        byte[] metaindex = TestBlocks.join(TestBlocks.overlongVarint(a, 10), TestBlocks.overlongVarint(b, 10));
        byte[] index = TestBlocks.join(TestBlocks.overlongVarint(c, 10), TestBlocks.overlongVarint(d, 10));
        assertEquals(
                new Footer(new BlockHandle(a, b), new BlockHandle(c, d)), read(TestBlocks.footer(metaindex, index)));
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
    void any48BytesEndInAFooterOrTheDocumentedException(@ForAll @Size(40) byte[] handles) throws IOException {
        byte[] file = TestBlocks.footer(handles, new byte[0]);
        try {
            Footer footer = read(file);
            byte[] again =
                    TestBlocks.join(footer.metaindex().encode(), footer.index().encode());
            assertTrue(again.length <= 40);
        } catch (CorruptTableException e) {
            assertEquals(Reason.BAD_HANDLE, e.reason());
        }
    }
}
