// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.Gson;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line in a process of its own: in another locale, with another heap, with words that are no text. */
final class ToolProcess {
    private static final FileAttribute<?> NOBODY = PosixFilePermissions.asFileAttribute(Set.of());

    private final List<String> command = new ArrayList<>();
    private final Path directory;
    private String locale = "C.UTF-8";
    private String output = "out";
    private String before = "";

    /** A process that is started in a directory. */
    ToolProcess(Path directory, String... javaOptions) {
        this.directory = directory;
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(javaOptions));
        command.addAll(List.of("-cp", classPath()));
    }

    /** Without a superuser's rights to read and write everything; skips the test where that cannot be done. */
    ToolProcess withoutPrivileges() throws IOException, InterruptedException {
        if (Files.isReadable(Files.createTempFile(directory, "unreadable", "", NOBODY))) {
            List<String> dropping = List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search");
            assumeTrue(succeeds(dropping, "true"), "the superuser may read everything, and setpriv does not work here");
            command.addAll(0, dropping);
        }
        return this;
    }

    private static boolean succeeds(List<String> command, String last) throws InterruptedException {
        try {
            return new ProcessBuilder(Stream.concat(command.stream(), Stream.of(last))
                                    .toList())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    ToolProcess locale(String name) {
        locale = name;
        return this;
    }

    /** Where the standard output goes, from the directory. */
    ToolProcess output(String file) {
        output = file;
        return this;
    }

    /** A command for the shell before it starts Java; the standard output and error are open by then. */
    ToolProcess before(String shellCommand) {
        before = shellCommand + "; ";
        return this;
    }

    /** Several commands in one process, whose words are between single blanks. */
    static final class Several {
        private Several() {}

        /** Runs a command for each argument, and prints each run as a line. */
        public static void main(String... commands) {
            PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
            for (String words : commands) {
                out.println(new Gson().toJson(ToolRun.of((Object[]) words.split(" "))));
            }
        }
    }

    /** Runs commands one after another in one process. */
    List<ToolRun> runAll(List<String> commands) throws IOException, InterruptedException {
        ToolRun all = start(
                Several.class,
                String.join(
                        " ", commands.stream().map(words -> "'" + words + "'").toList()));
        assertEquals(0, all.status(), all.err());
        return all.lines().stream()
                .map(line -> new Gson().fromJson(line, ToolRun.class))
                .toList();
    }

    /** Runs the command with words as a shell writes them, so that they may be any bytes. */
    ToolRun run(String words) throws IOException, InterruptedException {
        return start(FilterBlockTool.class, words);
    }

    /** The same as words for a shell. */
    String shellCommand(String words) {
        return shellCommand(FilterBlockTool.class, words);
    }

    private String shellCommand(Class<?> program, String words) {
        return String.join(" ", command.stream().map(word -> "'" + word + "'").toList()) + " '" + program.getName()
                + "' " + words;
    }

    private ToolRun start(Class<?> program, String words) throws IOException, InterruptedException {
        Path script = directory.resolve("script");
        Files.writeString(script, "{ " + before + shellCommand(program, words) + "\n} > " + output + " 2> err\n");
        ProcessBuilder builder = new ProcessBuilder("bash", script.toString()).directory(directory.toFile());
        builder.environment().put("LC_ALL", locale);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Process process = builder.start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        assertTrue(ended, words);
        return new ToolRun(process.exitValue(), text(output), text("err"));
    }

    private String text(String file) throws IOException {
        Path path = directory.resolve(file);
        return Files.isRegularFile(path) ? Files.readString(path, StandardCharsets.UTF_8) : "";
    }

    /** Tests may run on the module path or on the class path. */
    private static String classPath() {
        return Stream.of("jdk.module.path", "java.class.path")
                .map(property -> System.getProperty(property, ""))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
