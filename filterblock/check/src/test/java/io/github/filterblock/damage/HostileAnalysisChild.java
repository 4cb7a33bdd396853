// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Uses hostile tables in every way, in a process of its own with little heap. */
final class HostileAnalysisChild {
    /** The second word for one report that all uses of a table share, and few questions: less time, more memory. */
    static final String SHARED = "shared";

    private interface Use {
        void of(TableFile table, TableReport report) throws IOException;
    }

    private HostileAnalysisChild() {}

    private static Map<String, Use> uses(int draws) {
        Map<String, Use> uses = new LinkedHashMap<>();
        uses.put("verify", (table, report) -> report.findings());
        uses.put("sums", (table, report) -> report.summary().ifPresent(FilterSummary::filterBytes));
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
