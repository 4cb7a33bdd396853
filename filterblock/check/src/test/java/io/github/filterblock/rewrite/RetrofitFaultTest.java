// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.Databases;
import io.github.filterblock.durable.OpenSteps;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every step of writing that can fail fails once. */
class RetrofitFaultTest {
    @TempDir
    Path folder;

    private final Path database = GoldenDatabase.named("plyvel").directory();

    /** Notes the steps, and lets one of them fail. */
    private static final class Failing extends OpenSteps {
        private final int failing;
        private final List<String> steps = new ArrayList<>();

        Failing(int failing) {
            this.failing = failing;
        }

        private void step(String name) throws IOException {
            steps.add(name);
            if (steps.size() - 1 == failing) {
                throw new IOException("step " + failing + " fails: " + name);
            }
        }

        @Override
        public FileChannel create(Path file, boolean privately) throws IOException {
            step("create " + file.getFileName());
            return super.create(file, privately);
        }

        @Override
        public int write(FileChannel channel, ByteBuffer bytes) throws IOException {
            step("write");
            return super.write(channel, bytes);
        }

        @Override
        public void force(FileChannel channel) throws IOException {
            step("force");
            super.force(channel);
        }

        @Override
        public void move(Path from, Path to) throws IOException {
            step("move to " + to.getFileName());
            super.move(from, to);
        }

        @Override
        public void forceFolder(Path directory) throws IOException {
            step("force folder of " + directory.getFileName().toString().replaceFirst("-[0-9a-f]{8}$", ""));
            super.forceFolder(directory);
        }
    }

    @Test
    void whereverItFailsThereIsNothingOrAllOfIt() throws IOException {
        Map<String, String> before = Databases.contents(database);
        Path whole = folder.resolve("whole");
        Failing all = new Failing(-1);
        DatabaseRetrofit.of(database, whole).withOutputs(all::directory).run();
        int count = all.steps.size();
        assertTrue(count > 30, () -> all.steps.toString());
        for (int i = 0; i < count; i++) {
            Path target = folder.resolve("new-" + i);
            Failing failing = new Failing(i);
            IOException e = assertThrows(
                    IOException.class,
                    () -> DatabaseRetrofit.of(database, target)
                            .withOutputs(failing::directory)
                            .run());
            assertTrue(e.getMessage().contains("step " + failing.failing + " fails"), e::getMessage);
            boolean nameOnlyNotForced = i == count - 1;
            assertEquals(nameOnlyNotForced, Files.exists(target), e::getMessage);
            if (nameOnlyNotForced) {
                assertEquals(Databases.contents(whole), Databases.contents(target));
            }
            assertEquals(List.of(), Databases.leftOvers(target));
        }
        assertEquals(before, Databases.contents(database));
    }

    /** A power failure takes what was not forced: each file before the directory is moved, and the directory then. */
    @Test
    void everyFileIsForcedBeforeTheDirectoryHasItsName() throws IOException {
        Failing all = new Failing(-1);
        Path target = folder.resolve("whole");
        DatabaseRetrofit.of(database, target).withOutputs(all::directory).run();
        String steps = String.join(", ", all.steps).replaceAll("(write, )+", "write, ");
        String files = Databases.names(database).stream()
                .map(name -> "create " + name + ", write, force, ")
                .collect(Collectors.joining());
        String end = "force folder of .whole.filterblock, move to whole, force folder of " + folder.getFileName();
        assertTrue(steps.endsWith(end), steps);
        assertEquals(sorted(files), sorted(steps.substring(0, steps.length() - end.length())));
    }

    private static List<String> sorted(String files) {
        return Stream.of(files.split("(?=create )")).sorted().toList();
    }
}
