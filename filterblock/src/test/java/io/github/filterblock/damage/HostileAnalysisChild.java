// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.analysis.FilterChoice;
import io.github.filterblock.analysis.FilterDiff;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.SampledReading;
import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableVerifier;
import io.github.filterblock.audit.AuditSettings;
import io.github.filterblock.audit.TableAudit;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Uses hostile tables in every way, in a process of its own with little heap. */
final class HostileAnalysisChild {
    private interface Use {
        void of(TableFile table) throws IOException;
    }

    private HostileAnalysisChild() {}

    private static Map<String, Use> uses() {
        Map<String, Use> uses = new LinkedHashMap<>();
        uses.put("verify", table -> TableVerifier.verify(table, FilterChoice.NONE));
        uses.put("sums", table -> FilterSummary.of(TableAnalysis.of(table)).ifPresent(FilterSummary::filterBytes));
        uses.put("query", table -> {
            TableQuery query = new TableQuery(TableAnalysis.of(table));
            query.ask(new byte[5]);
            query.explain(new byte[5]).why();
        });
        uses.put("audit", table -> TableAudit.of(table, TableAnalysis.of(table), AuditSettings.DEFAULT));
        uses.put("diff", table -> {
            TableAnalysis analysis = TableAnalysis.of(table);
            if (analysis.filter().flatMap(TableFilter::damage).isEmpty()) {
                FilterDiff.of(analysis, analysis);
            }
        });
        uses.put(
                "sample",
                table -> SampledReading.of(table, FilterChoice.NONE, SampledReading.USUAL_SAMPLE)
                        .open());
        return uses;
    }

    /** Prints the nanoseconds of each use of each file of a directory, with its name. */
    public static void main(String[] directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(directory[0]))) {
            for (Path file : files) {
                for (Map.Entry<String, Use> use : uses().entrySet()) {
                    long start = ThreadUse.cpuNanos();
                    use(file, use.getValue());
                    long took = ThreadUse.cpuNanos() - start;
                    System.out.println(took + " " + use.getKey() + " " + file.getFileName());
                }
            }
        }
    }

    private static void use(Path file, Use use) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            use.of(table);
        } catch (CorruptTableException e) {
            // an answer too
        }
    }
}
