// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterGenerator;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Decompression;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.table.TrustedPolicies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What an engine does with arrays and buffers of the JDK: writes a filter block and its stored form, reads it again,
 * and opens the filter of a table. LightTest runs it in a process that has neither Netty nor Guava.
 */
final class LightProgram {
    private static final byte[] KEY = {'k', 'e', 'y'};

    private LightProgram() {}

    /** Takes the path of a table that LevelDB wrote; prints how long the first use took, in milliseconds. */
    public static void main(String[] args) throws IOException {
        long start = System.nanoTime();
        written();
        read(Path.of(args[0]));
        everything(Path.of(args[0]));
        System.out.println((System.nanoTime() - start) / 1_000_000);
    }

    private static void written() {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(10);
        FilterBlockBuilder builder = new FilterBlockBuilder(policy);
        builder.startBlock(0);
        builder.addKey(KEY);
        builder.addKey(KEY, 0, 1);
        builder.addKeys(KEY, 0, 1, KEY.length);
        builder.addKey(ByteBuffer.allocateDirect(8));
        builder.startBlock(4096);
        byte[] block = builder.finish();
        builder.reset();
        builder.addKey(KEY);
        StoredFilterBlock stored = StoredFilterBlock.of(builder, 4096);
        check(stored.bytes().remaining() == stored.handle().size() + 5 && stored.metaindexValue().length > 1);

        FilterBlockReader reader = FilterBlockReader.wrap(block, 0, block.length, policy);
        HashedKey hashed = HashedKey.of(KEY);
        check(reader.keyMayMatch(0, KEY) && reader.keyMayMatch(0, ByteBuffer.wrap(KEY)));
        check(reader.keyMayMatch(0, hashed) && !reader.keyMayMatch(0, new byte[] {'x', 'y', 'z'}));
        check(FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block), 1).isEmpty());
    }

    private static void read(Path path) throws IOException {
        try (TableFile file = TableFile.open(path);
                TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(Files.readAllBytes(path)), "table"))) {
            TableFilter reader = file.openFilter().orElseThrow();
            TableFilter own = table.openFilter(TrustedPolicies.of(BloomFilterPolicy.levelDb(10)))
                    .orElseThrow();
            HashedKey hashed = HashedKey.of(KEY);
            for (long offset = 0; offset < table.size(); offset += 1000) {
                check(own.keyMayMatch(offset, KEY) == own.keyMayMatch(offset, hashed));
                check(!own.keyMayMatch(offset, KEY) || reader.keyMayMatch(offset, KEY));
            }
        }
    }

    /** Questions in every form, and what a table is made of. */
    private static void everything(Path path) throws IOException {
        FilterBlockBuilder builder =
                new FilterBlockBuilder(BloomFilterPolicy.levelDb(10), FilterBlockBuilder.WHOLE_TABLE);
        builder.startBlock(0);
        builder.addKey(KEY);
        ByteBuffer block = ByteBuffer.allocateDirect((int) builder.sizeInBytes());
        builder.finish(block);
        block.flip();
        FilterMatcher safe =
                FilterDialect.safeMatcher("leveldb.BuiltinBloomFilter2").orElseThrow();
        FilterBlockBatch batch = new FilterBlockBatch(2);
        for (FilterBlockReader each :
                List.of(FilterBlockReader.copyOf(block, safe), FilterBlockReader.wrap(block, safe))) {
            FilterBlockReader reader = each.forDataUpTo(100);
            check(reader.tableMayMatch(KEY) && reader.tableMayMatch(KEY, 0, KEY.length));
            check(reader.tableMayMatch(ByteBuffer.wrap(KEY)) && reader.keyMayMatch(0, KEY, 0, KEY.length));
            batch.add(reader, 0, KEY, 0, KEY.length);
            check(reader.layout().lookup(0).isProbed() && reader.layout().filterCount() == 1);
            reader.close();
        }
        batch.probe();
        check(batch.mayMatch(0) && batch.mayMatch(1));
        try (TableSource source = TableSource.of(path);
                TableFile table = TableFile.open(source.borrowed())) {
            check(table.openFilter().isPresent());
            check(table.structure().damage().isEmpty() && !table.metaindex().isEmpty());
            KeyValueBlock.Cursor cursor =
                    table.readEntries(table.index().get(0).handle()).cursor();
            check(cursor.next() && table.ignoringChecksums().footer().encode().length == Footer.LENGTH);
            byte[] raw = StoredBlock.raw(KEY, BlockChecksum.CRC32C);
            check(raw.length == KEY.length + BlockHandle.TRAILER_LENGTH);
        }
        byte[] snappy = Decompression.usual().decompress(1, new byte[] {1, 0, 'a'}, 0, 3);
        check(Arrays.equals(snappy, new byte[] {'a'}));
        FilterGenerator generator = BloomFilterPolicy.levelDb(10).newGenerator();
        generator.addKey(new byte[8], 0, 8);
        check(generator.generate().length == 9);
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("wrong answer");
        }
    }
}
