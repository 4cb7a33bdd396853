// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RocksDB's footer, edited. */
@Tag("TF-1")
class RocksDbFooterConformanceTest {
    private static final int VERSION_FROM_END = 12;
    private static final int MAGIC_FROM_END = 8;

    private static byte[] withVersion(int version) {
        byte[] bytes = RocksDbFiles.bytes("rocks629-fv5-writer");
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - VERSION_FROM_END, version);
        return bytes;
    }

    private static CorruptTableException refusalOf(byte[] bytes) {
        return assertThrows(CorruptTableException.class, () -> InMemory.open(bytes));
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 100, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
    void newerFormatVersionIsNoTableAndTheVersionIsNamed(int version) {
        byte[] bytes = withVersion(version);
        CorruptTableException e = refusalOf(bytes);
        assertEquals(Reason.FOREIGN_FORMAT, e.reason());
        assertTrue(e.reason().meansNoTable());
        assertEquals(Rule.TF_1, e.reason().rule());
        assertEquals(bytes.length - VERSION_FROM_END, e.offset());
        assertTrue(e.detail().contains("format version " + Integer.toUnsignedString(version)), e.detail());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void versionIsWhatTheFooterSays(int version) throws IOException {
        TableFile table = InMemory.open(withVersion(version));
        assertEquals(version, table.footer().formatVersion());
        assertEquals(
                RocksDbFiles.recipe("rocks629-fv5-writer").dataBlocks().orElseThrow(),
                table.index().size());
    }

    // Magic numbers of RocksDB's other tables: plain, plain of LevelDB's time, cuckoo.
    @ParameterizedTest
    @ValueSource(strings = {"8242229663bf9564", "4f3418eb7a8f13b8", "926789d0c5f17873"})
    void otherTablesOfRocksDbAreNoTables(String magic) {
        byte[] bytes = RocksDbFiles.bytes("rocks629-fv5-writer");
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(bytes.length - MAGIC_FROM_END, Long.parseUnsignedLong(magic, 16));
        CorruptTableException e = refusalOf(bytes);
        assertEquals(Reason.BAD_MAGIC, e.reason());
        assertTrue(e.detail().contains(magic), e.detail());
    }

    @ParameterizedTest
    @CsvSource({"0, TOO_SHORT", "47, TOO_SHORT", "48, TOO_SHORT", "52, TOO_SHORT"})
    void endOfAFileIsNotEnoughForTheFooter(int kept, Reason reason) {
        byte[] bytes = RocksDbFiles.bytes("rocks629-fv5-writer");
        CorruptTableException e = refusalOf(Arrays.copyOfRange(bytes, bytes.length - kept, bytes.length));
        assertEquals(reason, e.reason());
        assertTrue(e.reason().meansNoTable());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocks629-fv0-writer", "rocks629-fv1-writer", "rocks629-fv5-flush"})
    void paddingBehindTheHandlesDoesNotMatter(String name) throws IOException {
        byte[] bytes = RocksDbFiles.bytes(name);
        TableFile table = InMemory.open(bytes);
        boolean rocks = table.footer().formatVersion() > 0;
        int handles = bytes.length - (rocks ? 52 : 48);
        int used = table.footer().metaindex().encode().length
                + table.footer().index().encode().length;
        Arrays.fill(bytes, handles + used, handles + 40, (byte) 0xff);
        assertEquals(table.footer(), InMemory.open(bytes).footer());
    }
}
