// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.JsonParseException;
import io.github.filterblock.audit.Audit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Results of {@code audit} that were read back and added up.
 *
 * @param total all of them together
 * @param results how many there are, those that were merged before included
 * @param withoutTable how many of them are about a file that is no table, or could not be read
 */
record MergedAudits(Audit total, long results, long withoutTable) {
    /** A merged result names every table: room for half a million. */
    private static final int MOST_BYTES = 16 << 20;

    private static final MergedAudits NONE = new MergedAudits(Audit.NONE, 0, 0);

    /** Reads files of lines that {@code --json} printed; a table that is in two lines is refused. */
    static MergedAudits of(List<Path> files) throws IOException {
        Sums sums = new Sums();
        Map<String, String> places = new HashMap<>();
        for (Path file : files) {
            try (Lines lines = Lines.of(file, MOST_BYTES)) {
                for (String line = lines.next(); line != null; line = lines.next()) {
                    if (!line.isBlank()) {
                        sums.add(claimed(read(line, lines.place()), lines.place(), places));
                    }
                }
            }
        }
        return sums.total();
    }

    /** Adds up lines that {@code --json} printed; no table is in two of them. */
    static MergedAudits ofLines(Iterator<String> lines) throws IOException {
        Sums sums = new Sums();
        while (lines.hasNext()) {
            sums.add(read(lines.next(), "a result of audit"));
        }
        return sums.total();
    }

    /** Sums of 1, 2, 4 ... results: adding one to the sum of all others would take quadratic time. */
    private static final class Sums {
        /** Of 2^i results at index i, or null. */
        private final List<@Nullable MergedAudits> levels = new ArrayList<>();

        void add(MergedAudits result) throws IOException {
            MergedAudits sum = result;
            for (int level = 0; level < levels.size(); level++) {
                MergedAudits same = levels.get(level);
                if (same == null) {
                    levels.set(level, sum);
                    return;
                }
                sum = same.plus(sum);
                levels.set(level, null);
            }
            levels.add(sum);
        }

        MergedAudits total() throws IOException {
            MergedAudits total = NONE;
            for (MergedAudits sum : levels) {
                total = sum == null ? total : total.plus(sum);
            }
            return total;
        }
    }

    private MergedAudits plus(MergedAudits other) throws IOException {
        try {
            return new MergedAudits(
                    total.plus(other.total),
                    Math.addExact(results, other.results),
                    Math.addExact(withoutTable, other.withoutTable));
        } catch (ArithmeticException e) {
            throw new IOException("the results add up to more than 64 bits hold", e);
        }
    }

    private static MergedAudits claimed(MergedAudits next, String place, Map<String, String> places)
            throws IOException {
        for (String table : next.total.tables()) {
            String before = places.putIfAbsent(table, place);
            if (before != null) {
                throw new IOException(place + ": the table " + table + " was counted already, in " + before
                        + "; give each result once");
            }
        }
        return next;
    }

    private static MergedAudits read(String line, String place) throws IOException {
        try {
            return Json.read(line, AuditJson.SCHEMA, AuditJson.class).read();
        } catch (JsonParseException | IllegalArgumentException | ArithmeticException e) {
            throw new IOException(place + ": " + Json.reason(e, "no result of audit"), e);
        }
    }
}
