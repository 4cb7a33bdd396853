// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.bloom.AnyOfMatcher;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptFileException;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.table.TrustedPolicies;
import io.github.filterblock.testdata.PlacedKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Takes damaged tables to every door. Nothing but the documented exceptions is thrown, time and memory follow the bytes
 * present, the ways to open a filter agree, and no door that can know better denies a key of the sound table.
 */
final class EveryDoor {
    private static final int QUESTIONS = 40;
    private static final int MAX_SHOWN = 20;

    /** Processor time for all that is done with one table, in nanoseconds. */
    private static final long LONGEST = 100_000_000;

    private static final long MIN_MEMORY = 64 << 10;
    private static final int MEASURED = 16;
    private static final byte[][] ABSENT = IntStream.range(0, 8)
            .mapToObj(i -> ("k" + i + " is absent").getBytes(US_ASCII))
            .toArray(byte[][]::new);
    private static final List<FilterMatcher> OWN =
            List.of(BloomFilterPolicy.levelDb(10), BloomFilterPolicy.goLevelDb(10));

    /**
     * A damaged table.
     *
     * @param name for messages
     * @param keys those of the sound table
     * @param honest the doors that may deny none of the keys
     * @param whole whether all data blocks are there, so that code that shows all keys must find them
     */
    record Damaged(String name, byte[] bytes, List<PlacedKey> keys, Predicate<Door> honest, boolean whole) {}

    private static final class Count {
        private long opened;
        private long questions;
        private long absent;
        private long falseOnes;
    }

    private final Path directory;
    /** What is allocated to put a finding into words. */
    private static final long MEMORY_OF_FINDING = 1 << 11;

    private final int memoryShare;
    private final Map<Door, Count> counts = new EnumMap<>(Door.class);
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private int tables;

    /**
     * @param directory for databases
     * @param memoryShare how many times the bytes present a report may take
     */
    EveryDoor(Path directory, int memoryShare) {
        this.directory = directory;
        this.memoryShare = memoryShare;
    }

    void take(Damaged damaged) {
        int number = tables++;
        try {
            long took = throughAll(damaged, number);
            assertTrue(took <= LONGEST || throughAll(damaged, number) <= LONGEST, () -> "takes " + took + " ns");
            if (number % MEASURED == 0) {
                assertMemory(damaged.bytes, 3, table -> table.openFilter());
                assertReportMemory(damaged.bytes);
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError(damaged.name + ": " + e, e);
        }
    }

    /** Fails if a key was denied, or if these doors deny nothing any more. A long run also prints the counts. */
    void report(String what, Set<Door> denying) {
        if (Scale.times(1) > 1) {
            System.out.println(what + ": " + tables + " tables, " + outcomes);
            counts.forEach((door, count) -> System.out.println("  " + door + ": " + count.opened + " opened, "
                    + count.questions + " questions, " + count.absent + " absent, " + count.falseOnes
                    + " of them false"));
        }
        assertEquals(List.of(), wrong.subList(0, Math.min(MAX_SHOWN, wrong.size())), () -> wrong.size() + " wrong");
        denying.forEach(door -> assertTrue(counts.get(door).absent > 0, () -> what + ": " + door + " denies nothing"));
        assertTrue(outcomes.size() > 1, outcomes::toString);
    }

    private long throughAll(Damaged damaged, int number) throws IOException {
        long start = ThreadUse.cpuNanos();
        Door.Table table = new Door.Table(damaged.bytes, directory, asked(damaged.keys));
        try {
            openInEveryWay(damaged);
            examine(damaged, table);
        } catch (CorruptTableException e) {
            outcomes.merge(e.reason().name(), 1, Integer::sum);
        }
        for (Door door : Door.values()) {
            boolean chosen = (number * 0x9e3779b9 >>> 16) % door.step == 0;
            if (chosen && (door != Door.RETROFIT || damaged.honest.test(door))) {
                ask(door, table, damaged);
            }
        }
        return ThreadUse.cpuNanos() - start;
    }

    private static List<byte[]> asked(List<PlacedKey> keys) {
        return Stream.concat(keys.stream().map(PlacedKey::key), Stream.of(ABSENT))
                .toList();
    }

    private void ask(Door door, Door.Table table, Damaged damaged) throws IOException {
        Count count = counts.computeIfAbsent(door, any -> new Count());
        try {
            Optional<Predicate<PlacedKey>> opened = door.open(table);
            if (opened.isEmpty()) {
                return;
            }
            count.opened++;
            List<PlacedKey> keys = damaged.keys;
            for (int i = 0; i < keys.size(); i += 1 + keys.size() / QUESTIONS) {
                count.questions++;
                if (!opened.get().test(keys.get(i))) {
                    count.absent++;
                    if (damaged.honest.test(door)) {
                        count.falseOnes++;
                        wrong.add(door + " denies " + keys.get(i) + " of " + damaged.name);
                    }
                }
            }
            for (byte[] key : ABSENT) {
                count.questions++;
                count.absent += opened.get().test(new PlacedKey(0, key)) ? 0 : 1;
            }
        } catch (CorruptFileException e) {
            // refused, as it should be
        } catch (UnwritableFilterException e) {
            outcomes.merge(e.parameter().name(), 1, Integer::sum);
        }
    }

    private interface Way {
        Optional<TableFilter> open() throws IOException;
    }

    /** Matchers of other names change nothing; an engine's own ones may, but end in an answer. */
    private static void openInEveryWay(Damaged damaged) throws IOException {
        ByteBuf direct = Unpooled.directBuffer(damaged.bytes.length + 1).writeBytes(damaged.bytes);
        try (TableFile table = TableFile.open(TableSource.retaining(direct, "direct"))) {
            FilterMatcher ofNobody = AnyOfMatcher.alwaysMatching("nobody's");
            String safe = answers(() -> table.openFilter(), damaged.keys);
            assertEquals(safe, answers(() -> table.openFilter(TrustedPolicies.of(ofNobody)), damaged.keys));
            for (FilterMatcher own : OWN) {
                answers(() -> table.openFilter(TrustedPolicies.of(own)), damaged.keys);
            }
        } finally {
            assertEquals(1, direct.refCnt());
            direct.release();
        }
    }

    /** A text of 0 and 1, or why the filter cannot be opened. */
    private static String answers(Way way, List<PlacedKey> keys) throws IOException {
        try {
            Optional<TableFilter> filter = way.open();
            StringBuilder answers = new StringBuilder(filter.isEmpty() ? "none" : "");
            for (int i = 0; filter.isPresent() && i < keys.size(); i += 1 + keys.size() / QUESTIONS) {
                PlacedKey key = keys.get(i);
                answers.append(filter.get().keyMayMatch(key.blockOffset(), key.key()) ? '1' : '0');
            }
            return answers.toString();
        } catch (CorruptTableException e) {
            return e.reason().name();
        }
    }

    private void examine(Damaged damaged, Door.Table shared) throws IOException {
        TableReport report = shared.report();
        TableFile table = BytesSource.open(damaged.bytes);
        TableVerification verified = TableVerification.of(table, report);
        outcomes.merge(verified.status().id(), 1, Integer::sum);
        verified.findings()
                .first()
                .forEach(finding -> assertTrue(!finding.message().isBlank()));
        report.filter(BlockFilter.class).ifPresent(filter -> filter.rows().size());
        Audit audit = Audit.of(table, report, 1, 20);
        // Blocks that may not be data blocks deny keys, and an audit that asked about them would count that.
        assertTrue(shared.query().search() != TableQuery.Search.NO_FILTER
                || audit.randomKeys().asked() + audit.steps().asked() == 0);
        if (!damaged.whole) {
            return;
        }
        int keys = damaged.keys.size();
        if ((report.certainty().isCertain() || verified.findings().isEmpty()) && report.entries() < keys) {
            wrong.add(report.entries() + " keys are all of " + damaged.name);
        }
        try {
            long[] visited = {0};
            TableKeys.visit(table, report.structure(), KeyFormat.WHOLE_KEY, (offset, key, length) -> visited[0]++);
            if (visited[0] < keys) {
                wrong.add(visited[0] + " keys are shown of " + damaged.name);
            }
        } catch (CorruptTableException e) {
            // refused, as it should be
        }
    }

    interface Use {
        void of(TableFile table) throws IOException;
    }

    private void assertReportMemory(byte[] bytes) throws Exception {
        long findings;
        try {
            findings = TableVerification.of(BytesSource.open(bytes))
                    .findings()
                    .first()
                    .size();
        } catch (CorruptTableException e) {
            findings = 0;
        }
        assertMemory(bytes, memoryShare, MEMORY_OF_FINDING * findings, TableVerification::of);
    }

    /** Takes at most a multiple of the bytes present, those of the file and those of decompressed blocks. */
    static void assertMemory(byte[] bytes, int share, Use use) throws Exception {
        assertMemory(bytes, share, 0, use);
    }

    private static void assertMemory(byte[] bytes, int share, long more, Use use) throws Exception {
        long[] present = {0};
        long[] tries = {0};
        ThreadUse.Task task = () -> {
            present[0] = bytes.length;
            tries[0] = 0;
            try {
                use.of(BytesSource.open(bytes).countingContents(contents -> {
                    tries[0]++;
                    present[0] += contents;
                }));
            } catch (CorruptTableException e) {
                // as it should be
            }
        };
        task.run(); // classes are loaded
        long limit = (1 + tries[0]) * MIN_MEMORY + share * present[0] + more;
        assertTrue(ThreadUse.allocatesAtMost(limit, task), () -> present[0] + " bytes take more than " + limit);
    }
}
