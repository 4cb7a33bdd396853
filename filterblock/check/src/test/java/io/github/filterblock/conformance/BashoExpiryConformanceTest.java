// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableBytes;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Basho's keys that expire: kinds 2 (time of writing) and 3 (explicit expiry) have 8 more bytes between user key and
 * tag, and the filter has the user key alone.
 */
@Tag("TF-12")
class BashoExpiryConformanceTest {
    private static final int KEYS = 600;
    private static final int BLOCK_ENTRIES = 40;

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of("written and deleted", (IntUnaryOperator) i -> i % 9 == 0 ? 0 : 2),
                Arguments.of("explicit expiry", (IntUnaryOperator) i -> 3),
                Arguments.of("some keys expire", (IntUnaryOperator) i -> i % 4));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyKeyIsInTheFilter(String name, IntUnaryOperator kindOf) throws IOException {
        TableBytes table = new TableBytes();
        BashoReference.BlockBuilder filter = new BashoReference.BlockBuilder(keys -> BashoReference.filter2(keys, 16));
        List<Entry> index = new ArrayList<>();
        List<Entry> block = new ArrayList<>();
        filter.startBlock(0);
        for (int i = 0; i < KEYS; i++) {
            byte[] userKey = String.format("bucket/%05d", i).getBytes(US_ASCII);
            filter.addKey(userKey);
            int kind = kindOf.applyAsInt(i);
            byte[] untagged = kind < 2
                    ? userKey
                    : ByteBuffer.allocate(userKey.length + Long.BYTES)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .put(userKey)
                            .putLong(1_700_000_000_000_000L + i)
                            .array();
            block.add(new Entry(TestTable.internalKey(untagged, 1000L + i, kind), new byte[20]));
            if (block.size() == BLOCK_ENTRIES || i == KEYS - 1) {
                BlockHandle handle = table.block(TestBlocks.entries(block, 16), 0);
                index.add(new Entry(block.get(block.size() - 1).key(), handle.encode()));
                filter.startBlock(table.offset());
                block.clear();
            }
        }
        byte[] bytes = BashoReference.finished(table, filter.finish(), index, BashoReference.Options.bloom2(16));
        TableReport report = TableReport.of(InMemory.open(bytes), FilterHints.NONE);
        assertEquals(List.of(), report.findings().first());
        assertEquals(0, report.falseNegatives());
        assertEquals(TableStatus.OK, report.verifiedStatus());
        assertEquals(List.of(FilterDialect.BASHO_2), report.identification().dialects());
        assertEquals(Optional.of(KeyFormat.USER_KEY), report.identification().keyFormat());
    }
}
