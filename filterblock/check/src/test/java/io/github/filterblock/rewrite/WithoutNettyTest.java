// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.base.Preconditions;
import com.google.common.util.concurrent.internal.InternalFutureFailureAccess;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.HandMadeDatabase;
import io.github.filterblock.durable.ChildJvm;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever judges and rewrites files needs no Netty: a JVM without it does all of it, with checked byte code. */
class WithoutNettyTest {
    @TempDir
    private Path directory;

    /** A program of this test. */
    static final class Program {
        private Program() {}

        /** Takes a table, a database, and a directory to write into. */
        public static void main(String[] arguments) throws Exception {
            Path table = Path.of(arguments[0]);
            FilterHints hints = new FilterHints(Optional.empty(), Optional.of(KeyFormat.USER_KEY));
            try (TableFile file = TableFile.open(table)) {
                TableReport report = TableReport.of(file, hints);
                new TableQuery(report).explain("apple".getBytes(StandardCharsets.US_ASCII));
                Audit.of(file, report, 1, 100);
            }
            Path out = Path.of(arguments[2]);
            FilterPlan plan = FilterPlan.KEEP.withBitsPerKey(14).withBaseLg(12);
            TableRebuild.rebuild(table, out.resolve("000001.ldb"), plan, hints);
            DatabaseRetrofit.of(Path.of(arguments[1]), out.resolve("new"))
                    .withPlan(plan)
                    .run();
            try (Database database = Database.open(out.resolve("new"))) {
                database.visitKeys((key, offset, length) -> {});
            }
        }
    }

    private static String placeOf(Class<?> type) {
        return new File(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
    }

    @Test
    void tablesAndDatabasesAreJudgedAndRewritten() throws Exception {
        byte[] bytes = TestTable.ofInternalKeys().block("apple", "plum").bytes();
        Path table = Files.write(directory.resolve("000005.ldb"), bytes);
        HandMadeDatabase.write(directory.resolve("database"), bytes);
        String classPath = Stream.of(
                        BloomFilterPolicy.class,
                        FilterBlockReader.class,
                        TableReport.class,
                        WithoutNettyTest.class,
                        Preconditions.class,
                        InternalFutureFailureAccess.class)
                .map(WithoutNettyTest::placeOf)
                .collect(Collectors.joining(File.pathSeparator));
        Path out = directory.resolve("out");
        ProcessBuilder child = ChildJvm.command(
                Program.class, table.toString(), directory.resolve("database").toString(), directory.toString());
        child.command().set(child.command().indexOf("-cp") + 1, classPath);
        child.command().add(1, "-Xverify:all");
        Process process =
                child.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        int status = process.waitFor();
        assertEquals("0 ", status + " " + Files.readString(out).replaceAll("(?m)^.*warning: .*\\R", ""));
    }
}
