// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.HostileKind;
import io.github.filterblock.table.HostileTables;
import io.github.filterblock.table.HostileTables.Contents;
import io.github.filterblock.table.HostileTables.Part;
import io.github.filterblock.table.Packing;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * However much the few bytes of a table stand for, every verb answers with few lines, even for a line of a megabyte.
 */
@Tag("TF-5")
class HostileOutputTest {
    private static final boolean LONG = Integer.getInteger("filterblock.scale", 1) > 1;
    private static final int CONTENTS = LONG ? 32 << 20 : 1 << 17;

    /** A hundred bytes for each row of a filter, and what draws them. */
    private static final long MAX_OF_A_PAGE = 32L << 20;

    /** A list of twenty, a count, and what surrounds them; audit's estimates in JSON take 30 KB. */
    private static final int MAX_PRINTED = 80 << 10;

    private static final int MAX_LINES = 60;

    @TempDir
    Path directory;

    private List<List<Object>> runs(Path table) {
        return List.of(
                List.of("inspect", table),
                List.of("inspect", "--filters", table),
                List.of("inspect", "--json", "--limit=20", table),
                List.of("inspect", "--html", directory.resolve("page.html"), table),
                List.of("verify", table),
                List.of("verify", "--json", "--limit=20", table),
                List.of("query", table, "key"),
                List.of("explain", table, "key"),
                List.of("audit", "--samples=10", table),
                List.of("audit", "--json", "--samples=10", table),
                List.of("publish", "--go-zero=k", "--dry-run", table),
                List.of("rebuild", "--policy", "none", table, directory.resolve("new.ldb")));
    }

    @ParameterizedTest
    @EnumSource
    void everyVerbSaysLittle(Packing packing) throws IOException {
        for (Contents contents : Contents.values()) {
            byte[] packed = HostileTables.packed(contents, packing, CONTENTS);
            boolean allParts = LONG || packing == Packing.ZSTD && contents == Contents.values()[0];
            for (Part part : allParts ? Part.values() : new Part[] {Part.METAINDEX}) {
                Path table = directory.resolve(packing + "-" + part + "-" + contents + ".ldb");
                Files.write(table, HostileTables.table(part, packed, packing));
                for (List<Object> words : runs(table)) {
                    assertFew(words, ToolRun.of(words.toArray()));
                }
                Files.delete(table);
                Files.deleteIfExists(directory.resolve("new.ldb"));
            }
        }
    }

    @Test
    void aNameOfAMegabyteIsCut() throws IOException {
        Path table = Files.write(directory.resolve("name.ldb"), HostileKind.LONG_NAME.table(2 << 20));
        for (List<Object> words : runs(table)) {
            assertFew(words, ToolRun.of(words.toArray()));
        }
    }

    private void assertFew(List<Object> words, ToolRun run) throws IOException {
        String all = run.out() + run.err();
        assertTrue(run.status() >= 0 && run.status() <= 3, () -> words + ": " + run);
        assertTrue(all.length() <= MAX_PRINTED, () -> words + " prints " + all.length() + " characters");
        assertTrue(
                all.lines().count() <= MAX_LINES,
                () -> words + " prints " + all.lines().count() + " lines");
        assertFalse(all.contains("Exception") || all.contains("\tat ") || all.contains("OutOfMemory"), all);
        Path page = directory.resolve("page.html");
        if (Files.exists(page)) {
            assertTrue(Files.size(page) <= MAX_OF_A_PAGE, () -> words.toString());
            Files.delete(page);
        }
    }

    /** A regular expression once took seconds for each hundred kilobytes of spaces. Time is that of the processor. */
    @ParameterizedTest
    @ValueSource(strings = {" ", "\\\\", "{", "\u202e"})
    void aLineOfAMegabyteTakesLittleTime(String part) throws IOException {
        int times = (1 << 20) / part.getBytes(StandardCharsets.UTF_8).length;
        Path line = Files.writeString(directory.resolve("line"), part.repeat(times));
        Path table = Golden.path("tb123-onekey");
        for (List<Object> words : List.<List<Object>>of(
                List.of("query", table, "--keys-from", line),
                List.of("query", "--hex", table, "--keys-from", line),
                List.of("query", "--escaped", "--json", table, "--keys-from", line),
                List.of("query", table, "--questions", line),
                List.of("explain", table, Files.readString(line)),
                List.of("publish", "--go-zero=k", "--dry-run", "--keys-from", line))) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            ToolRun run = ToolRun.of(words.toArray());
            long took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
            assertTrue(took <= 5_000_000_000L, () -> words.get(0) + " takes " + took + " ns");
            assertTrue(run.status() <= 3 && run.err().length() <= 3 << 20, () -> words.get(0) + ": " + run.status());
        }
    }
}
