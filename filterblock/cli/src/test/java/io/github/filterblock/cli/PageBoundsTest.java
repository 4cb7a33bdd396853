// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The size of a page has bounds, whatever is in it. */
class PageBoundsTest {
    @TempDir
    Path directory;

    private static final int FILTER = 9;

    /** Filters of 64 random bits; every fourth window is empty, and the first filter matches every key. */
    private static byte[] manyFilters(int filters) {
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
        byte[] bytes = new byte[block.position()];
        block.flip().get(bytes);
        return bytes;
    }

    private Path out() {
        return directory.resolve("page.html");
    }

    private InspectPage page() throws IOException {
        return new InspectPage(out(), new CommandLine(new InspectCommand()));
    }

    private static InspectDocument document(String name, int mostRows) throws IOException {
        try (TableFile file = TestTable.ofWholeKeys().block("apple").write().open()) {
            return InspectDocument.of(name, TableReport.of(file), 10, mostRows, null);
        }
    }

    private String written(InspectPage page) throws IOException {
        page.write(new PrintWriter(Writer.nullWriter()));
        return Files.readString(out());
    }

    @Test
    void aTableOfManyFiltersIsDrawnInColumns() throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("apple").changeFilter(0, block -> manyFilters(30_000));
        Path file = Files.write(directory.resolve("many.ldb"), table.bytes());
        ToolRun.of("inspect", "--html", out(), file);
        HtmlPage page = HtmlPage.read(out());
        assertTrue(page.text().contains("30,000"), "the number of filters");
        assertTrue(page.text().contains("7,500 of them empty"), "the number of empty ones");
        assertTrue(page.text().contains("least to greatest of 100 windows"), "what a bar stands for");
    }

    /** The first table has its rows in any case, the others while all rows together are not too many. */
    @Test
    void rowsAreBounded() throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("apple").changeFilter(0, block -> manyFilters(150_000));
        InspectPage page = page();
        try (TableFile file = table.write().open()) {
            TableReport report = TableReport.of(file);
            for (int i = 0; i < 3; i++) {
                page.add(
                        directory,
                        InspectDocument.of("many-" + i, report, 10, -1, null),
                        InspectDocument.of("many-" + i, report, 10, Integer.MAX_VALUE, null));
            }
        }
        assertEquals(1, written(page).split("\"rows\":\\[").length - 1);
    }

    @Test
    void ofManyTablesThoseThatStandOutAreShown() throws IOException {
        InspectPage page = page();
        for (int i = 0; i < 1500; i++) {
            page.add(directory, document("sound-" + i + ".ldb", -1), document("sound-" + i + ".ldb", 10));
        }
        for (int i = 0; i < 50; i++) {
            InspectDocument broken = Document.failed(
                    InspectDocument.class, Failure.unreadable("broken-" + i + ".ldb", "reason " + i), Map.of());
            page.addFailure(broken);
        }
        String written = written(page);
        assertTrue(written.contains("{\"tables\":1550,\"attention\":50,"), "sums of all");
        assertEquals(50, written.split("\"rows\":\\[").length - 1, "beside the broken ones");
        assertEquals(1000, written.split("\"schema\":").length - 1);
        HtmlPage drawn = HtmlPage.read(out());
        assertEquals(100, drawn.strings("//section[starts-with(@id, 't')]").size());
        assertEquals(1000, drawn.strings("//table[@class='overview']/tbody/tr").size());
        assertTrue(drawn.text().contains("reason 0") && drawn.text().contains("reason 49"));
        assertTrue(drawn.text().contains("room for 1,000 tables; the other 550"), "what is left out");
        assertTrue(drawn.text().contains("Pictures are shown of the 100 tables"), "what has no picture");
    }

    @Test
    void aPageWithoutTablesIsAPage() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertEquals(3, ToolRun.of("inspect", "--html", out(), empty).status());
        HtmlPage page = HtmlPage.read(out());
        assertTrue(page.text().contains("Filters of 0 tables"), page.text());
        assertFalse(page.text().contains("NaN"));
    }
}
