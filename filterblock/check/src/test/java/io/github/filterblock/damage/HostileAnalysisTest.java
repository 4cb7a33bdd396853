// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.durable.ChildJvm;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.HostileKind;
import io.github.filterblock.table.HostileTables;
import io.github.filterblock.table.HostileTables.Contents;
import io.github.filterblock.table.HostileTables.Part;
import io.github.filterblock.table.OpenFilters;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a file of up to 16 MB holds, 320 MiB of heap and five seconds are enough to say what it is. */
@Tag("TF-5")
class HostileAnalysisTest {
    /** Five seconds of CPU time; ten in every build, where only the quick compiler works. */
    private static final long LONGEST = Scale.times(1) == 1 ? 10_000_000_000L : 5_000_000_000L;

    private static final int USES = 5;
    private static final int LARGEST_BLOCK = Scale.times(1) == 1 ? 1 << 20 : 63 << 20;
    private static final int LARGEST_FILE = 15 << 20;

    @TempDir
    private Path directory;

    /** zstd shrinks the most; the others, and files as large as they may be, are for the long run. */
    private static List<Packing> packings() {
        return Scale.times(1) == 1 ? List.of(Packing.ZSTD) : List.of(Packing.values());
    }

    private int writeTables(Packing packing) throws IOException {
        int length = packing == Packing.RAW ? LARGEST_FILE : LARGEST_BLOCK;
        int count = 0;
        for (Contents contents : Contents.values()) {
            byte[] packed = HostileTables.packed(contents, packing, length);
            for (Part part : Part.values()) {
                byte[] bytes = HostileTables.table(part, packed, packing);
                Files.write(directory.resolve(packing + " " + part + " " + contents + ".ldb"), bytes);
                count++;
            }
        }
        Files.write(directory.resolve(packing + " values.ldb"), values(packing));
        return count + 1;
    }

    /** Memory is short only beside a file that is as large as it may be; the times of the others grow with them. */
    private int writeKinds() throws IOException {
        for (HostileKind kind : HostileKind.values()) {
            int size = kind == HostileKind.EVERYTHING_LONG ? LARGEST_FILE : Scale.times(256 << 10, LARGEST_FILE);
            Files.write(directory.resolve(kind + ".ldb"), kind.table(size));
        }
        return HostileKind.values().length;
    }

    /** Four megabytes, or as many as there may be, whose data blocks stand for gigabytes of values together. */
    private static byte[] values(Packing packing) {
        int length = packing == Packing.RAW ? 1 << 20 : LARGEST_BLOCK;
        int oneBlock = HostileTables.values(packing, 1, length).length;
        return HostileTables.values(packing, Math.max(1, Scale.times(1 << 20, LARGEST_FILE) / oneBlock), length);
    }

    @Test
    void everyUseOfEveryTableEndsWithAnAnswer() throws IOException, InterruptedException {
        int tables = writeKinds();
        for (Packing packing : packings()) {
            tables += writeTables(packing);
        }
        // In every build the uses share what was found out, which takes less time and more memory.
        String way = Scale.times(1) == 1 ? Child.SHARED : "each";
        ProcessBuilder command = ChildJvm.command(Child.class, directory.toString(), way);
        command.command().add(1, "-Xmx320m");
        if (Scale.times(1) > 1) { // the largest files, with the compilers that users have
            command.command().remove("-XX:TieredStopAtLevel=1");
        }
        Process child = command.start();
        List<String> lines;
        try (var output = child.inputReader(StandardCharsets.UTF_8)) {
            lines = output.lines().toList();
        }
        assertEquals(0, child.waitFor(), () -> "behind " + lines.get(lines.size() - 1));
        assertEquals(tables * USES, lines.size());
        long longest = 0;
        for (String line : lines) {
            long took = Long.parseLong(line.substring(0, line.indexOf(' ')));
            assertTrue(took <= LONGEST, line);
            longest = Math.max(longest, took);
        }
        System.out.printf(
                "R7 %,d uses of hostile tables with 320 MiB: at most %d ms%n", lines.size(), longest / 1_000_000);
    }

    /** Uses hostile tables in every way, in a process of its own with little heap. */
    static final class Child {
        /** The second word for one report that all uses of a table share, and few questions: less time, more memory. */
        private static final String SHARED = "shared";

        private interface Use {
            void of(TableFile table, TableReport report) throws IOException;
        }

        private Child() {}

        private static Map<String, Use> uses(int draws) {
            Map<String, Use> uses = new LinkedHashMap<>();
            uses.put("open", (table, report) -> {
                table.openFilter();
                OpenFilters.byKey(table);
            });
            uses.put("verify", TableVerification::of);
            uses.put("sums", (table, report) -> report.filter(BlockFilter.class).ifPresent(BlockFilter::filterBytes));
            uses.put("query", (table, report) -> {
                TableQuery query = new TableQuery(report);
                query.ask(new byte[5]);
                query.explain(new byte[5]).why();
            });
            uses.put("audit", (table, report) -> Audit.of(table, report, 1, draws));
            return uses;
        }

        /** Prints the nanoseconds of each use of each file of a directory, with its name. */
        public static void main(String[] words) throws IOException {
            boolean shared = words[1].equals(SHARED);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(words[0]))) {
                for (Path file : files) {
                    Optional<TableReport> report = Optional.empty();
                    for (Map.Entry<String, Use> use :
                            uses(shared ? 20_000 : 100_000).entrySet()) {
                        long start = ThreadUse.cpuNanos();
                        try (TableFile table = TableFile.open(file)) {
                            report = shared && report.isPresent() ? report : Optional.of(TableReport.of(table));
                            use.getValue().of(table, report.get());
                        } catch (CorruptTableException e) {
                            // an answer too
                        }
                        long took = ThreadUse.cpuNanos() - start;
                        System.out.println(took + " " + use.getKey() + " " + file.getFileName());
                    }
                }
            }
        }
    }
}
