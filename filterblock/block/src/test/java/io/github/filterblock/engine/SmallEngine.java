// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.StoredFilterBlock;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A program that writes a filter and asks one, with keys in arrays and in buffers of the JDK; see LightTest. */
final class SmallEngine {
    private SmallEngine() {}

    /**
     * Opens the table that the first argument names, which holds "apple" and not "none"; prints its CPU time in
     * microseconds. With a second argument the engine has full filters.
     */
    public static void main(String[] arguments) throws Exception {
        byte[] present = "apple".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer absent = ByteBuffer.allocateDirect(4).put(0, "none".getBytes(StandardCharsets.US_ASCII));
        boolean right;
        long start;
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]))) {
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            ThreadUse.cpuNanos(); // whose own first use is not ours
            start = ThreadUse.cpuNanos();
            DatabaseFilters filters = arguments.length > 1
                    ? DatabaseFilters.of(FullFilterPolicy.fastLocalBloom(10))
                    : DatabaseFilters.of(BloomFilterPolicy.levelDb(10));
            StoredFilterBlock stored = write(filters.newWriter(), present);
            EngineFilter inFile = filters.open(TableSource.of(channel, "file"));
            EngineFilter inMemory = filters.open(TableSource.of(mapped, "memory"));
            right = stored.bytes().remaining() > 9
                    && inFile.keyMayMatch(0, present)
                    && !inFile.keyMayMatch(0, absent)
                    && inMemory.tableMayMatch(present)
                    && filters.counters().snapshot().absent() == 1;
        }
        long nanos = ThreadUse.cpuNanos() - start;
        System.out.println(right ? nanos / 1000 : "wrong");
    }

    private static StoredFilterBlock write(FilterWriter writer, byte[] key) {
        writer.addUserKey(key, 0, key.length);
        writer.addInternalKey(ByteBuffer.allocateDirect(12));
        writer.blockWritten(4096);
        return writer.finish(4096).orElseThrow();
    }
}
