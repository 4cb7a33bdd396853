// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.engine.FilterCounters.Counts;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.ForeignPolicy;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an engine sees that carries on without a filter. */
class QuietFilterTest {
    private static final byte[] PRESENT = "apple".getBytes(US_ASCII);
    private static final byte[] ABSENT = "none".getBytes(US_ASCII);

    private final FilterCounters counters = new FilterCounters();
    private final List<CorruptTableException> heard = new ArrayList<>();

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum");
    }

    private QuietFilter open(TestFile written) throws IOException {
        try (TableFile file = written.open()) {
            return QuietFilter.open(file, counters, heard::add);
        }
    }

    @Test
    void answersOfTheFilterAreCounted() throws IOException {
        QuietFilter filter = open(table().write());
        assertTrue(filter.isUsable());
        assertTrue(filter.keyMayMatch(0, PRESENT));
        assertTrue(filter.keyMayMatch(1 << 20, ABSENT));
        assertFalse(filter.keyMayMatch(0, ABSENT));
        assertFalse(filter.keyMayMatch(0, "applenone".getBytes(US_ASCII), 5, 4));
        filter.reportFalsePositive();
        assertEquals(new Counts(2, 2, 1, 0, 0), counters.counts());
        assertEquals(4, counters.counts().lookups());
        assertEquals(List.of(), heard);
    }

    @Test
    void aTableWithoutAFilterIsNothingToHearOf() throws IOException {
        QuietFilter filter = open(table().withoutFilter().write());
        assertFalse(filter.isUsable());
        assertTrue(filter.keyMayMatch(0, ABSENT));
        assertEquals(new Counts(0, 0, 0, 1, 0), counters.counts());
        assertEquals(1, counters.counts().lookups());
        assertEquals(List.of(), heard);
    }

    @Test
    @Tag("TF-4")
    void aDamagedFilterIsReportedAndDeniesNothing() throws IOException {
        TestFile sound = table().write();
        QuietFilter filter = open(sound.flipping(sound.filter().orElseThrow().offset()));
        assertFalse(filter.isUsable());
        assertTrue(filter.keyMayMatch(0, ABSENT));
        assertEquals(new Counts(0, 0, 0, 1, 1), counters.counts());
        assertEquals(1, heard.size());
        assertEquals(Reason.CHECKSUM, heard.get(0).reason());
    }

    @Test
    void policiesOfTheCallersAreUsed() throws IOException {
        ForeignPolicy fnv = new ForeignPolicy("mine", ReferencePolicy.fnvSet());
        TestFile written = table().policy("mine", ReferencePolicy.fnvSet()).write();
        try (TableFile file = written.open()) {
            QuietFilter filter = QuietFilter.open(file, List.of(fnv), counters, FilterListener.SILENT);
            assertFalse(filter.keyMayMatch(0, ABSENT));
            assertTrue(filter.keyMayMatch(0, PRESENT));
        }
        assertEquals(new Counts(1, 1, 0, 0, 0), counters.counts());
    }

    @Test
    void aSilentListenerIsSilent() throws IOException {
        TestFile sound = table().write();
        try (TableFile file =
                sound.flipping(sound.filter().orElseThrow().offset()).open()) {
            assertFalse(QuietFilter.open(file, counters, FilterListener.SILENT).isUsable());
        }
    }

    /** A file that cannot be read is no damage, and carrying on is not for the filter to decide. */
    @Test
    void failuresOfTheSourceAreNotHidden() throws IOException {
        byte[] bytes = table().bytes();
        TableSource failing = new TableSource() {
            private int reads;

            @Override
            public String name() {
                return "failing";
            }

            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public void read(long position, byte[] dst, int offset, int length) throws IOException {
                if (reads++ > 0) {
                    throw new EOFException("gone");
                }
                System.arraycopy(bytes, (int) position, dst, offset, length);
            }

            @Override
            public void close() {}
        };
        try (TableFile file = TableFile.open(failing)) {
            assertThrows(EOFException.class, () -> QuietFilter.open(file, counters, heard::add));
        }
        assertEquals(new Counts(0, 0, 0, 0, 0), counters.counts());
        assertEquals(List.of(), heard);
    }
}
