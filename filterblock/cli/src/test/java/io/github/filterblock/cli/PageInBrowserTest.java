// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.FilterRow;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.DamagedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages as Chromium draws them, side by side in frames of one page. Skipped where there is no browser. */
class PageInBrowserTest {
    private static final int[] WIDTHS = {1280, 800, 390};
    private static final List<String> MEASURED_PAGES =
            List.of("cpp123-default", "outliers", "some", "some damaged", "fast-part-fv5", "emptypart-fv6");

    /** What is on a page, and what must be on none. */
    private static final String LOOK = """
            function look(frame) {
              const page = frame.contentDocument, all = path => [...page.querySelectorAll(path)];
              const texts = path => all(path).map(e => e.textContent.trim().replace(/\\s+/g, ' '));
              const within = all('body > * script').length, ids = all('[id]').map(e => e.id);
              all('script').forEach(e => e.remove());
              const refers = e => e.hasAttribute('href') ? [e.getAttribute('href').replace(/^#/, '')] : [];
              const faults = [
                ...within ? ['a script in an element'] : [],
                ...ids.filter((id, i) => ids.indexOf(id) < i).map(id => 'twice ' + id),
                ...all('*').flatMap(refers).concat(all('[aria-labelledby]').map(e => e.getAttribute('aria-labelledby')))
                    .filter(id => !ids.includes(id)).map(id => 'no element ' + id),
                ...all('*').flatMap(e => e.getAttributeNames()).filter(name => name.startsWith('on')),
                ...all('[role=img]').filter(e => !e.getAttribute('aria-label')).map(e => 'a picture without a name'),
                ...texts('td b, th b, h2 b')
              ];
              const first = page.querySelector('section[id^=t]'), tiles = {};
              first?.querySelectorAll(':scope > dl.tiles > div').forEach(e => {
                tiles[e.querySelector('dt').textContent] = e.querySelector('dd').firstChild.textContent;
              });
              return {markup: page.documentElement.outerHTML, faults, tiles, figures: all('figure').length,
                  bars: all('.wide path.bars').map(e => e.getAttribute('d')), sayings: texts('.wide rect.spot > title'),
                  captions: texts('figcaption'),
                  keys: texts('table.numbers > tbody > tr > td:nth-of-type(2)'), headings: texts('section h2'),
                  sections: all('section[id^=t]').length, overview: texts('table.overview > tbody > tr > th'),
                  reasons: texts('ul.remarks.bad > li')};
            }
            """;

    /** Text in boxes of its own; a box inside of another is not compared with it. */
    private static final String MEASURE = """
            function measure(frame) {
              const page = frame.contentDocument, view = frame.contentWindow, faults = [];
              page.querySelectorAll('details').forEach(d => d.open = true);
              const words = 'h1,h2,dt,dd,small,figcaption,summary,.badge,.x span,.y span,.dots span,.legend span,'
                  + '.axis,.what,.where,.remarks li,th,footer p';
              const boxes = [...page.querySelectorAll(words)].filter(e => e.getClientRects().length
                  && e.textContent.trim() && !e.closest('.unseen') && !e.closest('.scroll'));
              const rects = boxes.map(e => e.getBoundingClientRect());
              for (let i = 0; i < boxes.length; i++) {
                if (rects[i].left < 0 || rects[i].right > view.innerWidth) {
                  faults.push('outside: ' + boxes[i].textContent);
                }
                for (let j = i + 1; j < boxes.length; j++) {
                  const a = rects[i], b = rects[j];
                  if (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
                      && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                      && !boxes[i].contains(boxes[j]) && !boxes[j].contains(boxes[i])) {
                    faults.push(boxes[i].textContent.trim() + ' lies on ' + boxes[j].textContent.trim());
                  }
                }
              }
              page.querySelectorAll('svg').forEach(e => {
                const box = e.getBoundingClientRect();
                if (box.width < 40 || box.height < 5) faults.push('a picture of ' + box.width + ' by ' + box.height);
              });
              const body = view.getComputedStyle(page.body);
              return {width: view.innerWidth, wide: page.scrollingElement.scrollWidth, words: boxes.length,
                  paper: body.backgroundColor, ink: body.color, faults: faults};
            }
            """;

    /** What {@link #LOOK} returns. */
    private record Drawn(
            String markup,
            List<String> faults,
            Map<String, String> tiles,
            int figures,
            List<String> bars,
            List<String> sayings,
            List<String> captions,
            List<String> keys,
            List<String> headings,
            int sections,
            List<String> overview,
            List<String> reasons) {}

    /** What {@link #MEASURE} returns. */
    private record Measured(int width, int wide, int words, String paper, String ink, List<String> faults) {}

    @TempDir
    static Path directory;

    private static final Map<String, String> WRITTEN = new LinkedHashMap<>();
    private static final Map<String, Drawn> DRAWN = new LinkedHashMap<>();
    private static final List<Measured> MEASURED = new ArrayList<>();

    /** Pages of single tables by the table's name, of some in the default build, and of several. */
    @BeforeAll
    static void draw() throws IOException {
        Browser.assumePresent();
        int step = Integer.getInteger("filterblock.scale", 1) > 1 ? 1 : 5;
        List<CorpusTable> tables = Corpus.bundled().tables();
        for (int i = 0; i < tables.size(); i += step) {
            write(tables.get(i).name(), List.of(tables.get(i).path()));
        }
        for (String name : List.of(
                "cpp123-default", "chromium-indexeddb", "goleveldb-baselg1", "cpp123-bits50-high", "tb123-onekey")) {
            write(name, List.of(Golden.path(name)));
        }
        for (String name :
                List.of("fast-full-fv6", "fast-part-fv5", "ribbon-part-fv6", "ribbon-full-fv5", "emptypart-fv6")) {
            write(name, List.of(Golden.fullFilter(name)));
        }
        List<Path> damaged =
                Corpus.bundled().damaged().stream().map(DamagedFile::path).toList();
        write("damaged", damaged);
        write("some damaged", damaged.subList(0, 12));
        write(
                "outliers",
                List.of(
                        Golden.path("cpp123-default"),
                        Golden.path("cpp123-nofilter"),
                        directory.resolve("missing.ldb"),
                        Golden.damaged("n-flip-filter-bit.ldb"),
                        Golden.damaged("n-trunc-47.ldb")));
        Path longName = directory.resolve("a-table-with-a-name-".repeat(8) + ".ldb");
        write(
                "some",
                Stream.concat(
                                Stream.of(
                                        Files.copy(Golden.path("cpp123-longkeys"), longName),
                                        Golden.path("chromium-indexeddb")),
                                tables.stream().limit(12).map(CorpusTable::path))
                        .toList());
        Path odd = OddNamesTest.table(directory.resolve("<script>alert('1')&\"" + OddNamesTest.ODD + ".ldb"));
        write("odd", List.of(odd, directory.resolve("<b>missing</b>" + OddNamesTest.ODD)));
        Path many = Files.write(
                directory.resolve("many.ldb"), InspectPageTest.ofFilters(30_000).bytes());
        write("many filters", List.of(many));
        WRITTEN.put("many tables", InspectPageTest.ofManyTables(directory.resolve("tables.html")));
        Path none = directory.resolve("none.html");
        ToolRun.of("inspect", "--html", none, Files.createDirectory(directory.resolve("empty")));
        WRITTEN.put("no table", Files.readString(none));
        askAll();
    }

    /** All questions of one browser, since each start takes as long as a hundred of them. */
    private static void askAll() throws IOException {
        List<Browser.Frame> frames = new ArrayList<>();
        WRITTEN.values().forEach(page -> frames.add(new Browser.Frame(page, WIDTHS[0], "light", "look")));
        for (String name : MEASURED_PAGES) {
            for (int width : WIDTHS) {
                for (String colours : List.of("light", "dark")) {
                    frames.add(new Browser.Frame(WRITTEN.get(name), width, colours, "measure"));
                }
            }
        }
        JsonArray answers = Browser.ask(directory, frames, LOOK + MEASURE);
        for (String name : WRITTEN.keySet()) {
            DRAWN.put(name, new Gson().fromJson(answers.get(DRAWN.size()), Drawn.class));
        }
        while (DRAWN.size() + MEASURED.size() < answers.size()) {
            MEASURED.add(new Gson().fromJson(answers.get(DRAWN.size() + MEASURED.size()), Measured.class));
        }
    }

    private static void write(String name, List<Path> files) throws IOException {
        WRITTEN.put(name, InspectPageTest.written(directory.resolve(WRITTEN.size() + ".html"), files));
    }

    @Test
    void everyPageIsSound() {
        DRAWN.forEach((name, page) -> {
            assertEquals(List.of(), page.faults(), name);
            assertFalse(page.markup().contains("NaN") || page.markup().contains("Infinity"), name);
            boolean single = Corpus.bundled().tables().stream()
                    .anyMatch(table -> table.name().equals(name));
            assertTrue(!single || page.sections() == 1, name);
        });
        assertEquals(100, DRAWN.get("damaged").sections());
        assertEquals(
                Corpus.bundled().damaged().size(),
                DRAWN.get("damaged").overview().size());
        assertTrue(DRAWN.get("no table").markup().contains("Filters of 0 tables"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"cpp123-default", "chromium-indexeddb", "goleveldb-baselg1", "cpp123-bits50-high", "tb123-onekey"
            })
    void theNumbersAreThoseOfTheSummary(String name) throws IOException {
        Map<String, String> tiles = DRAWN.get(name).tiles();
        try (TableFile table = TableFile.open(Golden.path(name))) {
            BlockFilter filter = TableReport.of(table).filter(BlockFilter.class).orElseThrow();
            List<FilterRow> rows = filter.rows();
            List<FilterRow> filled = rows.stream().filter(FilterRow::hasBytes).toList();
            var fill =
                    filled.stream().mapToDouble(row -> row.info().fillRatio()).summaryStatistics();
            long keys = rows.stream().mapToLong(FilterRow::keys).sum();
            double bits = filled.stream().mapToDouble(row -> row.info().bits()).sum();
            assertEquals(format("%,d", rows.size()), tiles.get("Filters"));
            assertEquals(format("%,d", keys), tiles.get("Keys"));
            assertEquals(format("%.3f", fill.getAverage()), tiles.get("Fill ratio"));
            assertEquals(format("%.2f", bits / keys), tiles.get("Bits per key"));
            double rate = filter.expectedRate().orElseThrow();
            String shown = tiles.get("False positives").replace(" %", "");
            assertEquals(rate, Double.parseDouble(shown) / 100, rate / 200);
        }
    }

    /** The columns of a picture, 10 wide and 1000 high, of shares of its height. */
    private static String bars(double... heights) {
        return IntStream.range(0, heights.length)
                .mapToObj(i -> "M" + 10 * i + " 1000V" + Math.round(1000 * (1 - heights[i])) + "h10V1000z")
                .collect(Collectors.joining());
    }

    private static JsonObject filterOf(String name) {
        return InspectPageTest.data(WRITTEN.get(name))
                .getAsJsonArray("tables")
                .get(0)
                .getAsJsonObject()
                .getAsJsonObject("filter");
    }

    @Test
    void theLinesOfAFullFilterAreDrawn() throws IOException {
        Drawn page = DRAWN.get("fast-full-fv6");
        double[] fills = InspectPageTest.fillOfLines(Golden.fullFilter("fast-full-fv6"), filterOf("fast-full-fv6"));
        assertEquals(List.of(bars(fills)), page.bars());
        assertEquals(
                IntStream.range(0, fills.length)
                        .mapToObj(i -> format("line " + i + ": fill ratio %.3f", fills[i]))
                        .toList(),
                page.sayings());
        assertEquals(
                List.of(
                        "Fill ratio along the lines of the filter",
                        "How full the lines are",
                        "Expected false positives"),
                page.captions());
        assertEquals(
                format("%.3f", Arrays.stream(fills).average().orElseThrow()),
                page.tiles().get("Fill ratio"));
    }

    @Test
    void partitionsAreDrawnInTheOrderOfTheirKeys() throws IOException {
        Drawn page = DRAWN.get("fast-part-fv5");
        Path table = Golden.fullFilter("fast-part-fv5");
        List<JsonObject> rows = rows("fast-part-fv5");
        double[] fills = new double[rows.size()];
        for (int i = 0; i < fills.length; i++) {
            fills[i] = Arrays.stream(InspectPageTest.fillOfLines(table, rows.get(i)))
                    .average()
                    .orElseThrow();
            String key = printable(
                    HexFormat.of().parseHex(rows.get(i).get("separator").getAsString()));
            String saying = page.sayings().get(i);
            assertTrue(saying.startsWith("partition " + i + ", up to the key " + key + ": "), saying);
            assertTrue(
                    saying.endsWith(format(": fill ratio %.3f, ", fills[i])
                            + rows.get(i).get("keys") + " keys"),
                    saying);
        }
        assertEquals(List.of(bars(fills)), page.bars());
        assertEquals(4, page.figures());
        assertEquals(rows.stream().map(row -> row.get("size").getAsString()).toList(), page.keys());
    }

    private static String printable(byte[] key) {
        StringBuilder shown = new StringBuilder();
        for (byte each : key) {
            shown.append(each > ' ' && each < 127 && each != '\\' ? "" + (char) each : String.format("\\x%02x", each));
        }
        return shown.toString();
    }

    private static List<JsonObject> rows(String name) {
        return filterOf(name).getAsJsonArray("rows").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .toList();
    }

    /** Kinds beside each other have bits per key in common; Ribbon alone has no lines; partitions may have no bits. */
    @Test
    void otherKindsAreDrawnAsFarAsTheyHaveSomethingToDraw() {
        double[] bitsPerKey = rows("ribbon-part-fv6").stream()
                .mapToDouble(row ->
                        8.0 * row.get("size").getAsInt() / row.get("keys").getAsInt())
                .toArray();
        assertEquals(
                List.of(bars(Arrays.stream(bitsPerKey).map(bits -> bits / 40).toArray())),
                DRAWN.get("ribbon-part-fv6").bars());
        assertEquals(
                List.of("Expected false positives"),
                DRAWN.get("ribbon-full-fv5").captions());
        Drawn empty = DRAWN.get("emptypart-fv6");
        assertEquals(
                8,
                empty.sayings().stream()
                        .filter(each -> each.endsWith(": no bits"))
                        .count());
        assertTrue(empty.markup().contains("partition without bits"), "the legend says what the gaps are");
    }

    private static String format(String template, Object value) {
        return String.format(Locale.ROOT, template, value);
    }

    /** Every one of 56 filters with 4,000 keys is a row as long as there are few. */
    @Test
    void fewFiltersAreRowsAndManyAreColumns() {
        Drawn few = DRAWN.get("cpp123-default");
        assertEquals(56, few.keys().size());
        assertEquals(4000, few.keys().stream().mapToInt(Integer::parseInt).sum());
        assertEquals(4, few.figures());
        for (String part : List.of("30,000", "7,500 of them empty", "least to greatest of 100 windows")) {
            assertTrue(DRAWN.get("many filters").markup().contains(part), part);
        }
    }

    @Test
    void damagedAndUnreadableFilesComeFirstWithTheReason() {
        List<String> rows = DRAWN.get("outliers").overview();
        assertEquals("n-flip-filter-bit.ldb corrupt", rows.get(0));
        // Alike otherwise, in the order of their paths, of which one is a directory of this run.
        assertEquals(Set.of("missing.ldb unreadable", "n-trunc-47.ldb not a table"), Set.copyOf(rows.subList(1, 3)));
        assertEquals(List.of("cpp123-nofilter.ldb no filter", "cpp123-default.ldb ok"), rows.subList(3, rows.size()));
        List<String> reasons = DRAWN.get("outliers").reasons();
        assertTrue(reasons.get(0).contains("1 of 159 keys"), reasons.toString());
        assertTrue(reasons.contains("no such file"), reasons.toString());
        assertTrue(reasons.stream().anyMatch(reason -> reason.startsWith("offset 0: ")), reasons.toString());
    }

    @Test
    void ofManyTablesThoseThatStandOutAreShown() {
        Drawn page = DRAWN.get("many tables");
        assertEquals(100, page.sections());
        assertEquals(1000, page.overview().size());
        for (String part : List.of(
                "reason 0", "reason 49", "room for 1,000 tables; the other 550", "are shown of the 100 tables")) {
            assertTrue(page.markup().contains(part), part);
        }
    }

    /** Names are shown with every character that could pass for another, or for markup, escaped. */
    @Test
    void namesAreText() {
        Drawn page = DRAWN.get("odd");
        assertEquals("", OddNamesTest.unsafe(page.markup().replaceAll("[\\u2003\\u2013\\u00b7]", "")));
        String named = OddNamesTest.ESCAPED;
        assertTrue(page.headings().contains("<script>alert('1')&\"" + named + ".ldb"), page.headings()::toString);
        assertTrue(page.headings().stream().anyMatch(each -> each.endsWith("b>" + named)), page.headings()::toString);
        assertTrue(page.markup().contains(OddNamesTest.ESCAPED_POLICY), page.markup());
    }

    /** As wide as on a desk, a tablet and a phone, by day and by night: no text lies outside, or on another. */
    @Test
    void pagesFitEveryWindowInBothColours() {
        assertEquals(MEASURED_PAGES.size() * WIDTHS.length * 2, MEASURED.size());
        for (int i = 0; i < MEASURED.size(); i += 2) {
            Measured light = MEASURED.get(i);
            Measured dark = MEASURED.get(i + 1);
            for (Measured page : List.of(light, dark)) {
                assertEquals(List.of(), page.faults(), "at " + page.width() + " pixels");
                assertEquals(WIDTHS[i / 2 % WIDTHS.length], page.width());
                assertTrue(page.wide() <= page.width(), "wider than the window: " + page);
                assertTrue(page.words() > 30, page.toString());
            }
            assertNotEquals(light.paper(), dark.paper());
            assertNotEquals(light.ink(), dark.ink());
        }
    }
}
