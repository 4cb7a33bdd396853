// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.CorruptDatabaseException;
import io.github.filterblock.database.Databases;
import io.github.filterblock.durable.OpenFiles;
import io.github.filterblock.durable.OpenSteps;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void whereverItFailsThereIsNothingOrAllOfIt() throws IOException {
        Map<String, String> before = Databases.contents(database);
        Path whole = folder.resolve("whole");
        OpenSteps all = new OpenSteps();
        DatabaseRetrofit.of(database, whole).withOutputs(all::directory).run();
        int count = all.done().size();
        assertTrue(count > 30, () -> all.done().toString());
        for (int i = 0; i < count; i++) {
            Path target = folder.resolve("new-" + i);
            OpenSteps failing = new OpenSteps(i, Integer.MAX_VALUE);
            String failed = " failed: step " + i + " fails: ";
            FileSystemException e = assertThrows(
                    FileSystemException.class,
                    () -> DatabaseRetrofit.of(database, target)
                            .withOutputs(failing::directory)
                            .run());
            assertTrue(e.getMessage().contains(failed), e::getMessage);
            assertTrue(Path.of(e.getFile()).startsWith(target), e::getFile);
            boolean nameOnlyNotForced = i == count - 1;
            assertEquals(nameOnlyNotForced, Files.exists(target), e::getMessage);
            if (nameOnlyNotForced) {
                assertEquals(Databases.contents(whole), Databases.contents(target));
            }
            assertEquals(List.of(), Databases.leftOvers(target));
        }
        assertEquals(before, Databases.contents(database));
        for (Path closed : OpenFiles.areListed() ? List.of(folder, database) : List.<Path>of()) {
            assertEquals(List.of(), OpenFiles.in(closed));
        }
    }

    /** A power failure takes what was not forced: each file before the directory is moved, and the directory then. */
    @Test
    void everyFileIsForcedBeforeTheDirectoryHasItsName() throws IOException {
        OpenSteps all = new OpenSteps();
        Path target = folder.resolve("whole");
        DatabaseRetrofit.of(database, target).withOutputs(all::directory).run();
        String steps = String.join(", ", all.done()).replaceAll("(write, )+", "write, ");
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

    /** The new directory is read once more before it has its name. */
    @Test
    void aCopyWhoseManifestIsDamagedGetsNoName() throws IOException {
        OpenSteps damaging = new OpenSteps() {
            private boolean isManifest;

            @Override
            public FileChannel create(Path file, boolean privately) throws IOException {
                isManifest = file.getFileName().toString().startsWith("MANIFEST-");
                return super.create(file, privately);
            }

            @Override
            public void force(FileChannel channel) throws IOException {
                if (isManifest) {
                    channel.write(ByteBuffer.wrap(new byte[] {1}), 20);
                }
                super.force(channel);
            }
        };
        Path target = folder.resolve("new");
        DatabaseRetrofit retrofit = DatabaseRetrofit.of(database, target).withOutputs(damaging::directory);
        assertThrows(CorruptDatabaseException.class, retrofit::run);
        assertFalse(Files.exists(target));
        assertEquals(List.of(), Databases.leftOvers(target));
    }
}
