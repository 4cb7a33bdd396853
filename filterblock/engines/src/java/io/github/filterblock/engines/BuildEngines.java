// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Builds the engines with filters: inserts our lines into the unpacked sources of iq80, compiles them, and compiles the
 * tests against each engine.
 *
 * <pre>
 *   engines/lib/          jars of the engines and of what they need
 *   engines/iq80/sources/ as they were unpacked
 *   engines/iq80/filters/ the engine with the patch; .../classes, compiled
 *   engines/iq80/sizes/   the same with the correction of sizes
 *   engines/iq80/tests/, engines/pcmind/tests/   compiled tests
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
        String filters = engine(iq80.resolve("filters"), libraries, "filters", "counts");
        engine(iq80.resolve("sizes"), libraries, "filters", "counts", "sizes");
        tests("iq80", filters + File.pathSeparator + libraries);
        tests("pcmind", jars("pcmind-leveldb", "pcmind-leveldb-api", "guava-29.0-jre"));
    }

    private String jars(String... names) {
        return Stream.of(names)
                .map(name -> target.resolve("lib").resolve(name + ".jar").toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Writes and compiles the engine with some patches; returns where its classes are. */
    private String engine(Path directory, String libraries, String... patches) throws IOException {
        Path original = target.resolve("iq80/sources");
        Path patched = directory.resolve("sources");
        Path classes = directory.resolve("classes");
        List<Path> files = filesIn(original);
        for (Path file : files) {
            Path name = original.relativize(file);
            Path written = patched.resolve(name);
            Files.createDirectories(written.getParent());
            if (name.toString().endsWith(".java")) {
                Files.write(written, patched(file, name, patches));
            } else {
                Path copy = classes.resolve(name);
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
        }
        compile(
                filesIn(patched),
                classes,
                libraries + File.pathSeparator + withoutNetty(),
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

    /** Patches come one after the other, so the places of the later ones are those in the original file. */
    private List<String> patched(Path file, Path name, String... patches) throws IOException {
        List<Insertions.Place> places = new ArrayList<>();
        for (String patch : patches) {
            Insertions.of(sources.resolve("iq80").resolve(patch), name)
                    .ifPresent(found -> places.addAll(found.places()));
        }
        places.sort((a, b) -> Integer.compare(a.after(), b.after()));
        return new Insertions(places).into(Files.readAllLines(file), name.toString());
    }

    private void tests(String engine, String engineClasses) throws IOException {
        List<Path> files = new ArrayList<>(filesIn(sources.resolve("java")));
        files.addAll(filesIn(sources.resolve(engine).resolve("java")));
        compile(
                files,
                target.resolve(engine).resolve("tests"),
                engineClasses + File.pathSeparator + classPath,
                "-Xlint:all,-processing,-exports",
                "-Werror");
    }

    private void compile(List<Path> files, Path classes, String libraries, String... options) throws IOException {
        Files.createDirectories(classes);
        List<String> arguments = new ArrayList<>(List.of("--release", "17", "-proc:none", "-d", classes.toString()));
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
}
