// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ADOPTING.md shows the lines that are inserted into iq80's LevelDB and tested there; its other code compiles. */
class AdoptingTest {
    private static final Pattern JAVA = Pattern.compile("(?s)```java\n(.*?)```");
    private static final String STUBS = """
            import io.github.filterblock.engine.DatabaseFilters;
            import io.github.filterblock.table.TableSource;
            import java.io.*;
            interface Store { void read(String name, long at, byte[] dst, int offset, int n) throws IOException; }
            record Options(DatabaseFilters filters) {}
            """;

    private static final Path PAGE = Path.of("../ADOPTING.md");
    private static final Path PATCH = Path.of("../engines/src/iq80/filters");

    private static List<String> texts(Path file) throws IOException {
        List<String> texts = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("@")) {
                texts.add("");
            } else if (!line.startsWith("#")) {
                texts.set(texts.size() - 1, texts.get(texts.size() - 1) + line + "\n");
            }
        }
        return texts;
    }

    @Test
    void everyInsertedLineIsShown() throws IOException {
        String page = Files.readString(PAGE);
        int lines = 0;
        try (Stream<Path> files = Files.walk(PATCH)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                for (String text : texts(file)) {
                    assertTrue(page.contains("\n" + text), () -> file + ":\n" + text);
                    lines += (int) text.lines().count();
                }
            }
        }
        assertTrue(page.contains(lines + " inserted lines"), lines + " lines");
    }

    private static String snippet(String page, String start) {
        return JAVA.matcher(page)
                .results()
                .map(found -> found.group(1))
                .filter(code -> code.startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void codeThatIsNotInsertedCompiles(@TempDir Path directory) throws IOException {
        String page = Files.readString(PAGE);
        String code = STUBS + snippet(page, "record StoreTable") + "class Checks { void run(Options options) {\n"
                + snippet(page, "assert ") + "}}\n";
        Path source = Files.writeString(directory.resolve("Checks.java"), code);
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        String classPath = System.getProperty("java.class.path");
        String[] options = {"-proc:none", "-d", directory.toString(), "-cp", classPath, source.toString()};
        int status = ToolProvider.getSystemJavaCompiler().run(null, complaints, complaints, options);
        assertEquals(0, status, complaints::toString);
    }
}
