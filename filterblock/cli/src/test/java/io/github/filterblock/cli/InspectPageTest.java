// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.ExpectedRate;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code inspect --html}: what is on the page, and which file it may become. */
class InspectPageTest {
    @TempDir
    Path directory;

    private Path out() {
        return directory.resolve("page.html");
    }

    private HtmlPage page(List<Path> files) throws IOException {
        return HtmlPage.drawn(List.of(written(files))).get(0);
    }

    private String written(List<Path> files) throws IOException {
        ToolRun run = ToolRun.of(files, "inspect", "--html", out());
        assertEquals("", run.err());
        assertEquals(1, run.lines().size(), run.out());
        assertTrue(run.out().startsWith(out() + ": a page of "), run.out());
        return Files.readString(out());
    }

    /** The first page is of 56 filters with 4,000 keys: every filter is a row as long as there are few. */
    @Test
    void theNumbersAreThoseOfTheSummary() throws IOException {
        List<String> names = List.of(
                "cpp123-default", "chromium-indexeddb", "goleveldb-baselg1", "cpp123-bits50-high", "tb123-onekey");
        List<String> texts = new ArrayList<>();
        for (String name : names) {
            texts.add(written(List.of(Golden.path(name))));
        }
        List<HtmlPage> pages = HtmlPage.drawn(texts);
        for (int i = 0; i < names.size(); i++) {
            assertNumbers(names.get(i), pages.get(i));
        }
        List<String> keys = pages.get(0).strings("//table[@class='numbers']/tbody/tr/td[2]");
        assertEquals(56, keys.size());
        assertEquals(4000, keys.stream().mapToInt(Integer::parseInt).sum());
        assertEquals(4, pages.get(0).strings("//figure").size());
    }

    private static void assertNumbers(String name, HtmlPage page) throws IOException {
        try (TableFile table = TableFile.open(Golden.path(name))) {
            TableReport analysis = TableReport.of(table);
            FilterSummary summary = analysis.summary().orElseThrow();
            List<FilterSummary.Row> filled =
                    summary.rows().stream().filter(FilterSummary.Row::hasBytes).toList();
            var fill =
                    filled.stream().mapToDouble(row -> row.info().fillRatio()).summaryStatistics();
            long keys =
                    summary.rows().stream().mapToLong(FilterSummary.Row::keys).sum();
            double bits = filled.stream().mapToDouble(row -> row.info().bits()).sum();
            assertEquals(format("%,d", summary.rows().size()), page.tile("Filters"));
            assertEquals(format("%,d", keys), page.tile("Keys"));
            assertEquals(format("%.3f", fill.getAverage()), page.tile("Fill ratio"));
            assertEquals(format("%.2f", bits / keys), page.tile("Bits per key"));
            double rate = ExpectedRate.ofTable(summary).orElseThrow();
            String shown = page.tile("False positives");
            assertEquals(rate < 1e-6 ? "below 0.0001 %" : shown, shown);
            if (rate >= 1e-6) {
                double share = Double.parseDouble(shown.replace(" %", "")) / 100;
                assertEquals(rate, share, rate / 200, shown);
            }
        }
    }

    private static String format(String template, Object value) {
        return String.format(Locale.ROOT, template, value);
    }

    /** A page of all damaged files together, and one of each sound table; of some in the default build. */
    @Test
    void everyTableOfTheCorpusHasASoundPage() throws IOException {
        List<Path> damaged =
                Corpus.bundled().damaged().stream().map(file -> file.path()).toList();
        List<String> texts = new ArrayList<>(List.of(written(damaged)));
        List<CorpusTable> tables = Corpus.bundled().tables();
        int step = Integer.getInteger("filterblock.scale", 1) > 1 ? 1 : 5;
        for (int i = 0; i < tables.size(); i += step) {
            texts.add(written(List.of(tables.get(i).path())));
        }
        List<HtmlPage> pages = HtmlPage.drawn(texts);
        for (HtmlPage page : pages) {
            int sections = page.strings("//section[starts-with(@id, 't')]").size();
            assertEquals(page == pages.get(0) ? 100 : 1, sections);
            assertFalse(page.text().contains("NaN") || page.text().contains("Infinity"));
        }
        assertEquals(
                damaged.size(),
                pages.get(0).strings("//table[@class='overview']/tbody/tr").size());
    }

    @Test
    void damagedAndUnreadableFilesComeFirstWithTheReason() throws IOException {
        Path missing = directory.resolve("missing.ldb");
        List<Path> files = List.of(
                Golden.path("cpp123-default"),
                Golden.path("cpp123-nofilter"),
                missing,
                Golden.damaged("n-flip-filter-bit.ldb"),
                Golden.damaged("n-trunc-47.ldb"));
        assertEquals(3, ToolRun.of(files, "inspect", "--html", out()).status());
        HtmlPage page = page(files);
        List<String> rows = page.strings("//table[@class='overview']/tbody/tr/th");
        assertEquals("n-flip-filter-bit.ldb corrupt", rows.get(0));
        // Alike otherwise, in the order of their paths, of which one is a directory of this run.
        assertEquals(Set.of("missing.ldb unreadable", "n-trunc-47.ldb not a table"), Set.copyOf(rows.subList(1, 3)));
        assertEquals(List.of("cpp123-nofilter.ldb no filter", "cpp123-default.ldb ok"), rows.subList(3, rows.size()));
        List<String> reasons = page.strings("//ul[@class='remarks bad']/li");
        assertTrue(reasons.get(0).contains("1 of 159 keys"), reasons.toString());
        assertTrue(reasons.contains("no such file"), reasons.toString());
        assertTrue(reasons.stream().anyMatch(reason -> reason.startsWith("offset 0: ")), reasons.toString());
    }

    /** Names are shown with every character that could pass for another, or for markup, escaped. */
    @Test
    void namesFromTheFileSystemAreText() throws IOException {
        assumeFalse(System.getProperty("os.name").startsWith("Windows"), "no such names on Windows");
        String name = "<script>alert('1')&\"\u001b[31m\u202egnp.ldb";
        Path file;
        try {
            file = directory.resolve(name);
        } catch (java.nio.file.InvalidPathException e) {
            file = directory.resolve("<script>alert('1')&\"\u001b[31m.ldb");
        }
        Files.copy(Golden.path("tb123-onekey"), file);
        HtmlPage page = page(List.of(file, directory.resolve("<b>missing</b>")));
        String shown = page.strings("//section[@id='t2']//h2").get(0);
        assertTrue(shown.startsWith("<script>alert('1')&\"\\x1b[31m"), shown);
        assertEquals(List.of(), page.strings("//body/*//script | //td/b | //th/b | //h2/b"));
        assertFalse(page.text().contains("\u001b") || page.text().contains("\u202e"));
    }

    /** The data of a page, which are the lines of {@code --json} with all rows of all filters. */
    private static JsonObject data(String page) {
        String element = "<script type=\"application/json\" id=\"data\">";
        int start = page.indexOf(element) + element.length();
        String data = page.substring(start, page.indexOf("</script>", start));
        assertFalse(data.contains("<"), "no name can end the element");
        return JsonParser.parseString(data).getAsJsonObject();
    }

    @Test
    void thePageHasTheJsonWithWholeLists() throws IOException {
        Path copy = Files.copy(Golden.path("cpp123-bigvalues"), directory.resolve("<b>&'.ldb"));
        List<Path> files = List.of(Golden.path("goleveldb-baselg1"), copy, Golden.path("cpp123-nofilter"), out());
        List<JsonObject> lines = new ArrayList<>();
        for (Path file : files.subList(0, 3)) {
            lines.add(
                    ToolRun.of("inspect", "--json", "--filters", "--all", file).json());
        }
        JsonObject data = data(written(files.subList(0, 3)));
        assertEquals(3, data.getAsJsonObject("totals").get("tables").getAsInt());
        List<JsonElement> tables = data.getAsJsonArray("tables").asList();
        assertEquals(Set.copyOf(lines), Set.copyOf(tables));
        assertTrue(tables.stream()
                .anyMatch(table -> table.getAsJsonObject().get("filter").isJsonNull()));
        assertEquals(
                3628,
                lines.get(0).getAsJsonObject("filter").getAsJsonArray("rows").size(),
                "more than the usual limit");
    }
}
