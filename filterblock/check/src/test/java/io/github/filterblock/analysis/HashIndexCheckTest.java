// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.Finding;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.table.KeyValueBlock;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which keys of a data block its hash index hides; versions of a key are one key. */
@Tag("RF-12")
class HashIndexCheckTest {
    /** Two versions of "a" in the first restart interval, "b" and "c" in the second, and one bucket for all. */
    private static KeyValueBlock block(int bucket) throws IOException {
        String entries = "000900 61 0102000000000000 000900 61 0101000000000000 000900 62 0103000000000000"
                + " 000900 63 0104000000000000 00000000 18000000";
        String index = String.format(Locale.ROOT, "%02x 0100 02000080", bucket);
        return KeyValueBlock.wrap(Bytes.hex((entries + index).replace(" ", "")), "test.sst", 0);
    }

    @ParameterizedTest
    @CsvSource({
        "0, '2 keys that are in it, from 62 to 63: RocksDB''s Get does not find them'",
        "1, 'the key 61, which is in it: RocksDB''s Get does not find it'",
        "2, '3 keys that are in it, from 61 to 63: RocksDB''s Get does not find them'",
        "254, "
    })
    void versionsOfAKeyAreOneKey(int bucket, String hidden) throws IOException {
        HashIndexCheck check = new HashIndexCheck();
        for (long offset : new long[] {0, 100}) {
            KeyValueBlock.Cursor cursor = block(bucket).cursor();
            while (cursor.next()) {
                check.entry(cursor);
            }
            check.endOfBlock(offset);
        }
        List<String> messages =
                check.findings().first().stream().map(Finding::message).toList();
        String start = "the hash index of the data block at ";
        assertEquals(
                hidden == null
                        ? List.of()
                        : List.of(start + "0 does not lead to " + hidden, start + "100 does not lead to " + hidden),
                messages);
    }
}
