// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.cli.TableLines;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartFileTest {
    private static final JobSettings SETTINGS = JobSettings.verify(FilterHints.NONE, 10);

    @TempDir
    private Path directory;

    private JobOutput output;

    @BeforeEach
    void begin() throws IOException {
        output = new JobOutput(
                "file:" + directory.resolve("out"), new SerializableConfiguration(new Configuration(false)));
        output.begin(SETTINGS, false);
    }

    private Path file(int number) {
        return directory.resolve("out").resolve("part-0000" + number + ".jsonl");
    }

    private static String sound(String name) {
        TableLines<?> lines = SETTINGS.lines();
        return lines.of(name, new TableLines.Opener() {
            @Override
            public TableFile open() throws IOException {
                return TableFile.open(TableSource.of(ByteBuffer.wrap(GeneratedTable.of(1, 10)), name));
            }

            @Override
            public String reason(IOException e) {
                return e.getMessage();
            }
        });
    }

    @Test
    void aPartIsThereOnceItIsWhole() throws IOException {
        try (PartWriter writer = output.part(0).writer("1")) {
            writer.write("one");
            assertEquals(List.of(), output.parts());
        }
        assertEquals(List.of(), output.parts());
        try (PartWriter writer = output.part(0).writer("2")) {
            writer.write("two");
            writer.commit();
        }
        assertEquals("two\n", Files.readString(file(0)));
        assertEquals(1, output.nextPart());
        try (PartWriter writer = output.part(0).writer("3")) {
            writer.write("two");
            writer.commit();
        }
        assertEquals(
                List.of(output.part(0).path()),
                output.parts().stream().map(PartFile::path).toList());
    }

    @Test
    void linesThatAreNotKeptAreTakenOut() throws IOException {
        String a = sound("a");
        String c = sound("c");
        String lost = SETTINGS.lines().unreadable("b", "no such file");
        Files.writeString(file(0), a + "\n" + lost + "\n" + c + "\n" + a.substring(0, 40));
        assertEquals(List.of("a", "c"), output.part(0).keptOf("verify"));
        assertEquals(a + "\n" + c + "\n", Files.readString(file(0)));
        assertEquals(List.of("a", "c"), output.part(0).keptOf("verify"));
    }

    @Test
    void aWholeLineWithoutItsEndIsNotTrusted() throws IOException {
        Files.writeString(file(0), sound("a") + "\n" + sound("b"));
        assertEquals(List.of("a"), output.part(0).keptOf("verify"));
        assertEquals(sound("a") + "\n", Files.readString(file(0)));
    }

    @Test
    void linesOfAnySizeAreRead() throws IOException {
        List<String> lines = List.of("", "x".repeat(200_000), "é\u2028ü", "y");
        byte[] bytes = (String.join("\n", lines) + "\nhalf").getBytes(StandardCharsets.UTF_8);
        List<String> read = new ArrayList<>();
        try (WholeLines whole = new WholeLines(new ByteArrayInputStream(bytes))) {
            whole.forEachRemaining(read::add);
            assertFalse(whole.endWithLineFeed());
        }
        assertEquals(lines, read);
    }

    @Test
    void anOutputIsNotUsedTwice() {
        assertThrows(JobOutput.UnusableOutputException.class, () -> output.begin(SETTINGS, false));
        JobSettings other = JobSettings.verify(FilterHints.NONE, 11);
        assertThrows(JobOutput.UnusableOutputException.class, () -> output.begin(other, true));
    }
}
