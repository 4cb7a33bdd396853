// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.damage.TableMutants.Mutant;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.PlacedKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged tables in great number, through every way to look at a table. */
class MutatedTableTest {
    private static final int TABLES = 40_000;

    /** Processor time for all that is done with one table, in nanoseconds; the larger tables have 64 KiB. */
    private static final long LONGEST = 100_000_000;

    private static final int QUESTIONS = 5;

    private final TableMutants mutants = new TableMutants();
    private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();
    private final AtomicLong slowest = new AtomicLong();

    @Test
    @Tag("TF-4")
    void damageThrowsCorruptTableExceptionOnly() {
        long start = System.nanoTime();
        int count = Scale.times(TABLES);
        Scale.forEach(count, this::examine);
        System.out.printf(
                "R6 %,d damaged tables in %d ms, the slowest %d ms: %s%n",
                count, (System.nanoTime() - start) / 1_000_000, slowest.get() / 1_000_000, outcomes);
        assertTrue(outcomes.keySet().containsAll(List.of("ok", "corrupt", "findings", "no-filter", "BAD_MAGIC")));
    }

    private void examine(int number) {
        Mutant mutant = mutants.mutant(number);
        byte[] bytes = mutant.bytes();
        ByteBuf direct = Unpooled.directBuffer(bytes.length + 1).writeBytes(bytes);
        try {
            long start = ThreadUse.cpuNanos();
            String outcome = throughEverything(mutant, direct, bytes);
            long took = ThreadUse.cpuNanos() - start;
            if (took > LONGEST) { // once more: the thread may have been at other work, such as a page fault
                start = ThreadUse.cpuNanos();
                throughEverything(mutant, direct, bytes);
                took = ThreadUse.cpuNanos() - start;
            }
            slowest.accumulateAndGet(took, Math::max);
            assertTrue(took <= LONGEST, "takes " + took + " ns");
            assertEquals(1, direct.refCnt());
            outcomes.computeIfAbsent(outcome, unseen -> new LongAdder()).increment();
        } catch (Throwable e) {
            fail("mutant " + number + " of " + mutant.base(), e);
        } finally {
            direct.release();
        }
    }

    private static String throughEverything(Mutant mutant, ByteBuf direct, byte[] bytes) throws IOException {
        throughFilter(mutant, TableSource.retaining(direct, "direct"));
        return outcome(mutant, new BytesSource(bytes, "array"));
    }

    /** Opens the filter and asks it. Only what the checksum lets through answers, so no key may be missing then. */
    private static void throughFilter(Mutant mutant, TableSource source) throws IOException {
        try (TableFile file = TableFile.open(source)) {
            Optional<FilterBlockReader> reader = file.openFilter();
            if (reader.isPresent()) {
                Optional<PlacedKey> denied = mutant.base().deniedBy(reader.get());
                if (denied.isPresent() && mutant.unrepaired() && isChecked(file)) {
                    throw new AssertionError("hides " + denied.get());
                }
            }
        } catch (CorruptTableException e) {
            // as it should be
        }
    }

    /** RocksDB's footer, which has no checksum itself, may be damaged to say that the blocks have none that we know. */
    private static boolean isChecked(TableFile file) {
        return file.footer().checksum() == BlockChecksum.CRC32C;
    }

    /** What the verifier says; on the way everything else that reads a table. */
    private static String outcome(Mutant mutant, TableSource source) throws IOException {
        try (TableFile file = TableFile.open(source)) {
            TableReport report = TableReport.of(file, FilterHints.NONE);
            TableQuery query = new TableQuery(report);
            List<PlacedKey> keys = mutant.base().keys();
            for (int i = 0; i < Math.min(keys.size(), QUESTIONS); i++) {
                PlacedKey key = keys.get(i * keys.size() / QUESTIONS);
                boolean mayMatch = query.ask(key.key()).mayMatch() & query.askFilter(key.blockOffset(), key.key());
                if (!mayMatch && mutant.unrepaired() && isChecked(file)) {
                    throw new AssertionError("the query hides " + key);
                }
            }
            if (mutant.bytes().length % 8 == 0) {
                report.summary();
            }
            report.findings().first().forEach(finding -> finding.toString());
            lazily(file);
            return report.verifiedStatus().id();
        } catch (CorruptTableException e) {
            return e.reason().name();
        }
    }

    private static void lazily(TableFile file) throws IOException {
        try {
            Optional<FilterBlockReader> filter = file.openFilter(FilterDialect.safeMatchers());
            if (filter.isPresent()) {
                filter.get().keyMayMatch(0, new byte[1], 0, 1);
            }
        } catch (CorruptTableException e) {
            // as it should be
        }
    }
}
