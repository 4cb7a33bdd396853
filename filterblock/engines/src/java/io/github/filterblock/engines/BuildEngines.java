// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Builds the engines with filters: inserts our lines into sources of iq80 and Paimon, compiles them, and compiles the
 * tests against each engine. Run as a source file.
 *
 * <pre>
 *   engines/lib/          jars of the engines and of what they need, and the sources of iq80 and Paimon
 *   engines/iq80/sources/ those sources, unpacked
 *   engines/iq80/filters/ the engine with the patch; .../classes, compiled
 *   engines/iq80/sizes/   the same with the correction of sizes
 *   engines/paimon/sources/, engines/paimon/filters/   the two files with our lines, likewise
 *   engines/iq80/tests/, engines/pcmind/tests/, engines/paimon/tests/   compiled tests
 * </pre>
 */
final class BuildEngines {
    private final Path sources;
    private final Path target;
    private final String classPath;

    private BuildEngines(Path sources, Path target, String classPath) {
        this.sources = sources;
        this.target = target;
        this.classPath = classPath;
    }

    public static void main(String[] arguments) throws IOException {
        Path module = Path.of(arguments[0]);
        new BuildEngines(module.resolve("src"), module.resolve("target/engines"), arguments[1]).build();
    }

    private void build() throws IOException {
        String libraries = jars("guava-21.0", "snappy-0.4", "snappy-java-1.1.2.6");
        Path iq80 = target.resolve("iq80");
        unpack("leveldb", iq80.resolve("sources"), file -> true);
        String filters = engine("iq80", "filters", libraries, "filters", "counts");
        engine("iq80", "sizes", libraries, "filters", "counts", "sizes");
        tests("iq80", filters + File.pathSeparator + libraries);
        tests("pcmind", jars("leveldb-1.2", "leveldb-api-1.2", "guava-29.0-jre"));
        paimon();
    }

    /**
     * A few classes of Paimon are compiled, and come before those of its jar: two with our lines, and those that name
     * aircompressor, which the jar expects under another name and does not have.
     */
    private void paimon() throws IOException {
        String libraries = jars(
                "paimon-common-1.2.0",
                "paimon-api-1.2.0",
                "paimon-shade-caffeine-2-2.9.3-0.8.0",
                "paimon-shade-guava-30-30.1.1-jre-0.8.0",
                "slf4j-api-1.7.32",
                "aircompressor-0.27",
                "jsr305-3.0.2");
        unpack(
                "paimon",
                target.resolve("paimon/sources"),
                file -> Files.exists(sources.resolve("paimon/filters" + file + Insertion.SUFFIX))
                        || file.toString().matches(".*/compression/(Air|BlockCompressionFactory).*"));
        String filters = engine("paimon", "filters", libraries, "filters");
        tests("paimon", filters + File.pathSeparator + libraries);
    }

    private void unpack(String engine, Path directory, Predicate<Path> wanted) throws IOException {
        for (Path jar : filesIn(target.resolve("lib"))) {
            String name = jar.getFileName().toString();
            if (name.startsWith(engine) && name.endsWith("-sources.jar")) {
                try (FileSystem content = FileSystems.newFileSystem(jar)) {
                    for (Path file : filesIn(content.getPath("/org"))) {
                        if (wanted.test(file)) {
                            write(directory.resolve(file.toString().substring(1)), Files.readAllBytes(file));
                        }
                    }
                }
            }
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    private String jars(String... names) {
        return Stream.of(names)
                .map(name -> target.resolve("lib").resolve(name + ".jar").toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Writes and compiles the engine with some patches; returns where its classes are. */
    private String engine(String engine, String result, String libraries, String... patches) throws IOException {
        String release = engine.equals("paimon") ? "8" : "17"; // Paimon's own; it uses core alone
        Path directory = target.resolve(engine).resolve(result);
        Path original = target.resolve(engine).resolve("sources");
        Path patched = directory.resolve("sources");
        Path classes = directory.resolve("classes");
        for (Path file : filesIn(original)) {
            Path name = original.relativize(file);
            if (name.toString().endsWith(".java")) {
                String text = String.join("\n", patched(engine, file, name, patches));
                write(patched.resolve(name), text.getBytes(StandardCharsets.UTF_8));
            } else {
                write(classes.resolve(name), Files.readAllBytes(file));
            }
        }
        compile(
                filesIn(patched),
                classes,
                libraries + File.pathSeparator + withoutNetty(),
                release,
                "-nowarn",
                "-Xlint:none",
                "-XDsuppressNotes");
        return classes.toString();
    }

    /** An engine of arrays and buffers of the JDK does not need Netty, not even to be compiled. */
    private String withoutNetty() {
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.contains("netty"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** All patches count lines as they are in the original file. */
    private List<String> patched(String engine, Path file, Path name, String... patches) throws IOException {
        List<Insertion> insertions = new ArrayList<>();
        for (String patch : patches) {
            Path lines = sources.resolve(engine).resolve(patch).resolve(name + Insertion.SUFFIX);
            insertions.addAll(Files.exists(lines) ? Insertion.read(lines) : List.of());
        }
        return Insertion.all(insertions, Files.readAllLines(file), name.toString());
    }

    private void tests(String engine, String engineClasses) throws IOException {
        List<Path> files = new ArrayList<>(filesIn(sources.resolve("java")));
        if (engine.equals("paimon")) { // no LevelDB
            files.removeIf(file -> !file.endsWith("Layout.java"));
        }
        files.addAll(filesIn(sources.resolve(engine).resolve("java")));
        compile(
                files,
                target.resolve(engine).resolve("tests"),
                engineClasses + File.pathSeparator + classPath,
                "17",
                "-Xlint:all,-processing,-exports,-path",
                "-Werror");
    }

    private void compile(List<Path> files, Path classes, String libraries, String release, String... options)
            throws IOException {
        Files.createDirectories(classes);
        List<String> arguments = new ArrayList<>(List.of("--release", release, "-proc:none", "-d", classes.toString()));
        arguments.addAll(Arrays.asList(options));
        arguments.addAll(List.of("-classpath", libraries));
        files.stream()
                .map(Path::toString)
                .filter(name -> name.endsWith(".java"))
                .forEach(arguments::add);
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("the compiler refuses what is in " + classes);
        }
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /**
     * Lines to insert into another project's source file, without repeating any of its text: a place is the number of
     * the line before it and a hash of that line. This form allows only insertions.
     *
     * <pre>
     *   # comments
     *   @ 46 0123456789abcdef        behind line 46, whose SHA-256 begins so
     *   the lines to insert
     * </pre>
     *
     * @param after number of the line before them, from 1 on
     * @param hash beginning of that line's SHA-256
     * @param lines the lines to insert
     */
    record Insertion(int after, String hash, List<String> lines) {
        static final String SUFFIX = ".insert";

        static List<Insertion> read(Path file) throws IOException {
            List<Insertion> insertions = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("@")) {
                    String[] place = line.split(" ");
                    insertions.add(new Insertion(Integer.parseInt(place[1]), place[2], new ArrayList<>()));
                } else if (!insertions.isEmpty()) {
                    insertions.get(insertions.size() - 1).lines().add(line);
                } else if (!line.startsWith("#")) {
                    throw new IllegalArgumentException(file + ": neither a place nor a comment: " + line);
                }
            }
            return insertions;
        }

        /** Returns a file with all insertions in it; refuses one that is not the one they were written for. */
        static List<String> all(List<Insertion> insertions, List<String> file, String name) {
            List<String> result = new ArrayList<>(file);
            List<Insertion> lastFirst = new ArrayList<>(insertions);
            lastFirst.sort(Comparator.comparing(Insertion::after).reversed());
            for (Insertion insertion : lastFirst) {
                String hash = insertion.after() > file.size() ? "none" : hash(file.get(insertion.after() - 1));
                if (!hash.equals(insertion.hash())) {
                    throw new IllegalArgumentException(
                            name + ": the hash of line " + insertion.after() + " is " + hash);
                }
                result.addAll(insertion.after(), insertion.lines());
            }
            return result;
        }

        static String hash(String line) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(line.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest, 0, Long.BYTES);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
