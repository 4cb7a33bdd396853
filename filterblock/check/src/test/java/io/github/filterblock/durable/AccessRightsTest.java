// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Nobody may read a copy who may not read its original. */
@EnabledOnOs(OS.LINUX)
class AccessRightsTest {
    /** Permissions of an original, and of a copy that does not get its group. */
    private static final Map<String, String> WITHOUT_GROUP = new LinkedHashMap<>(Map.of(
            "rw-r-----", "rw-------",
            "rwxrwx---", "rwx------",
            "rwxrwxr-x", "rwxr-xr-x",
            "rwxrwx-w-", "rwx-w--w-",
            "rw-rw-r--", "rw-r--r--",
            "rwx---rwx", "rwx---rwx"));

    @TempDir
    Path folder;

    private Path originalOfAnotherGroup(String permissions) throws IOException {
        Path original = Files.createFile(folder.resolve("original-" + permissions));
        Files.setPosixFilePermissions(original, PosixFilePermissions.fromString(permissions));
        try {
            Files.setAttribute(original, "unix:gid", (int) Files.getAttribute(original, "unix:gid") + 1);
        } catch (FileSystemException e) {
            assumeTrue(false, "only the superuser may give a file to any group");
        }
        return original;
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void aCopyHasTheGroupAndThePermissionsOfItsOriginal() throws IOException {
        Path original = originalOfAnotherGroup("rwxr-x-w-");
        Path copy = Files.createFile(folder.resolve("copy"));
        AccessRights.copy(List.of(original), copy);
        assertEquals(Files.getAttribute(original, "unix:gid"), Files.getAttribute(copy, "unix:gid"));
        assertEquals("rwxr-x-w-", permissions(copy));
    }

    @Test
    void aGroupThatCannotBeGivenMayNotDoMoreThanAllOthers() throws IOException, InterruptedException {
        List<String> files = new ArrayList<>();
        for (String permissions : WITHOUT_GROUP.keySet()) {
            files.add(originalOfAnotherGroup(permissions).toString());
            files.add(Files.createFile(folder.resolve("copy-" + permissions)).toString());
        }
        List<String> dropping = List.of("setpriv", "--bounding-set=-chown");
        assumeTrue(
                statusOf(new ProcessBuilder(Stream.concat(dropping.stream(), Stream.of("true"))
                                .toList()))
                        == 0,
                "setpriv does not work here");
        ProcessBuilder child = ChildJvm.command(CopyingChild.class, files.toArray(String[]::new));
        child.command().addAll(0, dropping);
        assertEquals(0, statusOf(child));
        for (Map.Entry<String, String> expected : WITHOUT_GROUP.entrySet()) {
            assertEquals(
                    expected.getValue(), permissions(folder.resolve("copy-" + expected.getKey())), expected.getKey());
        }
    }

    private static int statusOf(ProcessBuilder child) throws InterruptedException {
        try {
            return child.start().waitFor();
        } catch (IOException e) {
            return -1;
        }
    }

    /** Copies the permissions of each file to the next one. */
    static final class CopyingChild {
        private CopyingChild() {}

        public static void main(String[] files) throws IOException {
            for (int i = 0; i < files.length; i += 2) {
                AccessRights.copy(List.of(Path.of(files[i])), Path.of(files[i + 1]));
            }
        }
    }
}
