// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Collects tables for a page. Takes them from any number of threads at once; the page does not depend on their order.
 *
 * <p>Memory is bounded: pictures are kept for the {@value #MOST_CARDS} tables that stand out most, a line for the first
 * {@value #MOST_ROWS}, and sums for the others; the page says so.
 */
public final class PageBuilder {
    /** The first bytes of every page, by which a page is recognized. */
    public static final String BEGINNING = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="generator" content="filterblock inspect"/>
        """;

    /** Tables with pictures. */
    public static final int MOST_CARDS = 100;

    /** Tables with a line in the overview. */
    public static final int MOST_ROWS = 1000;

    private final List<TableRecord> tables = new ArrayList<>();
    private final Totals totals = new Totals();

    /** A page without tables. */
    public PageBuilder() {}

    /**
     * Adds a table that was examined.
     *
     * @param file its file
     * @param analysis its analysis
     */
    public void add(Path file, TableReport analysis) {
        Optional<FilterSummary> summary = FilterSummary.of(analysis);
        Optional<TableFigures> figures = summary.map(filters -> TableFigures.of(analysis, filters));
        String spark = summary.flatMap(
                        filters -> figures.map(numbers -> new FillChart(numbers, filters.rows()).spark()))
                .orElse("");
        TableRecord table =
                new TableRecord(file, analysis.status(), figures, analysis.size(), analysis.entries(), spark, "");
        add(
                table,
                () -> summary.isPresent()
                        ? new TableCard(analysis, summary.get(), figures.orElseThrow()).html()
                        : PlainCard.of(analysis));
    }

    /**
     * Adds a file that could not be examined.
     *
     * @param file the file
     * @param status the result of its examination
     * @param reason why, in a line
     */
    public void addFailure(Path file, TableStatus status, String reason) {
        TableRecord table = new TableRecord(file, status, Optional.empty(), -1, -1, "", "");
        add(table, () -> PlainCard.ofFailure(reason));
    }

    private interface Card {
        String draw();
    }

    /**
     * Draws only a table that may be kept, and does so outside the lock; meanwhile its place can only have moved down.
     */
    private void add(TableRecord table, Card card) {
        TableRecord drawn = placeOf(table) < MOST_CARDS ? table.withCard(card.draw()) : table;
        synchronized (tables) {
            totals.add(table);
            int place = placeOf(table);
            tables.add(place, place < MOST_CARDS ? drawn : table);
            if (tables.size() > MOST_CARDS) {
                tables.set(MOST_CARDS, tables.get(MOST_CARDS).withCard(""));
            }
            if (tables.size() > MOST_ROWS) {
                tables.remove(MOST_ROWS);
            }
        }
    }

    private int placeOf(TableRecord table) {
        synchronized (tables) {
            int place = Collections.binarySearch(tables, table, TableRecord.OUTLIERS_FIRST);
            return place < 0 ? -place - 1 : place;
        }
    }

    /** {@return the number of all tables that were added} */
    public long tables() {
        synchronized (tables) {
            return totals.tables();
        }
    }

    /** {@return the number of tables that are damaged or could not be read} */
    public long needingAttention() {
        synchronized (tables) {
            return totals.attention();
        }
    }

    /**
     * Writes the page.
     *
     * @param out takes text, to be stored in UTF-8
     * @throws IOException if it cannot be written to
     */
    public void writeTo(Appendable out) throws IOException {
        synchronized (tables) {
            new Page(List.copyOf(tables), totals).writeTo(out);
        }
    }
}
