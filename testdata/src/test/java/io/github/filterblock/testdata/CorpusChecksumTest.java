// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That no byte of the bundled corpus has changed. */
class CorpusChecksumTest {
    private static final Path DIRECTORY = Corpus.bundled().directory();
    private static final String SUMS = "SHA256SUMS";

    private static Map<String, String> sums() throws IOException {
        Map<String, String> sums = new TreeMap<>();
        for (String line : Files.readAllLines(DIRECTORY.resolve(SUMS))) {
            String[] sumAndFile = line.split(" [ *]", 2);
            sums.put(sumAndFile[1], sumAndFile[0]);
        }
        return sums;
    }

    @Test
    void everyFileHasItsChecksum() throws IOException {
        assertAll(sums().entrySet().stream().map(entry -> () -> {
            byte[] bytes = Files.readAllBytes(DIRECTORY.resolve(entry.getKey()));
            assertEquals(entry.getValue(), Hex.sha256(bytes), entry.getKey());
        }));
    }

    @Test
    void noFileLacksAChecksum() throws IOException {
        try (Stream<Path> files = Files.walk(DIRECTORY)) {
            TreeSet<String> names = new TreeSet<>(files.filter(Files::isRegularFile)
                    .map(file -> DIRECTORY.relativize(file).toString().replace('\\', '/'))
                    .toList());
            names.remove(SUMS);
            assertEquals(names, new TreeSet<>(sums().keySet()));
        }
    }
}
