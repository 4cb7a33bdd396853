// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/** Starts the programs that the tests are about, each in a process of its own, from the jars that the build made. */
final class Commands {
    /** Where the build writes. */
    static final Path TARGET = Path.of("target").toAbsolutePath();

    /** Where the build puts the tool. */
    static final Path TOOL = Path.of("../cli/target").toAbsolutePath();

    /** The tables that come with the project. */
    static final Path TABLES = Path.of("../../testdata").toAbsolutePath().normalize();

    /** Spark, as a release of it is laid out. */
    static final Path HOME = TARGET.resolve("spark/home");

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final long MAX_MINUTES = 4 + Integer.getInteger("filterblock.scale", 1);

    private Commands() {}

    /** The output and the exit status of a command. */
    record Result(int status, String err) {}

    /** A command that runs, and where its output goes. */
    record Running(Process process, Path log) {
        Result await() throws IOException, InterruptedException {
            if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
                throw new IOException("does not end: " + Files.readString(log));
            }
            return new Result(process.exitValue(), Files.readString(log));
        }
    }

    /** The command line tool; its lines go into a file. */
    static Result runTool(Path lines, List<String> words) throws IOException, InterruptedException {
        List<String> command = words(JAVA, "-Xmx512m", "-jar", TOOL.resolve("filterblock-cli.jar"), words);
        Path log = Files.createTempFile(logs(), "tool-", ".log");
        Process process = new ProcessBuilder(command)
                .redirectOutput(lines.toFile())
                .redirectError(log.toFile())
                .start();
        return new Running(process, log).await();
    }

    /** What {@code spark-submit} does with a jar: only Spark's own jars are on the class path. */
    static Running sparkSubmit(String master, List<String> options, List<String> words) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--master", master));
        for (String setting : List.of(
                "spark.ui.enabled=false", "spark.driver.host=127.0.0.1", "spark.driver.bindAddress=127.0.0.1")) {
            arguments.addAll(List.of("--conf", setting));
        }
        List<String> all = words(arguments, options, TARGET.resolve("filterblock-spark.jar"), words);
        return spark("org.apache.spark.deploy.SparkSubmit", "768m", all);
    }

    /** A program of Spark's. */
    static Running spark(String mainClass, String heap, List<String> arguments) throws IOException {
        List<String> command = words(
                JAVA,
                "-Xmx" + heap,
                List.of(JavaModuleOptions.defaultModuleOptions().split(" ")),
                "-Dlog4j2.configurationFile=" + quietLogging(),
                "-cp",
                HOME.resolve("jars") + "/*",
                mainClass,
                arguments);
        Path log = Files.createTempFile(
                logs(), mainClass.substring(mainClass.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT) + "-", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "SPARK_HOME", HOME.toString(),
                        "SPARK_SCALA_VERSION", "2.13",
                        "SPARK_LOCAL_IP", "127.0.0.1"));
        return new Running(builder.start(), log);
    }

    private static Path logs() throws IOException {
        return Files.createDirectories(TARGET.resolve("spark/logs"));
    }

    private static Path quietLogging() throws IOException {
        Path file = logs().resolve("log4j2.properties");
        if (!Files.exists(file)) {
            Files.writeString(file, """
                    rootLogger.level = error
                    rootLogger.appenderRef.stderr.ref = stderr
                    appender.stderr.type = Console
                    appender.stderr.name = stderr
                    appender.stderr.target = SYSTEM_ERR
                    appender.stderr.layout.type = PatternLayout
                    appender.stderr.layout.pattern = %d %p %c: %m%n
                    """);
        }
        return file;
    }

    /** Words of a command, from texts, paths and lists of them. */
    static List<String> words(Object... parts) {
        return Stream.of(parts)
                .flatMap(part -> part instanceof List<?> list ? list.stream() : Stream.of(part))
                .map(Object::toString)
                .toList();
    }

    /** A port of this machine that nobody uses. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
