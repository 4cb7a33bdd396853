// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That a table writer gets exactly the bytes that the original writers stored. */
@Tag("TF-4")
@Tag("TF-8")
@Tag("TF-10")
class StoredFilterBlockTest {
    private static final int TRAILER = 5;

    private static FilterBlockBuilder small() {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10));
        builder.startBlock(0);
        builder.addKey(new byte[] {'a'});
        return builder;
    }

    @Test
    void theStoredFormIsThatOfTheOriginalWriters() {
        StoredFilterBlock stored = StoredFilterBlock.of(small(), 4096);
        byte[] block = TestBlocks.withTrailer(Bytes.hex("08102040800001000600000000090000000b"), 0);
        assertEquals(18 + TRAILER, block.length);
        assertEquals(new BlockHandle(4096, 18), stored.handle());
        assertEquals(ByteBuffer.wrap(block), stored.bytes());
        assertTrue(stored.bytes().isReadOnly());
        stored.bytes().position(9);
        assertEquals(ByteBuffer.wrap(block), stored.bytes(), "a new view each time");
        stored.metaindexKey()[0] = 0;
        stored.metaindexValue()[0] = 0;
        assertEquals("filter." + TestTable.LEVELDB, new String(stored.metaindexKey(), ISO_8859_1));
        assertEquals("802012", Bytes.toHex(stored.metaindexValue()));
    }

    @Test
    void wrongCallsAreRefusedBeforeTheBlockIsFinished() {
        FilterBlockBuilder unnamed =
                new FilterBlockBuilder(BloomFilterPolicy.levelDb(10).named("\u20ac"));
        FilterBlockBuilder builder = small();
        assertThrows(IllegalArgumentException.class, () -> StoredFilterBlock.of(unnamed, 0));
        assertThrows(IllegalArgumentException.class, () -> StoredFilterBlock.of(builder, -1));
        assertEquals(
                Long.MAX_VALUE,
                StoredFilterBlock.of(builder, Long.MAX_VALUE).handle().offset());
        assertThrows(IllegalStateException.class, () -> StoredFilterBlock.of(builder, 0));
    }
}
