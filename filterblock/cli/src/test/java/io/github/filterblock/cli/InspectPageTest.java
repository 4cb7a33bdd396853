// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.database.Databases;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code inspect --html}: what is in the file, whose size has bounds. {@link PageInBrowserTest} sees what becomes of
 * it, and {@link TranscriptTest} which file it may replace.
 */
class InspectPageTest {
    private static final int FILTER = 9;

    @TempDir
    Path directory;

    /** The page of files, as it was written. */
    static String written(Path out, List<Path> files) throws IOException {
        ToolRun run = ToolRun.of(files, "inspect", "--html", out);
        assertTrue(run.out().startsWith(out + ": a page of "), run.out() + run.err());
        return Files.readString(out);
    }

    static JsonObject data(String page) {
        String element = "<script type=\"application/json\" id=\"data\">";
        int start = page.indexOf(element) + element.length();
        String data = page.substring(start, page.indexOf("</script>", start));
        assertFalse(data.contains("<"), "no name can end the element");
        return JsonParser.parseString(data).getAsJsonObject();
    }

    @Test
    void thePageHasTheJsonWithWholeLists() throws IOException {
        Path copy = Files.copy(Golden.path("cpp123-bigvalues"), directory.resolve("<script>&'.ldb"));
        List<Path> files = List.of(
                Golden.path("goleveldb-baselg1"),
                copy,
                Golden.path("cpp123-nofilter"),
                Golden.fullFilter("fast-full-fv6"),
                Golden.fullFilter("ribbon-part-fv6"));
        List<JsonObject> lines =
                ToolRun.of(files, "inspect", "--json", "--filters", "--all").jsonLines();
        JsonObject data = data(written(directory.resolve("page"), files));
        assertEquals(5, data.getAsJsonObject("totals").get("tables").getAsInt());
        List<JsonElement> tables = data.getAsJsonArray("tables").asList();
        assertEquals(Set.copyOf(lines), Set.copyOf(tables));
        assertEquals(
                3628,
                lines.get(0).getAsJsonObject("filter").getAsJsonArray("rows").size(),
                "more than the usual limit");
    }

    private JsonObject filterOf(Path table) throws IOException {
        JsonObject data = data(written(directory.resolve("page"), List.of(table)));
        return data.getAsJsonArray("tables").get(0).getAsJsonObject().getAsJsonObject("filter");
    }

    /** The shares of set bits of the 64-byte lines of a Bloom filter, counted in the bytes of the file. */
    static double[] fillOfLines(Path table, JsonObject filter) throws IOException {
        byte[] file = Files.readAllBytes(table);
        int offset = filter.get("offset").getAsInt();
        int lines = (filter.get("size").getAsInt() - 5) / 64;
        return IntStream.range(0, lines)
                .mapToDouble(line -> BitSet.valueOf(ByteBuffer.wrap(file, offset + 64 * line, 64))
                                .cardinality()
                        / 512.0)
                .toArray();
    }

    @Test
    void thePageHasTheFillOfTheLinesOfAFullFilter() throws IOException {
        Path table = Golden.fullFilter("fast-full-fv6");
        JsonObject filter = filterOf(table);
        double[] fills = fillOfLines(table, filter);
        JsonObject lineFill = filter.getAsJsonObject("lineFill");
        assertEquals(22, fills.length);
        assertEquals("22 1", lineFill.get("lines") + " " + lineFill.get("group"));
        long[] counts = new long[40];
        for (int i = 0; i < fills.length; i++) {
            counts[(int) (40 * fills[i])]++;
            JsonObject line = lineFill.getAsJsonArray("along").get(i).getAsJsonObject();
            for (String name : List.of("least", "most", "mean")) {
                assertEquals(fills[i], line.get(name).getAsDouble(), 1e-12, name + " of line " + i);
            }
        }
        assertEquals(
                Arrays.stream(counts).boxed().toList(),
                lineFill.getAsJsonArray("fills").asList().stream()
                        .map(JsonElement::getAsLong)
                        .toList());
        double mean = filter.getAsJsonObject("fillRatio").get("mean").getAsDouble();
        assertEquals(Arrays.stream(fills).average().orElseThrow(), mean, 1e-12);
    }

    /** Of Bloom filters and Ribbon filters beside each other, the former alone have bits that are counted. */
    @Test
    void thePageHasTheSetBitsOfThePartitions() throws IOException {
        Path table = Golden.fullFilter("ribbon-part-fv6");
        JsonObject filter = filterOf(table);
        int bloom = 0;
        for (JsonElement element : filter.getAsJsonArray("rows")) {
            JsonObject row = element.getAsJsonObject();
            if (row.get("filter").getAsString().startsWith("fast local Bloom")) {
                bloom++;
                double set = Arrays.stream(fillOfLines(table, row)).sum() * 512;
                assertEquals(set, row.get("setBits").getAsDouble(), 1e-9);
                assertEquals(
                        8 * (row.get("size").getAsInt() - 5), row.get("bits").getAsInt());
            } else {
                assertTrue(row.get("bits").isJsonNull() && row.get("setBits").isJsonNull(), row::toString);
            }
        }
        assertEquals(2, bloom);
        assertEquals(2, filter.getAsJsonObject("lineFill").get("lines").getAsInt());
        assertTrue(filter.getAsJsonObject("lineFill").get("along").isJsonNull());
        JsonObject ribbon = filterOf(Golden.fullFilter("ribbon-full-fv5"));
        assertTrue(
                ribbon.get("fillRatio").isJsonNull() && ribbon.get("lineFill").isJsonNull(), ribbon::toString);
    }

    /** However many lines a filter has, they are drawn as at most 150 columns. */
    @Test
    void linesAreBounded() {
        FullFilterBuilder builder = FullFilterPolicy.fastLocalBloom(10).newBuilder(512_010);
        for (int i = 0; i < 100_000; i++) {
            builder.addKey(("key" + i).getBytes(UTF_8));
        }
        InspectedLines lines =
                Objects.requireNonNull(InspectedLines.of(List.of(FullFilter.wrap(builder.finish())), true));
        assertEquals(67, lines.group());
        List<InspectedLines.Group> along = Objects.requireNonNull(lines.along());
        assertEquals(150, along.size());
        assertEquals(10_001, lines.fills().stream().mapToLong(Long::longValue).sum());
        assertTrue(along.stream().allMatch(group -> group.least() < group.mean() && group.mean() < group.most()));
    }

    @Test
    void separatorsAreBounded() throws IOException {
        try (TableFile table = TableFile.open(Golden.fullFilter("fast-part-fv5"))) {
            TableReport report = TableReport.of(table);
            List<FilterPartition> partitions =
                    report.filter(UserKeyFilter.class).orElseThrow().stored().partitions();
            long two = partitions.get(0).separator().length + partitions.get(1).separator().length;
            assertEquals(1, InspectPage.mostRows(partitions, two - 1));
            assertEquals(2, InspectPage.mostRows(partitions, two));
            assertEquals(partitions.size(), InspectPage.mostRows(partitions, Long.MAX_VALUE));
            InspectDocument few = InspectDocument.of("few", report, 10, 2, null, null, KeyEnds.NONE);
            Path out = directory.resolve("page");
            InspectPage page = page(out);
            page.add(directory, few);
            JsonObject filter = data(written(out, page))
                    .getAsJsonArray("tables")
                    .get(0)
                    .getAsJsonObject()
                    .getAsJsonObject("filter");
            assertEquals(2, filter.getAsJsonArray("rows").size());
        }
    }

    @Test
    void thePageHasWhatIsWrongWithTheDatabase() throws IOException {
        Path database = Databases.copy(
                Path.of("src/test/resources/io/github/filterblock/cli/databases/missing-table.db"),
                directory.resolve("<b>.db"));
        JsonObject data = data(written(directory.resolve("page"), List.of(database)));
        JsonObject found = data.getAsJsonArray("databases").get(0).getAsJsonObject();
        assertEquals("findings", found.get("status").getAsString());
        JsonObject finding = found.getAsJsonArray("findings").get(0).getAsJsonObject();
        assertEquals("DB-6", finding.get("rule").getAsString());
        assertTrue(finding.get("message").getAsString().startsWith("000007.ldb (level 1) is missing"), data::toString);
    }

    /** Of a sound table, one without a filter, one of RocksDB and one whose filter denies a key. */
    @Test
    void thePageHasSumsOverAllTables() throws IOException {
        List<Path> files = List.of(
                Golden.path("cpp123-default"),
                Golden.path("cpp123-nofilter"),
                Golden.fullFilter("fast-full-fv6"),
                Golden.damaged("n-flip-filter-bit.ldb"),
                directory.resolve("missing.ldb"));
        JsonObject data = data(written(directory.resolve("page"), files));
        JsonObject totals = data.getAsJsonObject("totals");
        long bytes = 0;
        for (Path file : files.subList(0, 4)) {
            bytes += Files.size(file);
        }
        assertEquals(
                JsonParser.parseString("{'tables':5,'attention':2,'keys':" + (4000 + 1500 + 900 + 159) + ",'fileBytes':"
                        + bytes + ",'filtered':3,'filterBytes':" + (5303 + 1413 + 225) + ",'highestRate':1.0}"),
                totals);
        List<String> order = data.getAsJsonArray("tables").asList().stream()
                .map(table -> table.getAsJsonObject().get("file").getAsString())
                .toList();
        List<Path> outliersFirst = List.of(files.get(3), files.get(4), files.get(1), files.get(0), files.get(2));
        assertEquals(outliersFirst.stream().map(Path::toString).toList(), order);
    }

    @Test
    void itRefersToNothingAndRunsNothingButItsOwnScript() throws IOException, GeneralSecurityException {
        String page = written(directory.resolve("page"), List.of(Golden.path("tb123-onekey")));
        for (String reference : List.of("http:", "https:", "src=", "url(", "@import", "<link", "<iframe")) {
            assertFalse(page.contains(reference), reference);
        }
        assertEquals(3, page.split("<script").length);
        String script = page.substring(page.indexOf("<script>") + 8, page.lastIndexOf("</script>"));
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(UTF_8));
        String policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"
                + Base64.getEncoder().encodeToString(hash) + "'";
        assertTrue(page.contains(policy), policy);
    }

    /** A table with filters of 64 random bits; every fourth window is empty, and the first filter matches every key. */
    static TestTable ofFilters(int filters) {
        Random random = new Random(1);
        ByteBuffer block = ByteBuffer.allocate(filters * (FILTER + 4) + 5).order(ByteOrder.LITTLE_ENDIAN);
        int[] starts = new int[filters];
        for (int i = 0; i < filters; i++) {
            starts[i] = block.position();
            if (i % 4 != 3) {
                block.putLong(i == 0 ? -1 : random.nextLong() & random.nextLong());
                block.put((byte) 6);
            }
        }
        int array = block.position();
        for (int start : starts) {
            block.putInt(start);
        }
        block.putInt(array).put((byte) 11);
        byte[] bytes = Arrays.copyOf(block.array(), block.position());
        return TestTable.ofWholeKeys().block("apple").changeFilter(0, any -> bytes);
    }

    private static String written(Path out, InspectPage page) throws IOException {
        page.write(new Overview().document(true, List.of()), new PrintWriter(Writer.nullWriter()));
        return Files.readString(out);
    }

    private static InspectPage page(Path out) throws IOException {
        return new InspectPage(out, new CommandLine(new InspectCommand(new Session(Terminals.NONE))));
    }

    /** The names of the tables that have the rows of their filters. */
    private static List<String> pictured(String page) {
        return data(page).getAsJsonArray("tables").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(table -> table.has("filter")
                        && table.get("filter").isJsonObject()
                        && table.getAsJsonObject("filter").get("rows").isJsonArray())
                .map(table -> table.get("file").getAsString())
                .toList();
    }

    /** The first table has its rows in any case, the others while all rows together are not too many. */
    @Test
    void rowsAreBounded() throws IOException {
        Path out = directory.resolve("page");
        InspectPage page = page(out);
        try (TableFile file = ofFilters(150_000).write().open()) {
            TableReport report = TableReport.of(file);
            for (int i = 0; i < 3; i++) {
                page.add(
                        directory,
                        InspectDocument.of("many-" + i, report, 10, Integer.MAX_VALUE, null, null, KeyEnds.NONE));
            }
        }
        assertEquals(List.of("many-0"), pictured(written(out, page)));
    }

    /** The page of 1,500 sound tables and 50 that could not be read. */
    static String ofManyTables(Path out) throws IOException {
        InspectPage page = page(out);
        try (TableFile file = TestTable.ofWholeKeys().block("apple").write().open()) {
            TableReport report = TableReport.of(file);
            for (int i = 0; i < 1500; i++) {
                String name = "sound-" + i + ".ldb";
                page.add(out.getParent(), InspectDocument.of(name, report, 10, 10, null, null, KeyEnds.NONE));
            }
        }
        for (int i = 0; i < 50; i++) {
            page.addFailure(
                    FailureDocument.of("inspect", Failure.unreadable("broken-" + i + ".ldb", "reason " + i), null));
        }
        return written(out, page);
    }

    @Test
    void ofManyTablesThoseThatStandOutAreKept() throws IOException {
        String page = ofManyTables(directory.resolve("page"));
        JsonObject totals = data(page).getAsJsonObject("totals");
        assertEquals("1550 50", totals.get("tables") + " " + totals.get("attention"));
        assertEquals(50, pictured(page).size(), "beside the broken ones");
        Set<String> names = data(page).getAsJsonArray("tables").asList().stream()
                .map(table -> table.getAsJsonObject().get("file").getAsString())
                .collect(Collectors.toSet());
        assertEquals(1000, names.size());
        assertTrue(names.containsAll(Stream.iterate(0, i -> i + 1)
                .limit(50)
                .map(i -> "broken-" + i + ".ldb")
                .toList()));
    }
}
