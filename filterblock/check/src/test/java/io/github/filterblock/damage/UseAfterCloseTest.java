// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Manner;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing releases memory once, and a closed reader says so without touching that memory. */
class UseAfterCloseTest {
    private static final GoldenFilter GOLDEN = GoldenFilter.lastOfSmallest(5);
    private static final byte[] KEY = GOLDEN.keys().get(0).key();
    private static final int CLOSINGS = 2000;
    private static final int THREADS = 2;

    private static FilterBlockReader reader(ByteBuf block) {
        return FilterBlockReader.retaining(block, FilterDialect.LEVELDB.matcher());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COMPOSITE")
    void closedReadersRefuseToAnswerEvenWhenTheMemoryIsGone(ByteBufKind kind) {
        ByteBuf block = kind.of(GOLDEN.block());
        FilterBlockReader reader = reader(block);
        FilterBlockReader sibling = Manner.LIKE_LEVELDB.of(reader);
        assertTrue(reader.keyMayMatch(0, KEY));
        assertEquals(2, block.refCnt());
        reader.close();
        assertTrue(block.release());
        for (FilterBlockReader closed : new FilterBlockReader[] {reader, sibling}) {
            assertThrows(IllegalStateException.class, () -> closed.keyMayMatch(0, KEY));
            assertThrows(IllegalStateException.class, () -> closed.keyMayMatch(-1, KEY));
            assertThrows(IllegalStateException.class, closed::layout);
            closed.close();
            assertEquals(GOLDEN.block().length, closed.retainedBytes());
            assertFalse(closed.toString().isEmpty());
        }
        assertEquals(0, block.refCnt());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COMPOSITE")
    void closingTwiceReleasesOnce(ByteBufKind kind) {
        ByteBuf block = kind.of(GOLDEN.block());
        FilterBlockReader reader = reader(block);
        reader.close();
        reader.close();
        Manner.LIKE_LEVELDB.of(reader).close();
        assertEquals(1, block.refCnt());
        assertTrue(block.release());
    }

    @Test
    void closingFromSeveralThreadsReleasesOnce() {
        CyclicBarrier together = new CyclicBarrier(THREADS);
        ByteBuf block = ByteBufKind.DIRECT.of(GOLDEN.block());
        FilterBlockReader[] readers =
                IntStream.range(0, CLOSINGS).mapToObj(i -> reader(block)).toArray(FilterBlockReader[]::new);
        Threads.run(THREADS, thread -> {
            for (FilterBlockReader reader : readers) {
                together.await();
                reader.close();
            }
        });
        assertEquals(1, block.refCnt());
        assertTrue(block.release());
    }

    @Test
    void readersOutliveTheTableTheyCameFrom() throws IOException {
        TableCase sound = SmallTables.all().get(0);
        ByteBuf buffer = ByteBufKind.DIRECT.of(sound.bytes());
        FilterBlockReader reader;
        try (TableFile table = TableFile.open(TableSource.retaining(buffer, "buffer"))) {
            assertEquals(2, buffer.refCnt());
            reader = table.openFilter().orElseThrow();
            table.ignoringChecksums().close();
            assertEquals(1, buffer.refCnt());
        }
        assertEquals(1, buffer.refCnt());
        assertTrue(buffer.release());
        assertTrue(sound.deniedBy(reader).isEmpty());
    }

    @Test
    void closedFilesCannotBeReadAndSaySoAsTrouble(@TempDir Path directory) throws IOException {
        Path path = Files.write(
                directory.resolve("table.ldb"), SmallTables.all().get(0).bytes());
        TableFile table = TableFile.open(path);
        table.close();
        table.close();
        assertThrows(IOException.class, table::openFilter);
        assertThrows(IOException.class, table::index);
        assertThrows(IOException.class, table::size);
    }
}
