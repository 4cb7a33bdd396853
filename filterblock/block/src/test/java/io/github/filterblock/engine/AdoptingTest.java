// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterGenerator;
import io.github.filterblock.bloom.LevelDbFilter;
import io.github.filterblock.rocksdb.FullFilter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ADOPTING.md shows lines that are inserted into iq80's LevelDB and tested there; its other code compiles. */
class AdoptingTest {
    private static final Pattern JAVA = Pattern.compile("(?s)```java\n(.*?)```");
    private static final String STUBS = """
            import io.github.filterblock.engine.DatabaseFilters;
            import io.github.filterblock.source.TableSource;
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

    private static boolean isShown(List<String> inserted, String code) {
        return Pattern.compile("(?m)^(?:\\.\\.\\.|// \\w+)\n")
                .splitAsStream(code)
                .filter(part -> !part.isBlank())
                .allMatch(part -> inserted.stream().anyMatch(text -> text.contains(part)));
    }

    @Test
    void theShownLinesAreInserted() throws IOException {
        String page = Files.readString(PAGE);
        List<String> inserted = new ArrayList<>();
        try (Stream<Path> files = Files.walk(PATCH)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                inserted.addAll(texts(file));
            }
        }
        List<String> fragments = JAVA.matcher(page)
                .results()
                .map(found -> found.group(1))
                .filter(code -> code.startsWith("// "))
                .toList();
        assertEquals(4, fragments.size());
        fragments.forEach(code -> assertTrue(isShown(inserted, code), code));
        long lines = inserted.stream().flatMap(String::lines).count();
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
        compile(directory, code);
    }

    @Test
    void formatOfOnesOwnCompilesAndWorks(@TempDir Path directory) throws Exception {
        String code = "import io.github.filterblock.bloom.*;\nimport io.github.filterblock.rocksdb.*;\n"
                + "import java.nio.ByteBuffer;\nimport java.util.List;\npublic class Checks {\n"
                + snippet(Files.readString(PAGE), "static byte[] build").replace("static ", "public static ") + "}\n";
        compile(directory, code);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            Class<?> checks = loader.loadClass("Checks");
            byte[] key = {1, 2, 3};
            byte[] filter = (byte[]) checks.getMethod("build", List.class).invoke(null, List.of(key, new byte[9]));
            assertEquals(69, filter.length);
            Method mayMatch = checks.getMethod("mayMatch", byte[].class, byte[].class);
            assertEquals(true, mayMatch.invoke(null, filter, key));
            assertEquals(false, mayMatch.invoke(null, filter, new byte[] {4}));
            ByteBuf pooled = PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(filter);
            Method open = checks.getMethod("open", ByteBuffer.class);
            for (ByteBuffer page : List.of(ByteBuffer.wrap(filter), pooled.nioBuffer())) {
                FullFilter opened = (FullFilter) open.invoke(null, page);
                assertTrue(opened.keyMayMatch(key));
                assertFalse(opened.keyMayMatch(new byte[] {4}));
                page.put(page.remaining() - 1, (byte) 1);
            }
            assertEquals(1, pooled.getByte(filter.length - 1), "the buffer shares Netty's memory");
            pooled.release();
            FilterGenerator generator = BloomFilterPolicy.levelDb(10).newGenerator();
            generator.addKey(key, 0, key.length);
            ByteBuffer page =
                    ByteBuffer.allocateDirect(9).put(generator.generate()).flip();
            LevelDbFilter opened = (LevelDbFilter)
                    checks.getMethod("openLevelDbs", ByteBuffer.class).invoke(null, page);
            assertTrue(opened.keyMayMatch(key));
            assertFalse(opened.keyMayMatch(new byte[] {4}));
        }
    }

    private static void compile(Path directory, String code) throws IOException {
        Path source = Files.writeString(directory.resolve("Checks.java"), code);
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        String classPath = System.getProperty("java.class.path");
        String[] options = {"-proc:none", "-d", directory.toString(), "-cp", classPath, source.toString()};
        int status = ToolProvider.getSystemJavaCompiler().run(null, complaints, complaints, options);
        assertEquals(0, status, complaints::toString);
    }
}
