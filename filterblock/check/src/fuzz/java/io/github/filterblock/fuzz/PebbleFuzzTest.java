// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.table.OpenFilters;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Any bytes as a table of Pebble, of rows or of columns, whose checksums do not count: no question throws, and no key
 * that its blocks hold is denied. The seeds are the tables of Pebble's writer.
 */
class PebbleFuzzTest {
    private static final long MAGIC = 0xb3aaf09fb3aaf09fL;
    private static final int LAST_FORMAT = 8;
    private static final int FIRST_WITH_CHECKSUM = 6;
    private static final int FIRST_WITH_ATTRIBUTES = 7;
    private static final int MASK_DELTA = 0xa282ead8;
    private static final byte[] KEY = {'k', 'e', 'y', '@', '9'};

    @FuzzTest(maxDuration = "10m")
    void noKeyOfATableOfPebbleIsDenied(byte[] input) throws IOException {
        FullFilter.wrapBinaryFuse(input).keyMayMatch(KEY);
        byte[] bytes = input.clone();
        sealFooter(bytes);
        TableFuzzTest.with(bytes, table -> examine(table.ignoringChecksums()));
    }

    private static void examine(TableFile table) throws IOException {
        TableReport report = TableReport.of(table, FilterHints.NONE);
        TableVerification.of(table, report).findings().first().forEach(finding -> finding.toString());
        report.verdict();
        TableQuery query = new TableQuery(report);
        query.explain(KEY);
        Optional<RocksDbFilter> filter = OpenFilters.byKey(table);
        filter.ifPresent(found -> found.tableMayMatch(KEY));
        TableKeys.visit(table, table.structure(), KeyFormat.USER_KEY, (block, key, length) -> {
            byte[] userKey = Arrays.copyOf(key, length);
            if (!query.ask(userKey).mayMatch()) {
                throw new AssertionError(HexFormat.of().formatHex(userKey) + " is denied");
            }
        });
    }

    /** Gives a footer of the newer formats the checksum without which it is refused. */
    private static void sealFooter(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int end = bytes.length;
        if (end < 61 || buffer.getLong(end - 8) != MAGIC) {
            return;
        }
        int format = buffer.getInt(end - 12);
        if (format < FIRST_WITH_CHECKSUM || format > LAST_FORMAT) {
            return;
        }
        int start = end - (format < FIRST_WITH_ATTRIBUTES ? 57 : 61);
        CRC32C crc = new CRC32C();
        crc.update(bytes, start, end - 16 - start);
        crc.update(bytes, end - 12, 12);
        buffer.putInt(end - 16, Integer.rotateRight((int) crc.getValue(), 15) + MASK_DELTA);
    }
}
