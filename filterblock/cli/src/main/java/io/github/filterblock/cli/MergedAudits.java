// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.JsonParseException;
import io.github.filterblock.audit.Audit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Results of {@code audit} that were read back and added up.
 *
 * @param total all of them together
 * @param results how many there are, those that were merged before included
 * @param withoutTable how many of them are about a file that is not a table, or could not be read
 */
record MergedAudits(Audit total, long results, long withoutTable) implements TableLines.Totals {
    private static final int MOST_BYTES = 1 << 20;

    static final MergedAudits NONE = new MergedAudits(Audit.NONE, 0, 0);

    /** Reads files of lines that {@code --json} printed; a path that is named twice is refused. */
    static MergedAudits of(List<Path> files) throws IOException {
        MergedAudits sum = NONE;
        Set<Path> read = new HashSet<>();
        for (Path file : files) {
            if (!read.add(file.toAbsolutePath().normalize())) {
                throw new IOException(file + ": is named twice; its results would count twice");
            }
            try (Lines lines = Lines.of(file, MOST_BYTES)) {
                for (String line = lines.next(); line != null; line = lines.next()) {
                    sum = line.isBlank() ? sum : sum.plus(read(line, lines.place()));
                }
            } catch (ArithmeticException e) {
                throw new IOException("the results add up to more than 64 bits hold", e);
            }
        }
        return sum;
    }

    @Override
    public MergedAudits plus(TableLines.Totals added) {
        MergedAudits other = (MergedAudits) added;
        return new MergedAudits(
                total.plus(other.total),
                Math.addExact(results, other.results),
                Math.addExact(withoutTable, other.withoutTable));
    }

    @Override
    public String line() {
        return Json.line(AuditDocument.of(this));
    }

    private static MergedAudits read(String line, String place) throws IOException {
        try {
            return Json.read(line, Document.schema(AuditDocument.class), AuditDocument.class)
                    .read();
        } catch (JsonParseException | IllegalArgumentException | ArithmeticException e) {
            throw new IOException(place + ": " + Json.reason(e, "no result of audit"), e);
        }
    }
}
