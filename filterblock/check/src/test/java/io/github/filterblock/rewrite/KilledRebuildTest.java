// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.durable.AtomicFile;
import io.github.filterblock.durable.ChildJvm;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed while it writes leaves no half of a file; 4 kills in every build, 200 in the long profile.
 */
class KilledRebuildTest {
    private static final int KILLS = 4 * Integer.getInteger("filterblock.scale", 1);
    private static final FilterPlan PLAN = FilterPlan.KEEP.withBitsPerKey(14);

    @TempDir
    private Path folder;

    @Test
    void whatAKilledProcessWroteIsCompleteOrNotThere() throws Exception {
        CorpusTable table = Corpus.bundled().tables().stream()
                .filter(each -> each.name().equals("tb123-100k"))
                .findFirst()
                .orElseThrow();
        byte[] expected = Rebuilt.of(table.bytes(), PLAN).bytes();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int complete = 0;
        int leftOver = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Process writer = ChildJvm.start(Writer.class, table.path().toString(), folder.toString());
            writer.inputReader().readLine();
            Thread.sleep(random.nextInt(60));
            writer.destroyForcibly().waitFor();
            for (Path out : named(".ldb")) {
                assertArrayEquals(expected, Files.readAllBytes(out), () -> out + ", seed " + seed);
                Files.delete(out);
                complete++;
            }
            for (Path temporary : named(".tmp")) {
                Path out = folder.resolve(temporary.getFileName().toString().replaceFirst("\\.filterblock-.*", ""));
                TableRebuild.rebuild(table.path(), out, PLAN, FilterHints.NONE);
                assertArrayEquals(expected, Files.readAllBytes(out), () -> out + ", seed " + seed);
                Files.delete(out);
                Files.delete(temporary);
                leftOver++;
            }
            assertEquals(List.of(), named(""), "seed " + seed);
        }
        assertTrue(complete >= KILLS, "each child says when it has written its first file");
        System.out.println(KILLS + " kills left " + complete + " complete files and " + leftOver + " temporary ones");
    }

    private List<Path> named(String ending) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> entry.toString().endsWith(ending)).toList();
        }
    }

    /** Writes one file after another until it is killed. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) throws IOException {
            try (TableFile table = TableFile.open(Path.of(args[0]))) {
                TableRebuild rebuild = TableRebuild.of(table, PLAN, FilterHints.NONE);
                for (int i = 0; ; i++) {
                    AtomicFile.at(Path.of(args[1], "out" + i + ".ldb")).write(rebuild::writeTo);
                    System.out.println(i);
                }
            }
        }
    }
}
