// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes and reads a table with arrays, buffers of the JDK and a file; runs in a JVM that has no other library. */
final class LightChild {
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    private LightChild() {}

    public static void main(String[] args) throws IOException {
        byte[] apple = "apple".getBytes(StandardCharsets.US_ASCII);
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);
        builder.startBlock(0);
        builder.addKey(apple);
        builder.addKey(ByteBuffer.wrap(apple));
        builder.startBlock(100);
        StoredFilterBlock filter = StoredFilterBlock.of(builder, 0);
        KeyValueBlockBuilder metaindex = new KeyValueBlockBuilder(KeyValueBlockBuilder.USUAL_RESTART_INTERVAL);
        metaindex.add(filter.metaindexKey(), filter.metaindexValue());
        byte[] storedMetaindex = StoredBlock.raw(metaindex.contents(), BlockChecksum.CRC32C);
        byte[] storedIndex = StoredBlock.raw(new KeyValueBlockBuilder(1).contents(), BlockChecksum.CRC32C);
        int metaindexAt = filter.bytes().remaining();
        int indexAt = metaindexAt + storedMetaindex.length;
        ByteBuffer table = ByteBuffer.allocate(indexAt + storedIndex.length + Footer.LENGTH)
                .put(filter.bytes())
                .put(storedMetaindex)
                .put(storedIndex)
                .put(TestBlocks.footer(
                        TestBlocks.handle(metaindexAt, storedMetaindex.length - BlockHandle.TRAILER_LENGTH),
                        TestBlocks.handle(indexAt, storedIndex.length - BlockHandle.TRAILER_LENGTH)))
                .flip();
        ask(TableFile.open(table, "buffer"), apple);
        Path file = Files.write(Path.of(args[0]), table.array());
        try (TableFile opened = TableFile.open(file)) {
            ask(opened, apple);
        }
        System.out.println(LightUseTest.DONE);
    }

    private static void ask(TableFile table, byte[] key) throws IOException {
        FilterBlockReader reader = table.openFilter(POLICY).orElseThrow();
        boolean present = reader.keyMayMatch(0, key)
                && reader.keyMayMatch(0, ByteBuffer.wrap(key))
                && table.openFilter().orElseThrow().keyMayMatch(0, key)
                && table.openFilterLazily().orElseThrow().keyMayMatch(0, key, 0, key.length);
        boolean absent = reader.keyMayMatch(0, new byte[] {'p', 'e', 'a', 'r'});
        if (!present
                || absent
                || !table.index().isEmpty()
                || !table.structure().damage().isEmpty()) {
            throw new AssertionError("wrong answers");
        }
    }
}
