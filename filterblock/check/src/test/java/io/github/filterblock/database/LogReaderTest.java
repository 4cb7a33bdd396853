// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.coding.MaskedCrc32c;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs in the form that LevelDB writes. */
@Tag("DB-3")
class LogReaderTest {

    static List<GoldenDatabase> databases() {
        return GoldenDatabase.all();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theRecordsOfEveryWriterGiveItsBytesAgain(GoldenDatabase database) throws IOException {
        int logs = 0;
        for (Path file : Databases.files(database.directory())) {
            if (file.toString().endsWith(".log")
                    || file.getFileName().toString().startsWith("MANIFEST")) {
                byte[] log = Files.readAllBytes(file);
                assertArrayEquals(log, written(recordsOf(log)), file.toString());
                logs++;
            }
        }
        assertEquals(2, logs);
    }

    static List<byte[]> recordsOf(byte[] log) throws IOException {
        return recordsOf(Log.Reader.ofManifest("log", log));
    }

    private static List<byte[]> recordsOf(Log.Reader reader) throws IOException {
        List<byte[]> records = new ArrayList<>();
        for (Log.Record record = reader.next(); record != null; record = reader.next()) {
            records.add(record.data());
        }
        return records;
    }

    private static List<byte[]> writeAheadRecordsOf(byte[] log) throws IOException {
        return recordsOf(Log.Reader.ofWriteAheadLog("log", new ByteArrayInputStream(log)));
    }

    static byte[] written(List<byte[]> records) {
        Log.Writer writer = new Log.Writer();
        records.forEach(writer::add);
        return writer.toByteArray();
    }

    /** This number of bytes is left in the block: with seven a first fragment has no data, with six there is none. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6, 7, 8})
    void fragmentsEndWithTheirBlock(int left) throws IOException {
        byte[] first = new byte[Log.BLOCK_LENGTH - Log.HEADER_LENGTH - left];
        byte[] log = written(List.of(first, new byte[] {1, 2, 3}));
        int inNextBlock = left < 7 ? 3 : 3 - (left - 7);
        assertEquals(Log.BLOCK_LENGTH + Log.HEADER_LENGTH + inNextBlock, log.length);
        assertArrayEquals(new byte[] {1, 2, 3}, recordsOf(log).get(1));
        if (left >= 7) {
            assertEquals(Log.FIRST, log[Log.BLOCK_LENGTH - left + Log.TYPE_INDEX]);
            assertEquals(Log.LAST, log[Log.BLOCK_LENGTH + Log.TYPE_INDEX]);
        }
    }

    @Test
    @Tag("DB-4")
    void everyCutIsRefusedButBetweenRecords() throws IOException {
        byte[] log = written(List.of(new byte[10], new byte[20], new byte[Log.BLOCK_LENGTH]));
        List<Integer> sound = new ArrayList<>();
        for (int length = 0; length < log.length; length++) {
            byte[] cut = Arrays.copyOf(log, length);
            try {
                recordsOf(cut);
                sound.add(length);
            } catch (CorruptDatabaseException e) {
                assertEquals(Reason.TORN_LOG, e.reason(), e::getMessage);
                assertTrue(e.offset() <= length, e::getMessage);
            }
        }
        assertEquals(List.of(0, 17, 17 + 27), sound);
    }

    /** As LevelDB reads a write-ahead log: what was cut off was never acknowledged. */
    @Test
    @Tag("DB-4")
    void aWriteAheadLogMayEndAnywhere() throws IOException {
        byte[] log = written(List.of(new byte[10], new byte[20], new byte[Log.BLOCK_LENGTH], new byte[5]));
        int[] ends = {17, 17 + 27, log.length - 12, log.length};
        for (int length = 0; length <= log.length; length++) {
            int end = length;
            long whole = Arrays.stream(ends).filter(each -> each <= end).count();
            byte[] cut = Arrays.copyOf(log, length);
            assertEquals(whole, writeAheadRecordsOf(cut).size(), () -> "cut at " + end);
        }
        for (int end : ends) {
            byte[] zeros = Arrays.copyOf(Arrays.copyOf(log, end), end + 40_000);
            assertEquals(
                    Arrays.stream(ends).filter(each -> each <= end).count(),
                    writeAheadRecordsOf(zeros).size(),
                    () -> "zeros from " + end);
        }
    }

    @Test
    @Tag("DB-4")
    void zerosInsideAWriteAheadLogAreDamage() {
        byte[] log = Arrays.copyOf(written(List.of(new byte[10])), 100_000);
        log[99_999] = 1;
        CorruptDatabaseException e = assertThrows(CorruptDatabaseException.class, () -> writeAheadRecordsOf(log));
        assertEquals(Reason.BAD_RECORD, e.reason());
        assertEquals(17, e.offset());
        byte[] inNextBlock = Arrays.copyOf(log, 3 * Log.BLOCK_LENGTH);
        inNextBlock[Log.BLOCK_LENGTH] = 1;
        assertEquals(
                Reason.BAD_RECORD,
                assertThrows(CorruptDatabaseException.class, () -> writeAheadRecordsOf(inNextBlock))
                        .reason());
    }

    /** The length of the file and the header reached the disk, the data did not. */
    @Test
    @Tag("DB-4")
    void aHeaderWithoutItsDataIsTheEndOfAWriteAheadLog() throws IOException {
        byte[] first = {1, 2, 3};
        byte[] data = new byte[Log.BLOCK_LENGTH];
        Arrays.fill(data, (byte) 7);
        byte[] log = written(List.of(first, data));
        int header = Log.HEADER_LENGTH + first.length;
        byte[] zeroed = Arrays.copyOf(Arrays.copyOf(log, header + Log.HEADER_LENGTH), log.length);
        for (int length : new int[] {log.length, Log.BLOCK_LENGTH, 4 * Log.BLOCK_LENGTH}) {
            List<byte[]> records = writeAheadRecordsOf(Arrays.copyOf(zeroed, length));
            assertEquals(1, records.size());
            assertArrayEquals(first, records.get(0));
        }
        zeroed[log.length - 1] = 7;
        CorruptDatabaseException behind =
                assertThrows(CorruptDatabaseException.class, () -> writeAheadRecordsOf(zeroed));
        assertEquals(Reason.BAD_RECORD, behind.reason());
        assertEquals(header, behind.offset());
        zeroed[log.length - 1] = 0;
        CorruptDatabaseException manifest = assertThrows(CorruptDatabaseException.class, () -> recordsOf(zeroed));
        assertEquals(Reason.BAD_RECORD, manifest.reason(), "a MANIFEST has no such end");
    }

    @Test
    void damageInsideAWriteAheadLogIsNoEnd() throws IOException {
        byte[] log = written(List.of(new byte[10], new byte[20], new byte[Log.BLOCK_LENGTH]));
        for (int i = 0; i < 17 * Byte.SIZE; i++) {
            byte[] flipped = log.clone();
            flipped[i / Byte.SIZE] ^= (byte) (1 << i % Byte.SIZE);
            assertThrows(CorruptDatabaseException.class, () -> writeAheadRecordsOf(flipped));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Log.MIDDLE, Log.LAST})
    void aFragmentNeedsAStart(int type) {
        assertRefused("continues a record that has no start", fragment(type, new byte[3]));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 129, 255})
    void unknownTypesAreRefused(int type) {
        assertRefused("unknown type " + type, fragment(type, new byte[3]));
    }

    @Test
    void aRecordMustEndBeforeTheNextStarts() {
        assertRefused(
                "starts before the one at 0 has ended",
                fragment(Log.FIRST, new byte[3]),
                fragment(Log.FULL, new byte[3]));
    }

    @Test
    void aLengthBeyondTheBlockIsRefused() {
        byte[] log = written(List.of(new byte[10]));
        log[5] = (byte) 0xff;
        CorruptDatabaseException e = assertThrows(CorruptDatabaseException.class, () -> recordsOf(log));
        assertEquals("log: offset 0: a fragment of 65290 bytes does not fit its block", e.getMessage());
    }

    private static void assertRefused(String reason, byte[]... fragments) {
        byte[] log = new byte[0];
        for (byte[] fragment : fragments) {
            int at = log.length;
            log = Arrays.copyOf(log, at + fragment.length);
            System.arraycopy(fragment, 0, log, at, fragment.length);
        }
        byte[] all = log;
        CorruptDatabaseException e = assertThrows(CorruptDatabaseException.class, () -> recordsOf(all));
        assertEquals(Reason.BAD_RECORD, e.reason());
        assertTrue(e.getMessage().contains(reason), e.getMessage());
    }

    /** A fragment of any type with the right checksum. */
    private static byte[] fragment(int type, byte[] data) {
        byte[] fragment = written(List.of(data));
        fragment[Log.TYPE_INDEX] = (byte) type;
        int checksum = MaskedCrc32c.of(fragment, Log.TYPE_INDEX, fragment.length - Log.TYPE_INDEX);
        for (int i = 0; i < Integer.BYTES; i++) {
            fragment[i] = (byte) (checksum >>> 8 * i);
        }
        return fragment;
    }
}
