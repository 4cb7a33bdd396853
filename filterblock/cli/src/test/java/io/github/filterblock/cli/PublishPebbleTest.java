// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.redis.GoZeroFilter;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Published filters have the whole user keys of Pebble's tables, whatever part the tables' own filters have. */
@Tag("PB-1")
class PublishPebbleTest {
    @TempDir
    private Path directory;

    static List<PebbleTable> tables() {
        return PebbleCorpus.bundled().tables();
    }

    private static List<byte[]> keys(Path file) throws Exception {
        List<byte[]> keys = new ArrayList<>();
        try (KeySource source = new KeySource(List.of(file), FilterHints.NONE, false, () -> {})) {
            source.visit((key, offset, length) -> keys.add(Arrays.copyOfRange(key, offset, offset + length)));
        }
        return keys;
    }

    /** As Pebble's reader gives them; one more time for each older version. */
    @ParameterizedTest
    @MethodSource("tables")
    void theKeysAreThoseOfPebblesReader(PebbleTable table) throws Exception {
        List<byte[]> keys = keys(Files.write(directory.resolve("1.sst"), table.bytes()));
        assertEquals(table.keysSha256(), PebbleTable.sha256(keys));
    }

    /** Of a known split, too, a program asks for the key with its version, not for the part in the table's filter. */
    @ParameterizedTest
    @ValueSource(
            strings = {"made-v7-crdb", "made-v2-crdb", "made-rocksdb2-crdb", "made-v6-testkeys", "made-v4-testkeys"})
    void aPublishedFilterIsAskedForWholeKeys(String name) throws IOException {
        PebbleTable table = PebbleCorpus.bundled().table(name);
        Path file = Files.write(directory.resolve("1.sst"), table.bytes());
        Path out = directory.resolve("filter");
        ToolRun run = ToolRun.of("publish", "--json", "--go-zero", "users", "--out", out, file);
        assertEquals(0, run.status(), run.err() + run.out());
        assertEquals(table.entries(), run.json().get("keys").getAsLong());
        GoZeroFilter filter = GoZeroFilter.read(run.json().get("bits").getAsLong(), Files.readAllBytes(out), "out");
        int cut = 0;
        int prefixes = 0;
        for (PebbleTable.Present each : table.present()) {
            assertTrue(filter.mayContain(each.key()), HexFormat.of().formatHex(each.key()));
            cut += each.key().length > each.added().length ? 1 : 0;
            prefixes += each.key().length > each.added().length && filter.mayContain(each.added()) ? 1 : 0;
        }
        assertTrue(cut > 5, cut + " keys with a version");
        assertTrue(prefixes < cut, prefixes + " of " + cut + " prefixes are taken for keys");
        for (PebbleTable.Absent each : table.absent()) {
            assertFalse(filter.mayContain(each.prefix()), HexFormat.of().formatHex(each.prefix()));
        }
    }
}
