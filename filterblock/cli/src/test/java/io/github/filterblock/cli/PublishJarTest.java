// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.RedisServer;
import io.github.filterblock.testdata.Corpus;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code publish} as a process: the runnable jar, and the library on the class path and the module path. */
@Tag("RB-14")
class PublishJarTest {
    private static final String PASSWORD = "hush-hush";
    private static final String MAIN = "io.github.filterblock.cli.FilterBlockTool";
    private static final Path TABLE = Corpus.bundled().directory().resolve("tables/cpp123-default.ldb");

    @TempDir
    private Path directory;

    private static Path jar(String name) {
        return Path.of("target", name).toAbsolutePath();
    }

    /** The jars of what the command line needs beside the library, as this JVM has them. */
    private static String libraries(Path library) {
        Stream<String> all = Stream.of("jdk.module.path", "java.class.path", "surefire.test.class.path")
                .flatMap(property ->
                        Arrays.stream(System.getProperty(property, "").split(File.pathSeparator)))
                .distinct()
                .filter(entry -> entry.matches(".*/(io/netty|io/lettuce|io/projectreactor|org/reactivestreams"
                        + "|redis/clients|org/slf4j|com/google/guava|com/google/code/gson|info/picocli)/.*\\.jar"));
        Stream<String> ours = Stream.of("../../core", "../block", "../check", "../redis")
                .map(module -> Path.of(module, "target/classes")
                        .toAbsolutePath()
                        .normalize()
                        .toString());
        return Stream.concat(Stream.concat(Stream.of(library.toString()), ours), all)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path library() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(
                            file -> file.getFileName().toString().matches("filterblock-cli-[0-9.]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow()
                    .toAbsolutePath();
        }
    }

    /** The status, and what was printed. */
    private String run(List<String> java, Object... words) throws Exception {
        Path out = directory.resolve("out");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(java);
        Stream.of(words).map(String::valueOf).forEach(command::add);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        return process.waitFor() + " " + Files.readString(out, StandardCharsets.UTF_8);
    }

    /** What a module declares, as REDIS.md says, beside what the command line needs. */
    private static String modules() throws IOException {
        return Pattern.compile("(?m)^requires (\\S+);$")
                .matcher(Files.readString(Path.of("../REDIS.md")))
                .results()
                .map(module -> module.group(1))
                .collect(Collectors.joining(",", "info.picocli,com.google.gson,", ""));
    }

    @Test
    void theJarPublishesAndTheLibraryDoesFromBothPaths() throws Exception {
        String libraries = libraries(library());
        List<String> jar = List.of("-jar", jar("filterblock-cli.jar").toString());
        List<String> onModulePath = List.of(
                "--module-path",
                libraries,
                "--add-modules",
                modules(),
                "--module",
                "io.github.filterblock.cli/" + MAIN);
        try (RedisServer server = RedisServer.start(directory, "--requirepass", PASSWORD)) {
            String uri = "redis://:" + PASSWORD + "@127.0.0.1:" + server.port();
            for (List<String> java : List.of(jar, List.of("-classpath", libraries, MAIN), onModulePath)) {
                String said =
                        run(java, "publish", "--go-zero", "users", "--replace", "--bits", 90_000, "--to", uri, TABLE);
                assertTrue(said.startsWith("0 "), said);
                assertTrue(said.contains("bloom.New(store, \"users\", 90000)"), said);
                assertFalse(said.contains("hush"), said);
            }
            String wrong = run(jar, "publish", "--go-zero", "u", "--to", uri.replace("hush-", "wrong-"), TABLE);
            assertTrue(wrong.startsWith("3 "), wrong);
            assertTrue(wrong.contains("WRONGPASS"), wrong);
            assertFalse(wrong.contains("wrong-"), wrong);
            assertEquals(1, wrong.lines().count(), wrong);
        }
    }

    /** Lettuce's POM does not bring it. REDIS.md says so; when this fails it need not say so any more. */
    @Test
    void lettuceNeedsSlf4j() throws Exception {
        String libraries = Stream.of(libraries(library()).split(File.pathSeparator))
                .filter(jar -> !jar.contains("slf4j"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> java = List.of("-classpath", libraries, MAIN);
        String said = run(java, "publish", "--go-zero", "u", "--to", "redis://127.0.0.1:1", TABLE);
        assertTrue(said.contains("org/slf4j/LoggerFactory"), said);
    }
}
