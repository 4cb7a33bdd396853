// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.Database.LiveTable;
import io.github.filterblock.rewrite.RetrofitReport.TableResult;
import io.github.filterblock.rewrite.RetrofitReport.TableResult.Change;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tables of a database at once: the order of results, failures, and an interrupt. */
@Timeout(60)
class TableWorkTest {
    private static final DatabaseRetrofit.Listener NOBODY = (table, done, tables) -> {};

    private static List<LiveTable> tables(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new LiveTable(Path.of(i + ".ldb"), i, 1, 1))
                .toList();
    }

    private static TableResult done(LiveTable table) {
        return new TableResult(table.file().toString(), Change.NONE, 0, table.number(), 0, 0, Optional.empty());
    }

    @Test
    void resultsComeInTheOrderOfTheTablesAndTheListenerIsCalledAlone() throws IOException {
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean together = new AtomicBoolean();
        List<Integer> counts = Collections.synchronizedList(new ArrayList<>());
        DatabaseRetrofit.Listener listener = (table, done, all) -> {
            together.compareAndSet(false, inside.incrementAndGet() > 1);
            Thread.onSpinWait();
            counts.add(done);
            assertEquals(500, all);
            inside.decrementAndGet();
        };
        List<TableResult> results = new TableWork(4, listener).run(tables(500), TableWorkTest::done);
        assertEquals(tables(500).stream().map(TableWorkTest::done).toList(), results);
        assertEquals(IntStream.rangeClosed(1, 500).boxed().toList(), counts);
        assertFalse(together.get());
    }

    @Test
    void aFailureIsThrownAsItIsAndNoOtherTableIsBegun() {
        List<Throwable> failures =
                List.of(new IOException("io"), new IllegalStateException("state"), new AssertionError("error"));
        for (Throwable failure : failures) {
            AtomicInteger begun = new AtomicInteger();
            Throwable thrown = assertThrows(
                    failure.getClass(),
                    () -> new TableWork(1, NOBODY).run(tables(10_000), table -> {
                        if (begun.incrementAndGet() == 1) {
                            sneak(failure);
                        }
                        Thread.onSpinWait();
                        pause();
                        return done(table);
                    }));
            assertSame(failure, thrown);
            assertTrue(begun.get() < 10_000, "begun: " + begun);
        }
    }

    private static void sneak(Throwable failure) throws IOException {
        if (failure instanceof IOException io) {
            throw io;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        throw (Error) failure;
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
