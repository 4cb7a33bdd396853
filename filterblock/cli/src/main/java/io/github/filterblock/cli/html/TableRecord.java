// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.Names;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/**
 * What the page keeps about one table. Outliers come first: damaged files, files that could not be read, then by the
 * rate of false positives, then by the distance of the fill ratio from one half; a table without a filter denies
 * nothing.
 *
 * @param file the file
 * @param status the result of its examination
 * @param figures its filters, if it has any that could be read
 * @param size bytes of the file, or -1 if unknown
 * @param entries keys of the table, or -1 if unknown
 * @param spark the filters along the file in little, markup; or empty
 * @param card its section of the page, markup; or empty where there is no room for it
 */
record TableRecord(
        Path file,
        TableStatus status,
        Optional<TableFigures> figures,
        long size,
        long entries,
        String spark,
        String card) {

    static final Comparator<TableRecord> OUTLIERS_FIRST = Comparator.comparingInt(TableRecord::soundness)
            .thenComparing(Comparator.comparingDouble(TableRecord::matching).reversed())
            .thenComparing(Comparator.comparingDouble(TableRecord::oddity).reversed())
            .thenComparing(record -> record.file().toString());

    private int soundness() {
        return switch (status) {
            case CORRUPT -> 0;
            case NOT_A_TABLE, UNREADABLE -> 1;
            case FINDINGS -> 2;
            case OK, NO_FILTER, UNKNOWN_POLICY -> 3;
        };
    }

    boolean needsAttention() {
        return soundness() < 3;
    }

    private double matching() {
        return status == TableStatus.NO_FILTER || status == TableStatus.UNKNOWN_POLICY
                ? 1
                : figures.map(TableFigures::rate).map(rate -> rate.orElse(0)).orElse(0.0);
    }

    private double oddity() {
        return figures.filter(numbers -> numbers.fill().getCount() > 0)
                .map(numbers -> Math.abs(numbers.fill().getAverage() - 0.5))
                .orElse(0.0);
    }

    TableRecord withCard(String newCard) {
        return new TableRecord(file, status, figures, size, entries, spark, newCard);
    }

    /** The last part of the file's name. */
    String shortName() {
        Path name = file.getFileName();
        return Names.of(name == null ? file : name);
    }
}
