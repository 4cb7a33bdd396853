// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundledCorpusTest {
    @TempDir
    Path directory;

    /** A jar without entries for directories, and with a blank in its path. */
    private URL landmarkInJar() throws IOException {
        Path jar = Files.createDirectory(directory.resolve("with blank")).resolve("a.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            for (String name : new String[] {"in/corpus/SHA256SUMS", "in/corpus/tables/a.json", "in/other"}) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(name.getBytes(StandardCharsets.UTF_8));
            }
        }
        return URI.create("jar:" + jar.toUri() + "!/in/corpus/SHA256SUMS").toURL();
    }

    @Test
    void filesOfAJarAreCopiedToTheDefaultFileSystem() throws IOException {
        Path copy = BundledCorpus.directoryOf(landmarkInJar());
        assertSame(FileSystems.getDefault(), copy.getFileSystem());
        assertEquals("in/corpus/tables/a.json", Files.readString(copy.resolve("tables/a.json")));
        assertEquals("in/corpus/SHA256SUMS", Files.readString(copy.resolve("SHA256SUMS")));
        assertFalse(Files.exists(copy.resolve("other")));
        BundledCorpus.delete(copy);
        assertFalse(Files.exists(copy));
    }

    @Test
    void filesOfADirectoryAreUsedWhereTheyAreAndAJarThatIsGoneIsNamed() throws IOException {
        URL landmark = directory.resolve("SHA256SUMS").toUri().toURL();
        assertEquals(directory, BundledCorpus.directoryOf(landmark));
        URL gone = URI.create("jar:" + directory.resolve("gone.jar").toUri() + "!/SHA256SUMS")
                .toURL();
        Exception e = assertThrows(UncheckedIOException.class, () -> BundledCorpus.directoryOf(gone));
        assertTrue(e.getMessage().contains("gone.jar"));
    }

    @Test
    void noByteOfTheGoldenFilesHasChanged() throws IOException {
        assertUnchanged(Corpus.bundled().directory());
        assertUnchanged(Path.of("rocksdb-filters"));
        assertUnchanged(Path.of("pebble"));
    }

    private static void assertUnchanged(Path directory) throws IOException {
        Set<String> sums = new TreeSet<>();
        try (Stream<Path> files = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = directory.relativize(file).toString().replace('\\', '/');
                if (!name.equals("SHA256SUMS") && !name.equals("README.md")) {
                    sums.add(Hex.sha256(Files.readAllBytes(file)) + " " + name);
                }
            }
        }
        Set<String> expected = new TreeSet<>();
        for (String line : Files.readAllLines(directory.resolve("SHA256SUMS"))) {
            expected.add(line.replaceFirst(" [ *]", " "));
        }
        assertEquals(expected, sums);
    }
}
