// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, as it lies in a checkout and as the zip has it. Needs the jar, so it runs in the phase verify. */
class LauncherJarTest {
    private static final Path LAUNCHER = Path.of("bin/filterblock").toAbsolutePath();
    private static final Path JAR = Path.of("target/filterblock-cli.jar").toAbsolutePath();
    private static final Path TABLE =
            Path.of("../../testdata/corpus/tables/tb123-onekey.ldb").toAbsolutePath();

    @TempDir
    private Path directory;

    private record Run(int status, List<String> lines) {}

    /** What a launcher prints and returns in another directory, with the Java of this test and nothing else set. */
    private Run run(Path launcher, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().keySet().retainAll(List.of("PATH"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Run(process.waitFor(), printed.lines().toList());
    }

    @Test
    void versionCommitAndJavaAreThoseOfTheBuild() throws Exception {
        Run version = run(LAUNCHER, Map.of(), "--version");
        assertEquals(0, version.status());
        assertTrue(
                version.lines().get(0).matches("filterblock [0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?"), version::toString);
        assertTrue(version.lines().get(1).matches("commit ([0-9a-f]{40}|unknown)"), version::toString);
        assertTrue(version.lines().get(2).startsWith("Java " + System.getProperty("java.version")), version::toString);
        assertEquals(3, version.lines().size());
    }

    @Test
    void aLinkLeadsToTheLauncher() throws Exception {
        Path link = Files.createSymbolicLink(
                Files.createDirectory(directory.resolve("a b")).resolve("fb"), LAUNCHER);
        assertEquals(run(LAUNCHER, Map.of(), "--version"), run(link, Map.of(), "--version"));
    }

    @Test
    void theZipHasTheJarBesideIt() throws Exception {
        Path home =
                Files.createDirectories(directory.resolve("filterblock-0/bin")).getParent();
        Path launcher = Files.copy(LAUNCHER, home.resolve("bin/filterblock"));
        Run without = run(launcher, Map.of(), "--version");
        assertEquals(127, without.status());
        assertEquals(1, without.lines().size(), without::toString);
        Files.createSymbolicLink(Files.createDirectory(home.resolve("lib")).resolve("filterblock-cli.jar"), JAR);
        assertEquals(run(LAUNCHER, Map.of(), "--version"), run(launcher, Map.of(), "--version"));
    }

    @Test
    void wordsAndStatusArePassedOnWhateverTheLocale() throws Exception {
        Run absent = run(LAUNCHER, Map.of(), "query", TABLE.toString(), "no such key ä*");
        assertEquals(1, absent.status(), absent::toString);
        assertTrue(absent.lines().get(0).endsWith(" no such key ä*"), absent::toString);
    }

    @Test
    void javaTakesItsOptionsAndIsMissedWithAMessage() throws Exception {
        Run options = run(LAUNCHER, Map.of("FILTERBLOCK_OPTS", "-Xmx64m -XshowSettings:vm"), "--version");
        assertTrue(options.lines().toString().contains("Max. Heap Size: 64.00M"), options::toString);
        Run none = run(LAUNCHER, Map.of("JAVA_HOME", directory.toString()), "--version");
        assertEquals(127, none.status());
        assertTrue(none.lines().get(0).contains("set JAVA_HOME"), none::toString);
    }
}
