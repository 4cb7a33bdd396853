// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which programs get vectors and which do not, each in a JVM of its own; all get the same answers. */
class VectorsTest {
    private static final List<String> MODULE = List.of("--add-modules", "jdk.incubator.vector");
    private static final String CLASSES = absolute("target/classes");
    private static final String TESTS = absolute("target/test-classes");
    private static final List<String> ON_CLASS_PATH =
            List.of("-cp", CLASSES + System.getProperty("path.separator") + TESTS, VectorProgram.class.getName());
    private static final String SAME = "\nallocated nothing\nanswers equal\n";
    private static final Pattern OF_VECTORS = Pattern.compile("jdk\\.incubator|bloom\\.Vector(Probes|Trial)");

    @TempDir
    Path directory;

    private record Result(String out, String err, List<String> loaded) {}

    private static String absolute(String path) {
        return Path.of(path).toAbsolutePath().toString();
    }

    /** What a program that ends well prints, and which classes of vectors it loads. */
    private Result run(Path jdk, List<String> options, List<String> program) throws IOException, InterruptedException {
        Path log = directory.resolve("loaded");
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), "-Xmx256m"));
        command.add("-Xlog:class+load=info:file=" + log + ":none");
        command.addAll(options);
        command.addAll(program);
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> command + ": " + text(err));
        List<String> loaded = text(log)
                .lines()
                .map(line -> line.split(" ")[0])
                .filter(name -> OF_VECTORS.matcher(name).find())
                .toList();
        return new Result(text(out), text(err), loaded);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).replace("\r", "");
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Path own() {
        return Path.of(System.getProperty("java.home"));
    }

    /** This JDK, or the one of $JAVA_HOME, whichever has the module and is of a release that vectors are tried on. */
    private static Path jdkWithVectors() {
        Optional<Path> jdk = Stream.of(own().toString(), String.valueOf(System.getenv("JAVA_HOME")))
                .map(Path::of)
                .filter(home -> release(home) >= 24)
                .filter(home -> text(home.resolve("release")).contains("jdk.incubator.vector"))
                .findFirst();
        assumeTrue(jdk.isPresent(), "neither this JDK nor that of $JAVA_HOME is of release 24 or later");
        return jdk.orElseThrow();
    }

    /** The release of a JDK, as its file {@code release} says; 0 if it is not a JDK. */
    private static int release(Path home) {
        return Pattern.compile("JAVA_VERSION=\"([0-9]+)")
                .matcher(text(home.resolve("release")))
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .findFirst()
                .orElse(0);
    }

    /** Whether the JVM prefers vectors of 512 bits. */
    private boolean isWide(Path jdk) throws IOException, InterruptedException {
        Path program = Files.writeString(
                directory.resolve("Shape.java"),
                "class Shape { public static void main(String[] args) { System.out.print("
                        + "jdk.incubator.vector.LongVector.SPECIES_PREFERRED.length()); } }");
        return run(jdk, MODULE, List.of(program.toString())).out().equals("8");
    }

    @Test
    void withoutTheModuleNothingOfVectorsIsLoadedAndNothingIsSaid() throws IOException, InterruptedException {
        assertEquals(new Result("vectors false" + SAME, "", List.of()), run(own(), List.of(), ON_CLASS_PATH));
    }

    @Test
    void earlierReleasesHaveNoVectorsEvenWithTheModule() throws IOException, InterruptedException {
        assumeTrue(release(own()) < 24, "this JDK is later");
        Result result = run(own(), MODULE, ON_CLASS_PATH);
        assertEquals("vectors false" + SAME, result.out());
        assertFalse(result.loaded().stream().anyMatch(name -> name.contains("bloom.Vector")));
    }

    @Test
    void withTheModuleVectorsAnswerWhereTheyPay() throws IOException, InterruptedException {
        expectDecision(MODULE, ON_CLASS_PATH);
    }

    @Test
    void vectorsAnswerWhereTheyPayInANamedModule() throws IOException, InterruptedException {
        expectDecision(
                List.of("--add-modules", "jdk.incubator.vector,jdk.management"),
                List.of(
                        "--module-path",
                        CLASSES,
                        "--patch-module",
                        "io.github.filterblock.core=" + TESTS,
                        "--module",
                        "io.github.filterblock.core/" + VectorProgram.class.getName()));
    }

    /**
     * Vectors of 512 bits pay on some processors (Zen 4 and 5) and not on others (Sapphire Rapids), so the decision is
     * compared with a second trial. Both compare times: a loaded machine has a second chance, and does not prove that
     * something is wrong.
     */
    private void expectDecision(List<String> options, List<String> program) throws IOException, InterruptedException {
        Path jdk = jdkWithVectors();
        assumeTrue(isWide(jdk), "the processor has no vectors of 512 bits");
        Set<String> decided = Set.of("vectors true\npays true" + SAME, "vectors false\npays false" + SAME);
        List<String> tried = new ArrayList<>(program);
        tried.add("trial");
        String out = run(jdk, options, tried).out();
        if (!decided.contains(out)) {
            out = run(jdk, options, tried).out();
        }
        Path average = Path.of("/proc/loadavg");
        double load = Files.exists(average) ? Double.parseDouble(text(average).split(" ")[0]) : 0;
        boolean sound = out.endsWith(SAME);
        assumeFalse(
                sound
                        && !decided.contains(out)
                        && load > 2.0 * Runtime.getRuntime().availableProcessors(),
                "two trials differ twice on a machine with a load of " + load);
        assertTrue(decided.contains(out), out);
    }

    @Test
    void narrowerVectorsAreNotTried() throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(MODULE);
        options.addAll(List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:UseAVX=2"));
        Result result = run(jdkWithVectors(), options, ON_CLASS_PATH);
        assertEquals("vectors false" + SAME, result.out());
        assertTrue(result.loaded().contains("io.github.filterblock.bloom.VectorProbes"));
        assertFalse(result.loaded().contains("io.github.filterblock.bloom.VectorTrial"));
    }
}
