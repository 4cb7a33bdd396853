// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Who may read a copy: nobody who may not read the original, and nobody else while it is being made. */
final class AccessRights {
    private AccessRights() {}

    static void createPrivateDirectory(Path directory) throws IOException {
        if (isPosix(directory)) {
            Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(directory);
        }
    }

    /** Gives a copy the permissions of its original, where the file system knows any. */
    static void copy(Path original, Path copy) throws IOException {
        if (isPosix(original) && isPosix(copy)) {
            Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(original));
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
