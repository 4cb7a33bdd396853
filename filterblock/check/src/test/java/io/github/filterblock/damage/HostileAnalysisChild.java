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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Uses hostile tables in every way, in a process of its own with little heap. */
final class HostileAnalysisChild {
    /** The second word for one analysis that all uses of a table share: less time, more memory. */
    static final String SHARED = "shared";

    private interface Analysis {
        TableReport get() throws IOException;
    }

    private interface Use {
        void of(TableFile table, Analysis analysis) throws IOException;
    }

    private HostileAnalysisChild() {}

    private static Map<String, Use> uses() {
        Map<String, Use> uses = new LinkedHashMap<>();
        uses.put("verify", (table, analysis) -> analysis.get().findings());
        uses.put("sums", (table, analysis) -> analysis.get().summary().ifPresent(FilterSummary::filterBytes));
        uses.put("query", (table, analysis) -> {
            TableQuery query = new TableQuery(analysis.get());
            query.ask(new byte[5]);
            query.explain(new byte[5]).why();
        });
        uses.put("audit", (table, analysis) -> Audit.of(table, analysis.get(), 1, 100_000));
        return uses;
    }

    /** Prints the nanoseconds of each use of each file of a directory, with its name. */
    public static void main(String[] words) throws IOException {
        boolean shared = words.length > 1 && words[1].equals(SHARED);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(words[0]))) {
            for (Path file : files) {
                if (shared) {
                    use(file, uses());
                } else {
                    for (Map.Entry<String, Use> use : uses().entrySet()) {
                        use(file, Map.of(use.getKey(), use.getValue()));
                    }
                }
            }
        }
    }

    private static void use(Path file, Map<String, Use> uses) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            Map<TableFile, TableReport> known = new HashMap<>();
            Analysis analysis = () -> {
                if (!known.containsKey(table)) {
                    known.put(table, TableReport.of(table));
                }
                return known.get(table);
            };
            for (Map.Entry<String, Use> use : uses.entrySet()) {
                long start = ThreadUse.cpuNanos();
                try {
                    use.getValue().of(table, analysis);
                } catch (CorruptTableException e) {
                    // an answer too
                }
                long took = ThreadUse.cpuNanos() - start;
                System.out.println(took + " " + use.getKey() + " " + file.getFileName());
            }
        }
    }
}
