// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The steps of writing as other tests leave them: what is forced, and who may read a file from the first moment. */
@EnabledOnOs(OS.LINUX)
class FileStepsTest {
    @TempDir
    private Path folder;

    /** A channel that is closed refuses to be forced. */
    @Test
    void filesAndFoldersAreForced() throws IOException {
        FileChannel closed =
                FileChannel.open(folder.resolve("file"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        closed.close();
        FileSteps steps = new FileSteps() {
            @Override
            FileChannel open(Path forced) {
                assertEquals(folder, forced);
                return closed;
            }
        };
        assertThrows(ClosedChannelException.class, () -> steps.force(closed));
        assertThrows(ClosedChannelException.class, () -> steps.forceFolder(folder));
    }

    @Test
    void aPrivateFileIsPrivateWhenItIsCreated() throws IOException {
        Path file = folder.resolve("private");
        Files.createFile(file, AccessRights.ofNewFile(file, true));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(0, AccessRights.ofNewFile(file, false).length);
    }

    /** A ZIP file has none, like some network file systems, and no folder that can be opened. */
    @Test
    void aFileSystemWithoutPermissionsWillDo() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("out.zip"), Map.of("create", "true"))) {
            FileSteps steps = new FileSteps();
            Path directory = zip.getPath("/new");
            AccessRights.createPrivateDirectory(directory);
            Path copy = directory.resolve("copy");
            steps.create(copy, true).close();
            Path original = Files.createFile(folder.resolve("original"));
            AccessRights.copy(List.of(original), copy);
            AccessRights.copy(List.of(copy), original);
            steps.forceFolder(directory);
            assertEquals(true, Files.exists(copy));
        }
    }
}
