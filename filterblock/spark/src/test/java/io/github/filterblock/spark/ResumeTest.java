// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that stop and go on. */
class ResumeTest {
    @TempDir
    private Path directory;

    private Commands.Running start(List<String> words) throws IOException {
        return Commands.sparkSubmit("local[2]", List.of(), words);
    }

    @Test
    void aKilledJobGoesOnWhereItStopped() throws IOException, InterruptedException {
        Path output = directory.resolve("out");
        List<String> words = Words.of("verify", "--task-size", "100", "--output", output, ManyTables.directory());
        Commands.Running running = start(words);
        while (Lines.parts(output).size() < 3 && running.process().isAlive()) {
            Thread.sleep(20);
        }
        running.process().destroyForcibly().waitFor();
        assertFalse(Files.exists(output.resolve("_SUCCESS")), "the job was too fast");
        assertTrue(Files.exists(output.resolve("_temporary")));

        List<Path> parts = Lines.parts(output);
        assertTrue(parts.size() >= 3, Files.readString(running.log()));
        Path cut = parts.get(0);
        Path whole = parts.get(1);
        try (FileChannel channel = FileChannel.open(cut, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }
        Files.writeString(output.resolve("part-00077.jsonl"), "{\"schema\":\"filterblock.ver");
        FileTime longAgo = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(whole, longAgo);

        Commands.Result refused = start(words).await();
        assertEquals(2, refused.status(), refused.err());
        assertTrue(refused.err().contains("--resume goes on with it"), refused.err());

        Commands.Result result = start(Words.of(words, "--resume")).await();
        assertEquals(ManyTables.toolStatus(), result.status(), result.err());
        Lines.assertAreThoseOfTheTool(ManyTables.toolLines(), output);
        assertEquals(longAgo, Files.getLastModifiedTime(whole), "a whole part was written again");
        assertTrue(Lines.only(output.resolve("summary.json")).contains("\"files\":" + ManyTables.COUNT + ","));
    }

    @Test
    void whatCouldNotBeReadIsTriedAgain() throws IOException, InterruptedException {
        Path output = directory.resolve("out");
        Path late = directory.resolve("late.ldb");
        List<String> words = Words.of("verify", "--output", output, late, Commands.TABLES.resolve("pcmind"));
        assertEquals(3, start(words).await().status());
        Files.write(late, GeneratedTable.of(1, 100));
        Commands.Result result = start(Words.of(words, "--resume")).await();
        assertEquals(0, result.status(), result.err());
        assertEquals(4, Lines.ofJob(output).size());
        assertTrue(Lines.ofJob(output).get("file:" + late).contains("\"status\":\"ok\""));
    }

    @Test
    void linesOfOtherSettingsAreNotMixed() throws IOException, InterruptedException {
        Path output = directory.resolve("out");
        Path tables = Commands.TABLES.resolve("pcmind");
        assertEquals(
                0, start(Words.of("audit", "--output", output, tables)).await().status());
        Commands.Result result = start(Words.of("audit", "--seed", "2", "--resume", "--output", output, tables))
                .await();
        assertEquals(2, result.status(), result.err());
        assertTrue(result.err().contains("other settings"), result.err());
    }
}
