// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.Lists;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.durable.AtomicFile;
import io.github.filterblock.table.FilterPartition;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The page of {@code inspect --html}: a template that draws the JSON of {@code inspect}, whole lists included. It is
 * written after all files have been examined, complete or not at all. It replaces an older page without asking, and no
 * other file. Takes documents from any number of threads.
 *
 * <p>Its size is bounded: rows of filters are kept for the tables that stand out most, as many as fit, and for the
 * first one in any case; the other tables have a line, or are counted. The page says so.
 */
final class InspectPage {
    /** Rows of filters on a page. */
    private static final int MAX_ROWS = 1 << 18;

    /** Bytes of the separators in the rows of a table; each may be as long as a key. */
    private static final int MAX_SEPARATOR_BYTES = 1 << 23;

    private static final int MAX_TABLES = 1000;
    private static final int MAX_PICTURES = 100;

    /** The first bytes of every page, by which a page is recognized; the template begins with them. */
    private static final int BEGINNING = 120;

    /** Damaged files, files that could not be read, then by the rate of false positives; names decide. */
    private static final Comparator<Document> OUTLIERS_FIRST = Comparator.comparingInt(InspectPage::soundness)
            .thenComparingDouble(table -> -rate(table))
            .thenComparing(table -> String.valueOf(table.file()));

    private final CommandLine command;
    private final Path out;
    private final AtomicFile file;
    private final String template;
    private final List<Entry> tables = new ArrayList<>();
    private final Totals totals = new Totals();
    private final List<Path> files = new ArrayList<>();
    private final List<DatabaseDocument> databases = new ArrayList<>();

    /** A table without rows of filters, and with all of them while it stands out enough. */
    private record Entry(Document table, Document whole) {}

    /** Sums over all tables, those that the page has no room for included. */
    static final class Totals {
        long tables;
        long attention;
        long keys;
        long fileBytes;
        long filtered;
        long filterBytes;
        double highestRate;

        void add(Document document) {
            tables++;
            attention += soundness(document) < 2 ? 1 : 0;
            if (document instanceof InspectDocument table) {
                keys += table.entries();
                fileBytes += table.size();
            }
            InspectedFilter filter = filter(document);
            if (filter != null) {
                highestRate = Math.max(highestRate, rateOf(filter));
                if (filter.filterBytes() != null && filter.overheadBytes() != null) {
                    filtered++;
                    filterBytes += filter.filterBytes() + filter.overheadBytes();
                }
            }
        }
    }

    /** A page to be written later. If it must not be written there, this is wrong usage and is reported beforehand. */
    InspectPage(Path out, CommandLine command) throws IOException {
        this.out = out;
        this.command = command;
        try (InputStream in = InspectPage.class.getResourceAsStream("page.html")) {
            this.template = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        }
        try {
            this.file = AtomicFile.replacing(out, this::isPage);
        } catch (FileAlreadyExistsException e) {
            throw refused("exists and is not a page of this program, so it is not replaced");
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw refused("its folder does not exist");
        }
    }

    private boolean isPage(Path older) throws IOException {
        try (InputStream in = Files.newInputStream(older)) {
            return Arrays.equals(
                    in.readNBytes(BEGINNING), template.substring(0, BEGINNING).getBytes(UTF_8));
        }
    }

    /** {@return the most rows of the filters of a table} */
    static int mostRows(TableReport report) {
        return report.filter(UserKeyFilter.class)
                .map(filter -> mostRows(filter.stored().partitions(), MAX_SEPARATOR_BYTES))
                .orElse(MAX_ROWS);
    }

    /** {@return how many partitions have separators of at most so many bytes together} */
    static int mostRows(List<FilterPartition> partitions, long mostBytes) {
        long bytes = 0;
        int rows = 0;
        for (FilterPartition each : partitions) {
            bytes += each.separator().length;
            if (bytes > mostBytes || rows == MAX_ROWS) {
                break;
            }
            rows++;
        }
        return rows;
    }

    private ParameterException refused(String reason) {
        return new ParameterException(command, "--html: " + out + ": " + reason);
    }

    /** Adds what is said about a file, with all rows of filters. */
    synchronized void add(Path examined, InspectDocument whole) {
        files.add(examined);
        add(whole.withRows(-1), whole);
    }

    /** Adds a file that could not be examined. */
    synchronized void addFailure(FailureDocument failure) {
        add(failure, failure);
    }

    /** Adds what is said about a database around the files. */
    synchronized void addDatabase(DatabaseDocument database) {
        databases.add(database);
    }

    private void add(Document table, Document whole) {
        totals.add(table);
        int found = Collections.binarySearch(Lists.transform(tables, Entry::table), table, OUTLIERS_FIRST);
        int place = found < 0 ? -1 - found : found;
        tables.add(place, new Entry(table, place < MAX_PICTURES ? whole : table));
        if (tables.size() > MAX_PICTURES) {
            Document next = tables.get(MAX_PICTURES).table();
            tables.set(MAX_PICTURES, new Entry(next, next));
        }
        if (tables.size() > MAX_TABLES) {
            tables.remove(MAX_TABLES);
        }
    }

    private static int soundness(Document table) {
        return TableStatus.CORRUPT.id().equals(table.status()) ? 0 : ExitStatus.isWell(table.status()) ? 2 : 1;
    }

    /** A table without a filter denies nothing. */
    private static double rate(Document table) {
        InspectedFilter filter = filter(table);
        if (filter != null && !TableStatus.UNKNOWN_POLICY.id().equals(table.status())) {
            return rateOf(filter);
        }
        return ExitStatus.isWell(table.status()) ? 1 : 0;
    }

    private static @Nullable InspectedFilter filter(Document document) {
        return document instanceof InspectDocument table ? table.filter() : null;
    }

    private static double rateOf(InspectedFilter filter) {
        return Objects.requireNonNullElse(filter.expectedFalsePositiveRate(), 0.0);
    }

    /** Writes the page, readable by those who may read all its tables, and says where it is. */
    void write(OverviewDocument overview, PrintWriter remarks) throws IOException {
        file.withPermissionsOf(files).write(channel -> {
            Writer writer = Channels.newWriter(channel, UTF_8);
            String[] parts = template.split("DATA-OF-THE-PAGE", 2);
            writer.write(parts[0]);
            writeData(overview, writer);
            writer.write(parts[1]);
            writer.flush();
        });
        remarks.println(TerminalText.escaped(out + ": a page of " + Formats.number(totals.tables, "table")
                + (totals.attention == 0
                        ? ""
                        : ", " + Formats.number(totals.attention) + " of them damaged, incomplete or unreadable")));
    }

    /** The JSON of a table is that of {@code inspect --json}; no name in it can end the element that it stands in. */
    private void writeData(OverviewDocument overview, Writer writer) throws IOException {
        writer.write("{\"totals\":" + Json.line(totals) + ",\"overview\":"
                + Json.line(overview).replace("<", "\\u003c") + ",\"tables\":[");
        long rows = 0;
        for (int i = 0; i < tables.size(); i++) {
            InspectedFilter filter = filter(tables.get(i).whole());
            rows += filter == null ? 0 : filter.rowWeight();
            boolean fits = i == 0 || rows <= MAX_ROWS; // each has at most so many itself
            String line = Json.line(fits ? tables.get(i).whole() : tables.get(i).table());
            writer.write((i == 0 ? "\n" : ",\n") + line.replace("<", "\\u003c"));
        }
        writer.write("],\"databases\":" + Json.line(databases).replace("<", "\\u003c") + "}");
    }
}
