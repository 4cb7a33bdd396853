// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobOutputTest {
    @TempDir
    private Path directory;

    private Path folder;
    private JobOutput output;

    @BeforeEach
    void begin() throws IOException {
        folder = directory.resolve("out");
        output = new JobOutput("file:" + folder, new SerializableConfiguration(new Configuration(false)));
        output.begin();
    }

    @Test
    void aPartIsThereOnceItIsWholeAndASecondAttemptDoesNotHarm() throws IOException {
        Path part = folder.resolve("part-00007.jsonl");
        try (JobOutput.FileWriter writer = output.part(7, "1")) {
            writer.write("half");
        }
        assertFalse(Files.exists(part));
        for (String attempt : List.of("2", "3")) {
            try (JobOutput.FileWriter writer = output.part(7, attempt)) {
                writer.write("é one");
                writer.write("two");
                assertEquals(attempt.equals("3"), Files.exists(part));
                writer.commit();
            }
            assertEquals("é one\ntwo\n", Files.readString(part));
        }
    }

    @Test
    void theResultsComeLastAndNothingElseIsLeft() throws IOException {
        output.end("merged", "summary");
        assertEquals("merged\n", Files.readString(folder.resolve("merged.json")));
        assertEquals("summary\n", Files.readString(folder.resolve("summary.json")));
        assertEquals(0, Files.size(folder.resolve("_SUCCESS")));
        assertFalse(Files.exists(folder.resolve("_temporary")));
    }

    @Test
    void anEmptyDirectoryIsUsed() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        new JobOutput("file:" + empty, new SerializableConfiguration(new Configuration(false))).begin();
        assertTrue(Files.exists(empty.resolve("_temporary")));
    }

    @Test
    void anOutputIsNotUsedTwice() {
        JobOutput.UnusableOutputException e = assertThrows(JobOutput.UnusableOutputException.class, output::begin);
        assertTrue(e.getMessage().endsWith("out: is not empty"), e.getMessage());
    }
}
