// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static io.github.filterblock.database.RecordBytes.batch;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.Recorded;
import io.github.filterblock.coding.MaskedCrc32c;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs in the form that LevelDB writes, and the write batches in them. */
@Tag("DB-3")
class LogReaderTest {
    private final Recorded cases = new Recorded();

    @Test
    void theRecordsOfEveryWriterGiveItsBytesAgain() throws IOException {
        for (GoldenDatabase database : GoldenDatabase.all()) {
            List<Path> logs = Databases.files(database.directory()).stream()
                    .filter(file -> file.getFileName().toString().matches(".*\\.log|MANIFEST.*"))
                    .toList();
            assertEquals(2, logs.size());
            for (Path file : logs) {
                byte[] log = Files.readAllBytes(file);
                assertArrayEquals(log, written(recordsOf(log).toArray(byte[][]::new)), file.toString());
            }
        }
    }

    private static List<byte[]> recordsOf(byte[] log) throws IOException {
        return recordsOf(Log.Reader.ofManifest("log", new java.io.ByteArrayInputStream(log)));
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

    private static byte[] written(byte[]... records) {
        Log.Writer writer = new Log.Writer();
        List.of(records).forEach(writer::add);
        return writer.toByteArray();
    }

    /** This number of bytes is left in the block: with seven a first fragment has no data, with six there is none. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6, 7, 8})
    void fragmentsEndWithTheirBlock(int left) throws IOException {
        byte[] first = new byte[Log.BLOCK_LENGTH - Log.HEADER_LENGTH - left];
        byte[] log = written(first, new byte[] {1, 2, 3});
        int inNextBlock = left < 7 ? 3 : 3 - (left - 7);
        assertEquals(Log.BLOCK_LENGTH + Log.HEADER_LENGTH + inNextBlock, log.length);
        assertArrayEquals(new byte[] {1, 2, 3}, recordsOf(log).get(1));
        if (left >= 7) {
            assertEquals(Log.FIRST, log[Log.BLOCK_LENGTH - left + Log.TYPE_INDEX]);
            assertEquals(Log.LAST, log[Log.BLOCK_LENGTH + Log.TYPE_INDEX]);
        }
    }

    /** Old writers put an empty first fragment into the last seven bytes of a block, and began again behind it. */
    @Test
    void aRecordMayBeginAgainAfterAnEmptyFirstFragment() throws IOException {
        byte[] first = new byte[Log.BLOCK_LENGTH - 2 * Log.HEADER_LENGTH];
        byte[] log = TestBlocks.join(written(first), fragment(Log.FIRST, 0), written(new byte[] {1, 2, 3}));
        assertEquals(Log.BLOCK_LENGTH + Log.HEADER_LENGTH + 3, log.length);
        for (List<byte[]> records : List.of(recordsOf(log), writeAheadRecordsOf(log))) {
            assertEquals(2, records.size());
            assertArrayEquals(first, records.get(0));
            assertArrayEquals(new byte[] {1, 2, 3}, records.get(1));
        }
    }

    @Test
    @Tag("DB-4")
    void everyCutIsRefusedButBetweenRecords() throws IOException {
        byte[] log = written(new byte[10], new byte[20], new byte[Log.BLOCK_LENGTH]);
        List<Integer> sound = new ArrayList<>();
        for (int length = 0; length < log.length; length++) {
            try {
                recordsOf(Arrays.copyOf(log, length));
                sound.add(length);
            } catch (CorruptDatabaseException e) {
                assertEquals(Reason.TORN_LOG, e.reason(), e::getMessage);
                assertTrue(e.offset() <= length, e::getMessage);
            }
        }
        assertEquals(List.of(0, 17, 17 + 27), sound);
    }

    /** As LevelDB reads a write-ahead log: what was cut off was never acknowledged, and zeros are no record. */
    @Test
    @Tag("DB-4")
    void aWriteAheadLogMayEndAnywhere() throws IOException {
        byte[] log = written(new byte[10], new byte[20], new byte[Log.BLOCK_LENGTH], new byte[5]);
        List<Integer> ends = List.of(17, 17 + 27, log.length - 12, log.length);
        for (int length = 0; length <= log.length; length++) {
            int end = length;
            long whole = ends.stream().filter(each -> each <= end).count();
            byte[] cut = Arrays.copyOf(log, length);
            assertEquals(whole, writeAheadRecordsOf(cut).size(), () -> "cut at " + end);
            if (ends.contains(end)) {
                byte[] zeros = Arrays.copyOf(cut, end + 40_000);
                assertEquals(whole, writeAheadRecordsOf(zeros).size(), () -> "zeros from " + end);
            }
        }
    }

    @Test
    void damageInsideALogIsNoEnd() {
        byte[] log = written(new byte[10], new byte[20], new byte[Log.BLOCK_LENGTH]);
        for (int bit = 0; bit < 17 * Byte.SIZE; bit++) {
            byte[] flipped = TestBlocks.flipped(log, bit);
            assertThrows(CorruptDatabaseException.class, () -> writeAheadRecordsOf(flipped));
            assertThrows(CorruptDatabaseException.class, () -> recordsOf(flipped), "of a MANIFEST");
        }
    }

    private interface Reading {
        List<byte[]> recordsOf(byte[] log) throws IOException;
    }

    private static String outcome(Reading reading, byte[] log) throws IOException {
        try {
            return reading.recordsOf(log).stream().map(record -> record.length).toList() + " bytes\n";
        } catch (CorruptDatabaseException e) {
            return "refused " + e.reason() + " at " + e.offset() + ", " + e.getMessage() + "\n";
        }
    }

    private void add(String name, byte[]... parts) {
        byte[] log = TestBlocks.join(parts);
        cases.add(
                name,
                () -> "a MANIFEST: " + outcome(LogReaderTest::recordsOf, log) + "a log: "
                        + outcome(LogReaderTest::writeAheadRecordsOf, log));
    }

    @TestFactory
    @Tag("DB-4")
    Stream<DynamicTest> logs() throws IOException {
        for (int type : new int[] {0, Log.MIDDLE, Log.LAST, 5, 129, 255}) {
            add("a fragment of type " + type, fragment(type));
        }
        add("a record in another", fragment(Log.FIRST), fragment(Log.FULL));
        add("a length beyond the block", with(written(new byte[10]), 5, 0xff));
        byte[] zeros = Arrays.copyOf(written(new byte[10]), 100_000);
        add("zeros behind a record", zeros);
        add("zeros with a one behind them", with(zeros, 99_999, 1));
        add("zeros with a one in the next block", with(zeros, Log.BLOCK_LENGTH, 1));
        byte[] data = new byte[Log.BLOCK_LENGTH];
        Arrays.fill(data, (byte) 7);
        byte[] log = written(new byte[] {1, 2, 3}, data);
        // the length of the file and the header reached the disk, the data did not
        byte[] zeroed = Arrays.copyOf(Arrays.copyOf(log, 10 + Log.HEADER_LENGTH), log.length);
        add("a header without its data", zeroed);
        add("a header without its data, cut", Arrays.copyOf(zeroed, Log.BLOCK_LENGTH));
        add("a header without its data, and more zeros", Arrays.copyOf(zeroed, 4 * Log.BLOCK_LENGTH));
        add("a header without most of its data", with(zeroed, log.length - 1, 7));
        return cases.compareWith("database/logs.txt");
    }

    private static byte[] with(byte[] log, int at, int value) {
        byte[] copy = log.clone();
        copy[at] = (byte) value;
        return copy;
    }

    private static byte[] fragment(int type) {
        return fragment(type, 3);
    }

    /** A fragment of any type with so many bytes of data, and the right checksum. */
    private static byte[] fragment(int type, int length) {
        byte[] fragment = with(written(new byte[length]), Log.TYPE_INDEX, type);
        int checksum = MaskedCrc32c.of(fragment, Log.TYPE_INDEX, fragment.length - Log.TYPE_INDEX);
        System.arraycopy(TestBlocks.u32(checksum), 0, fragment, 0, Integer.BYTES);
        return fragment;
    }

    private static String keysOf(byte[] batch) {
        List<String> keys = new ArrayList<>();
        try {
            LogEntries.WriteBatch.visit(
                    "log",
                    new Log.Record(42, batch),
                    (key, offset, length, sequence, deletes) ->
                            keys.add(HexFormat.of().formatHex(key, offset, offset + length)));
            return "keys " + keys + "\n";
        } catch (CorruptDatabaseException e) {
            assertEquals(42, e.offset());
            return "refused " + e.reason() + ", " + e.getMessage() + "\n";
        }
    }

    private void add(String name, RecordBytes batch) {
        cases.add(name, () -> keysOf(batch.toByteArray()));
    }

    @TestFactory
    @Tag("DB-8")
    Stream<DynamicTest> batches() throws IOException {
        RecordBytes three = batch(3).put(new byte[] {'a'}, new byte[300])
                .delete(new byte[0])
                .put(new byte[] {(byte) 0xff}, new byte[0]);
        add("three operations", three);
        add("a byte less than a header", new RecordBytes().raw(new int[11]));
        add("an operation less than counted", batch(2).delete(new byte[1]));
        add("an operation more than counted", batch(0).delete(new byte[1]));
        add("a byte behind the operations", batch(1).delete(new byte[1]).raw(0));
        add("the largest count", batch(-1));
        for (int kind : new int[] {2, 3, 5, 0x7f, 0x80, 0xff}) {
            add("an operation of kind " + kind, batch(1).raw(kind, 0));
        }
        add("a key longer than the record", batch(0).raw(0, 0xff, 0xff, 0xff, 0xff, 0x0f));
        add("a length of a key that does not end", batch(0).raw(0, 0xff, 0xff, 0xff, 0xff, 0xff, 0));
        add("a length of a value that does not end", batch(0).raw(1, 0));
        add("a value longer than the record", batch(0).raw(1, 0, 2, 0));
        return cases.compareWith("database/batches.txt");
    }
}
