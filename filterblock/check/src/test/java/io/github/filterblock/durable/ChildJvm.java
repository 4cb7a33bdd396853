// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A class of these tests in a JVM of its own. */
public final class ChildJvm {
    private ChildJvm() {}

    /** Starts a main class; its errors go where this JVM's go. */
    public static Process start(Class<?> main, String... args) throws IOException {
        return command(main, args).start();
    }

    /** What starts a main class. */
    public static ProcessBuilder command(Class<?> main, String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                main.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** All modules and jars of this JVM. */
    private static String classPath() {
        return Stream.of(System.getProperty("jdk.module.path", ""), System.getProperty("java.class.path", ""))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
