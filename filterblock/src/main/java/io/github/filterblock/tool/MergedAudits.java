// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.audit.Audit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of {@code audit} that were read back and added up.
 *
 * @param total all of them together
 * @param results how many lines they were
 * @param withoutTable how many of them were about a file that is no table, or could not be read
 */
record MergedAudits(Audit total, long results, long withoutTable) {

    /** Reads files of lines that {@code --json} printed; a table that is in two lines is refused. */
    static MergedAudits of(List<Path> files) throws IOException {
        List<Audit> audits = new ArrayList<>();
        Map<String, String> places = new HashMap<>();
        for (Path file : files) {
            read(file, audits, places);
        }
        long withoutTable =
                audits.stream().filter(audit -> audit.tables().isEmpty()).count();
        try {
            return new MergedAudits(Audit.sum(audits), audits.size(), withoutTable);
        } catch (ArithmeticException e) {
            throw new IOException("the results add up to more than 64 bits hold", e);
        }
    }

    private static void read(Path file, List<Audit> audits, Map<String, String> places) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            long number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank()) {
                    String place = file + ": line " + number;
                    Audit audit = AuditLine.parse(place, line);
                    claim(audit, place, places);
                    audits.add(audit);
                }
            }
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": no such file", e);
        } catch (CharacterCodingException e) {
            throw new IOException(file + ": not UTF-8", e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void claim(Audit audit, String place, Map<String, String> places) throws IOException {
        for (String table : audit.tables()) {
            String before = places.putIfAbsent(table, place);
            if (before != null) {
                throw new IOException(place + ": the table " + table + " was counted already, in " + before
                        + "; give each result once");
            }
        }
    }
}
