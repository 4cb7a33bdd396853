// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The size of a page has bounds, whatever is in it. */
class PageBuilderTest {
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

    private static String page(PageBuilder builder) throws IOException {
        StringBuilder page = new StringBuilder();
        builder.writeTo(page);
        return page.toString();
    }

    @Test
    void aTableOfManyFiltersHasASmallPage() throws IOException {
        PageBuilder builder = new PageBuilder();
        TestTable table = TestTable.ofWholeKeys().block("apple").changeFilter(0, block -> manyFilters(200_000));
        try (TableFile file = table.write().open()) {
            builder.add(Path.of("many.ldb"), TableReport.of(file));
        }
        String page = page(builder);
        assertTrue(page.contains("200,000"), "the number of filters");
        assertTrue(page.contains("50,000 of them empty"), "the number of empty ones");
        assertTrue(page.contains("least to greatest of 667 windows"), "what a bar stands for");
        assertTrue(page.length() < 65_000, () -> page.length() + " characters");
    }

    @Test
    void ofManyTablesThoseThatStandOutAreShown() throws IOException {
        PageBuilder builder = new PageBuilder();
        TableFile file = TestTable.ofWholeKeys().block("apple").write().open();
        TableReport analysis = TableReport.of(file);
        for (int i = 0; i < 1500; i++) {
            builder.add(Path.of("sound-" + i + ".ldb"), analysis);
        }
        for (int i = 0; i < 50; i++) {
            builder.addFailure(Path.of("broken-" + i + ".ldb"), TableStatus.UNREADABLE, "reason " + i);
        }
        String page = page(builder);
        assertEquals(1550, builder.tables());
        assertEquals(50, builder.needingAttention());
        assertEquals(100, page.split("<section id=\"t").length - 1);
        assertEquals(1000, page.split("<tr><th scope=\"row\">[a<s]").length - 1);
        assertTrue(page.contains("reason 0") && page.contains("reason 49"));
        assertTrue(page.contains("room for 1,000 tables; the other 550"), "what is left out");
        assertTrue(page.contains("Pictures are shown of the 100 tables"), "what has no picture");
        file.close();
    }

    @Test
    void aPageWithoutTablesIsAPage() throws IOException {
        String page = page(new PageBuilder());
        assertTrue(page.startsWith(PageBuilder.BEGINNING) && page.contains("Filters of 0 tables"), page);
        assertFalse(page.contains("NaN"));
    }
}
