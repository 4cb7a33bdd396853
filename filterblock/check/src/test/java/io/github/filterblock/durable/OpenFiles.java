// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What this process has open, as Linux lists it: files and directories that should have been closed. */
public final class OpenFiles {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private OpenFiles() {}

    /** Whether that can be asked here. */
    public static boolean areListed() {
        return Files.isDirectory(DESCRIPTORS);
    }

    /** Names of what is open in a folder, the folder itself included. */
    public static List<String> in(Path folder) throws IOException {
        Path real = folder.toRealPath();
        List<String> open = new ArrayList<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                String name = nameOf(descriptor);
                if (name.startsWith(real.toString())) {
                    open.add(name);
                }
            }
        }
        return open;
    }

    private static String nameOf(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
