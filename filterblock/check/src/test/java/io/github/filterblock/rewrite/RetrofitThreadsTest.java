// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Throwables;
import com.google.common.util.concurrent.Uninterruptibles;
import io.github.filterblock.database.Databases;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.rewrite.TableResult.Change;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The threads of a retrofit; one that is interrupted leaves all of the new database or nothing, and the interrupt. */
@Timeout(60)
class RetrofitThreadsTest {
    private static final DatabaseRetrofit.Listener NOBODY = (table, done, tables) -> {};
    private static final int MAX_MICROS = 40_000;

    @TempDir
    Path folder;

    private final Path database = GoldenDatabase.named("plyvel").directory();

    @AfterEach
    void noInterruptIsLeft() {
        assertFalse(Thread.interrupted());
    }

    private void assertAllOrNothing(Path target, Path whole, boolean finished) throws IOException {
        assertEquals(List.of(), Databases.leftOvers(target));
        assertTrue(Files.exists(target) || !finished);
        if (Files.exists(target)) { // the interrupt may have come when it had its name
            assertEquals(Databases.contents(whole), Databases.contents(target));
        }
    }

    /** At any time; most attempts are hit somewhere else. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anInterruptAtAnyTimeLeavesAllOrNothing(int threads) throws Exception {
        Path whole = folder.resolve("whole");
        DatabaseRetrofit.of(database, whole).run();
        Thread caller = Thread.currentThread();
        int interrupted = 0;
        for (int micros = 0; micros < MAX_MICROS; micros += 1000) {
            Path target = folder.resolve("new-" + micros);
            long delay = 1000L * micros;
            Thread other = new Thread(() -> {
                LockSupport.parkNanos(delay);
                caller.interrupt();
            });
            other.start();
            boolean finished = true;
            try {
                DatabaseRetrofit.of(database, target).withThreads(threads).run();
            } catch (IOException e) {
                finished = false;
                interrupted++;
                assertTrue(Thread.currentThread().isInterrupted(), "the interrupt is lost");
            }
            while (other.isAlive()) {
                Thread.onSpinWait();
            }
            assertTrue(Thread.interrupted());
            assertAllOrNothing(target, whole, finished);
        }
        assertTrue(interrupted > 0, "no interrupt came while the database was read");
    }

    @Test
    void aThreadThatIsInterruptedAlreadyWritesNothing() throws IOException {
        Path target = folder.resolve("new");
        Thread.currentThread().interrupt();
        assertThrows(
                IOException.class, () -> DatabaseRetrofit.of(database, target).run());
        assertTrue(Thread.interrupted());
        assertAllOrNothing(target, target, false);
    }

    private static List<LiveTable> tables(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new LiveTable(
                        Path.of(i + ".ldb"), i, 0, "default", 1, 1, Optional.empty(), LiveTable.State.PRESENT, 0))
                .toList();
    }

    private static TableResult done(LiveTable table) {
        return new TableResult(
                table.file().toString(),
                Change.NONE,
                0,
                0,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.of(table.number()),
                0,
                0,
                true,
                Optional.empty(),
                List.of());
    }

    /** The files of the failed run are removed next, so nobody may still be writing them. */
    @Test
    void noTableIsWorkedOnAfterAnyNumberOfInterrupts() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean working = new AtomicBoolean();
        Thread caller = Thread.currentThread();
        Thread other = new Thread(() -> {
            Uninterruptibles.awaitUninterruptibly(begun);
            for (int i = 0; i < 20; i++) {
                caller.interrupt();
                LockSupport.parkNanos(5_000_000);
            }
        });
        other.start();
        TableWork.Task slow = table -> {
            working.set(true);
            begun.countDown();
            long end = System.nanoTime() + 200_000_000L;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            working.set(false);
            throw new IOException("done");
        };
        assertThrows(IOException.class, () -> new TableWork(1, NOBODY).run(tables(4), slow));
        assertFalse(working.get());
        assertTrue(Thread.interrupted());
        while (other.isAlive()) {
            Thread.onSpinWait();
        }
        Thread.interrupted(); // one may have come since
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
        List<TableResult> results = new TableWork(4, listener).run(tables(500), RetrofitThreadsTest::done);
        assertEquals(tables(500).stream().map(RetrofitThreadsTest::done).toList(), results);
        assertEquals(IntStream.rangeClosed(1, 500).boxed().toList(), counts);
        assertFalse(together.get());
    }

    @Test
    void aFailureIsThrownAsItIsAndNoOtherTableIsBegun() {
        for (Throwable failure : List.of(new IOException(), new IllegalStateException(), new AssertionError())) {
            AtomicInteger begun = new AtomicInteger();
            TableWork.Task task = table -> {
                if (begun.incrementAndGet() == 1) {
                    Throwables.throwIfInstanceOf(failure, IOException.class);
                    Throwables.throwIfUnchecked(failure);
                }
                LockSupport.parkNanos(1_000_000);
                return done(table);
            };
            List<LiveTable> many = tables(10_000);
            assertSame(failure, assertThrows(failure.getClass(), () -> new TableWork(1, NOBODY).run(many, task)));
            assertTrue(begun.get() < 10_000, "begun: " + begun);
        }
    }

    /** Not only once the tables before it are done. */
    @Test
    void whileATableIsWrittenAFailureBehindItStopsTheRest() {
        CountDownLatch failing = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        IOException failure = new IOException("the second");
        TableWork.Task task = table -> {
            begun.incrementAndGet();
            if (table.number() == 1) {
                failing.countDown();
                throw failure;
            }
            Uninterruptibles.awaitUninterruptibly(failing);
            LockSupport.parkNanos(100_000_000);
            return done(table);
        };
        List<LiveTable> many = tables(1000);
        assertSame(failure, assertThrows(IOException.class, () -> new TableWork(2, NOBODY).run(many, task)));
        assertEquals(2, begun.get());
    }
}
