// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import io.github.filterblock.audit.Audit;
import io.github.filterblock.rewrite.DatabaseRetrofit;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.impl.DbImpl;

/** Another iq80 in a process of its own: as it was published, or with its sizes corrected; and a retrofit. */
final class Iq80Process {
    static final String STOCK = "stock";
    static final String SIZES = "sizes";

    private Iq80Process() {}

    /**
     * What the process does: {@code fill DIRECTORY LAYOUT COUNT}, {@code dump DIRECTORY FILE}, {@code retrofit OLD
     * NEW}, {@code audit DIRECTORY}.
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "fill" -> fill(directory, Layout.valueOf(arguments[2]), Integer.parseInt(arguments[3]));
            case "dump" -> dump(directory, Path.of(arguments[2]));
            case "retrofit" ->
                DatabaseRetrofit.of(directory, Path.of(arguments[2])).run();
            case "audit" -> audit(directory);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0); // iq80 may leave threads behind
    }

    private static void fill(Path directory, Layout layout, int count) throws IOException {
        try (Iq80Store store = new Iq80(Engine.SMALL_WRITE_BUFFER).open(directory, layout, 0)) {
            fill(store, count);
            store.compact();
        }
    }

    static void fill(Store store, int count) {
        for (int i = 0; i < count; i++) {
            store.put(key(i), value(i));
        }
    }

    /** Returns keys of which every second number is left for absent ones. */
    static byte[] key(int number) {
        return String.format("%09d", number * 7_919L % 1_000_003).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    static byte[] value(int number) {
        byte[] value = new byte[number % 90];
        Arrays.fill(value, (byte) number);
        return value;
    }

    private static void audit(Path directory) throws IOException {
        Audit audit = Iq80.audit(directory);
        if (audit.randomKeys().asked() == 0) {
            throw new IllegalStateException(audit.toString());
        }
    }

    private static void dump(Path directory, Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Iq80Store store = new Iq80Store(new DbImpl(new Options(), directory.toFile()))) {
            store.scan((key, value) -> {
                byte[] got = store.get(key).orElseThrow();
                if (!Arrays.equals(got, value)) {
                    throw new IllegalStateException(HexFormat.of().formatHex(key));
                }
                lines.add(HexFormat.of().formatHex(key) + " " + HexFormat.of().formatHex(value));
            });
        }
        Files.write(file, lines);
    }

    /** Runs it with another engine, or with another Guava; the exit status must be 0. */
    static void run(String engine, String guava, String... arguments) throws IOException, InterruptedException {
        List<String> places = new ArrayList<>(List.of("iq80/tests", "lib/" + guava + ".jar", "lib/snappy-0.4.jar"));
        places.addAll(
                engine.equals(STOCK)
                        ? List.of("lib/leveldb-0.12.jar", "lib/leveldb-api-0.12.jar")
                        : List.of("iq80/" + engine + "/classes"));
        Stream<String> ours = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("guava") && !entry.contains("iq80"));
        String classPath = Stream.concat(
                        places.stream()
                                .map(place -> Engine.DIRECTORY.resolve(place).toString()),
                        ours)
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-classpath",
                classPath,
                Iq80Process.class.getName()));
        command.addAll(List.of(arguments));
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException(String.join(" ", arguments) + " ended with " + status);
        }
    }
}
