// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.FilterOptions;
import io.github.filterblock.cli.TableLines;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableExaminerTest {
    @TempDir
    private Path directory;

    private final Configuration configuration = configuration();
    private final TableExaminer examiner = new TableExaminer(TableLines.verify(new FilterOptions(), 10), configuration);

    private static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set("fs.odd.impl", CountingFileSystem.class.getName());
        configuration.setBoolean("fs.odd.impl.disable.cache", true);
        return configuration;
    }

    private ListedTable listed(String scheme, Path file) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(scheme + ":" + file);
        return ListedTable.of(FileSystem.get(path.toUri(), configuration).getFileStatus(path));
    }

    private Path table(String name) throws IOException {
        return Files.write(directory.resolve(name), GeneratedTable.of(1, 100));
    }

    private static void assertUnreadable(TableLines.Result<?> result, String reason) {
        assertEquals(Map.of(TableStatus.UNREADABLE, 1L), result.sum().statuses(), result::line);
        assertTrue(result.line().contains("\"status\":\"unreadable\",\"reason\":\"" + reason), result::line);
    }

    private static void assertOk(TableLines.Result<?> result, String more) {
        assertEquals(Map.of(TableStatus.OK, 1L), result.sum().statuses(), result::line);
        assertTrue(result.line().contains("\"status\":\"ok\",\"reason\":null"), result::line);
        assertTrue(result.line().contains(more), result::line);
    }

    @ParameterizedTest
    @CsvSource({
        "deny.ldb, permission denied",
        "heap.ldb, not enough memory: the executor has",
        "deep.ldb, not enough memory: the executor has",
        "break.ldb, Connection reset by peer\"",
        "fault.ldb, internal error: java.lang.IllegalStateException: a fault",
    })
    void whateverHappensToAFileIsALine(String name, String reason) throws IOException {
        assertUnreadable(examiner.result(listed("odd", table(name))), reason);
    }

    @Test
    void aSoundFileIsOkAndFilesOfHadoopsOwnChecksumsDoNotMatter() throws IOException {
        Path file = table("a.ldb");
        assertOk(examiner.result(listed("odd", file)), "\"file\":\"odd:" + file + "\"");
        Files.write(directory.resolve(".a.ldb.crc"), new byte[] {'c', 'r', 'c', 0, 0, 0, 2, 0, 1, 2, 3, 4});
        assertOk(examiner.result(listed("file", file)), "\"file\":\"file:" + file + "\"");
    }

    @Test
    void aTableOfThreeGibibytesIsVerified() throws IOException {
        Path file = directory.resolve("large.ldb");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            GeneratedTable.sparse(sparse, 1, 100, 32 << 20);
        }
        assertTrue(Files.size(file) > 3L << 30);
        assertOk(examiner.result(listed("odd", file)), "\"keys\":100,\"falseNegatives\":0,\"blocks\":100,");
    }

    @Test
    void aFileThatIsGoneOrShorterThanListedIsUnreadable() throws IOException {
        Path file = table("a.ldb");
        ListedTable listed = listed("file", file);
        Files.write(file, GeneratedTable.of(2, 90));
        assertUnreadable(examiner.result(listed), "");
        Files.delete(file);
        assertUnreadable(examiner.result(listed), "no such file");
        assertUnreadable(examiner.result(ListedTable.missing("odd:/none.ldb")), "no such file");
    }

    @Test
    void aFifoIsNotWaitedFor() throws IOException, InterruptedException {
        Path fifo = directory.resolve("fifo.ldb");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        ListedTable listed = listed("file", fifo);
        TableLines.Result<?> result = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> examiner.result(listed));
        assertUnreadable(result, "");
        assertTrue(result.line().contains("FIFO"), result::line);
    }
}
