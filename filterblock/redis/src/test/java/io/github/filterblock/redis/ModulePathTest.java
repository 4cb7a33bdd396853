// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library publishes from the class path and from the module path, each in a JVM of its own. */
class ModulePathTest {
    @TempDir
    Path directory;

    @Test
    void theLibraryPublishesFromTheModulePathAndFromTheClassPath() throws Exception {
        try (RedisServer server = RedisServer.start(directory)) {
            String child = PublishingChild.class.getName();
            String port = Integer.toString(server.port());
            List<String> modules = run(List.of(
                    "--module-path",
                    String.join(File.pathSeparator, jars()),
                    "--add-modules",
                    modulesOfThePage(),
                    "--patch-module",
                    "io.github.filterblock.redis=" + testClasses(),
                    "--add-exports",
                    "io.github.filterblock.redis/io.github.filterblock.redis=ALL-UNNAMED",
                    "--module",
                    "io.github.filterblock.redis/" + child,
                    port));
            assertEquals("MAY_MATCH ABSENT", modules.get(0));
            assertTrue(
                    modules.get(1).startsWith("module io.github.filterblock.redis module lettuce.core"),
                    modules.get(1));
            Set<String> path = new LinkedHashSet<>(jars());
            path.add(testClasses());
            List<String> classes = run(List.of("-cp", String.join(File.pathSeparator, path), child, port));
            assertEquals("MAY_MATCH ABSENT", classes.get(0));
            assertTrue(classes.get(1).startsWith("unnamed module"), classes.get(1));
        }
    }

    /** What a module declares, as REDIS.md says. */
    private static String modulesOfThePage() throws Exception {
        return Pattern.compile("(?m)^requires (\\S+);$")
                .matcher(Files.readString(Path.of("../REDIS.md")))
                .results()
                .map(module -> module.group(1))
                .collect(Collectors.joining(","));
    }

    /** Lettuce's POM does not bring it. REDIS.md says so; when this fails it need not say so any more. */
    @Test
    void lettuceNeedsSlf4j() throws Exception {
        Set<String> path = new LinkedHashSet<>(jars());
        assertTrue(path.removeIf(jar -> jar.contains("slf4j")), path::toString);
        path.add(testClasses());
        String said =
                run(1, List.of("-cp", String.join(File.pathSeparator, path), PublishingChild.class.getName(), "1"));
        assertTrue(said.contains("NoClassDefFoundError: org/slf4j/LoggerFactory"), said);
    }

    private static String testClasses() throws Exception {
        return Path.of(PublishingChild.class
                        .getResource("PublishingChild.class")
                        .toURI())
                .resolve("../../../../..")
                .normalize()
                .toString();
    }

    /** The class path of this JVM without the parts that only tests need, some of which cannot be modules together. */
    private static Set<String> jars() throws Exception {
        List<String> all = new ArrayList<>();
        for (String property : List.of("jdk.module.path", "java.class.path", "surefire.test.class.path")) {
            all.addAll(List.of(System.getProperty(property, "").split(File.pathSeparator)));
        }
        for (Class<?> known : List.of(GoZeroFilter.class, io.lettuce.core.RedisClient.class)) {
            URI uri = known.getProtectionDomain().getCodeSource().getLocation().toURI();
            all.add(Path.of(uri).toString());
        }
        Set<String> needed = new LinkedHashSet<>();
        for (String entry : all) {
            String name = entry.replace('\\', '/');
            boolean ours = name.endsWith("/core/target/classes")
                    || name.endsWith("/block/target/classes")
                    || name.endsWith("/redis/target/classes")
                    || name.matches(".*/filterblock(-[a-z]+)?-[0-9].*(?<!-tests)\\.jar");
            if (ours
                    || name.matches(
                            ".*/(io/netty|io/lettuce|io/projectreactor|org/reactivestreams|redis/clients|org/slf4j"
                                    + "|org/jspecify)/.*\\.jar")) {
                needed.add(entry);
            }
        }
        return needed;
    }

    private static List<String> run(List<String> arguments) throws Exception {
        return run(0, arguments).lines().toList();
    }

    private static String run(int status, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = builder.redirectErrorStream(status != 0).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(status, process.waitFor(), output);
        return output;
    }
}
