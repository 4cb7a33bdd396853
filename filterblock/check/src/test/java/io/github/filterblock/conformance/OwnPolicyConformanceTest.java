// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.conformance.BashoReference.Options;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine's own policy is trusted; every other built-in name is read safely for every writer. */
@Tag("TF-14")
class OwnPolicyConformanceTest {
    private static final BloomFilterPolicy OWN = BloomFilterPolicy.levelDb(10);
    private static final int ABSENT = 20_000;

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] key(int number) {
        return ascii("key " + number);
    }

    private static byte[] tagged(byte[] userKey) {
        return TestTable.internalKey(userKey, 4711, 1);
    }

    private static byte[] table(int baseLg) {
        byte[][] keys = new byte[1000][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = key(100_000 + i);
        }
        return TestTable.ofInternalKeys().baseLg(baseLg).block(keys).bytes();
    }

    private static int passed(FilterBlockReader reader, boolean internal) {
        int passed = 0;
        for (int i = 0; i < ABSENT; i++) {
            byte[] key = ascii("absent " + i);
            passed += reader.keyMayMatch(0, internal ? tagged(key) : key) ? 1 : 0;
        }
        return passed;
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 11, 12, 31, 32, 62, 63})
    void ownFiltersAreTakenAtTheirWordWhateverTheirBaseLgIs(int baseLg) throws IOException {
        TableFile table = InMemory.open(table(baseLg));
        FilterBlockReader own = table.openFilter(OWN).orElseThrow();
        FilterBlockReader internal =
                table.openFilter(FilterPolicy.ofInternalKeys(OWN)).orElseThrow();
        int passed = passed(own, false);
        assertTrue(passed < ABSENT / 50, () -> passed + " of " + ABSENT + " absent keys pass");
        assertEquals(passed, passed(internal, true));
        for (FilterBlockReader reader : List.of(own, internal)) {
            assertFalse(reader.takes(BloomHash.SIGNED_TAIL));
            assertEquals(baseLg >= 31, reader.hasTableFilter());
            assertTrue(reader.takes(BloomHash.UNSIGNED_TAIL));
        }
        // the door for files of unknown writers
        FilterBlockReader safe = table.openFilter().orElseThrow();
        assertEquals(baseLg == 11, safe.takes(BloomHash.UNSIGNED_TAIL));
        assertTrue(passed(safe, false) >= passed);
    }

    @Test
    @Tag("TF-12")
    void internalKeysAreAskedWithoutTheirTagThroughEveryDoor() throws IOException {
        FilterBlockReader reader = InMemory.open(table(63))
                .openFilter(FilterPolicy.ofInternalKeys(OWN))
                .orElseThrow();
        for (int i = 0; i < 2000; i++) {
            byte[] userKey = i % 2 == 0 ? key(100_000 + i / 2) : ascii("absent " + i);
            byte[] key = tagged(userKey);
            boolean answer = reader.keyMayMatch(0, key);
            assertTrue(answer || i % 2 == 1, "key " + i);
            ByteBuffer direct = ByteBuffer.allocateDirect(key.length).put(key).flip();
            ByteBuf buffer = Unpooled.directBuffer().writeBytes(key);
            assertEquals(answer, reader.tableMayMatch(key));
            long token = BloomHash.UNSIGNED_TAIL.token(userKey, 0, userKey.length);
            assertEquals(answer, reader.hashMayMatch(0, token));
            assertEquals(answer, reader.tableHashMayMatch(token));
            assertEquals(answer, reader.keyMayMatch(0, ByteBuffer.wrap(key)));
            assertEquals(answer, reader.keyMayMatch(0, direct));
            assertEquals(answer, reader.keyMayMatchBuf(0, buffer));
            buffer.release();
        }
        for (int length = 0; length < 8; length++) {
            assertTrue(reader.keyMayMatch(0, new byte[length]), "no tag in " + length + " bytes");
            assertTrue(reader.keyMayMatch(0, ByteBuffer.allocateDirect(length)));
        }
    }

    /** A matcher of several hashes under the tag, asked with keys outside the heap. */
    @Test
    void bothHashesOfTheOldNameAreAskedWithoutTheTag() throws IOException {
        byte[] bytes = TestTable.ofInternalKeys()
                .policy(TestTable.OLD_LEVELDB, ReferencePolicy.signedTailBloom(10))
                .block(new byte[] {(byte) 0x80}, new byte[] {(byte) 0xff, 1})
                .bytes();
        FilterBlockReader reader = InMemory.open(bytes)
                .openFilter(FilterPolicy.ofInternalKeys(OWN))
                .orElseThrow();
        byte[] present = tagged(new byte[] {(byte) 0x80});
        byte[] absent = tagged(ascii("none of them"));
        assertTrue(reader.keyMayMatch(0, present));
        assertFalse(reader.keyMayMatch(0, absent));
        assertTrue(
                reader.keyMayMatch(0, ByteBuffer.allocateDirect(9).put(present).flip()));
        assertFalse(reader.keyMayMatch(
                0, ByteBuffer.allocateDirect(absent.length).put(absent).flip()));
    }

    /** Basho's files carry LevelDB's names, here without the entry that says whose they are. */
    @Test
    void noListThatIsHandedOutLosesAKeyOfBasho() throws IOException {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            keys.add(key(1000 + i));
        }
        for (Options options : List.of(Options.bloom2(16).withoutStats(), Options.bloom2(16), Options.bloom1(10))) {
            TableFile table = InMemory.open(BashoReference.table(keys, 3000, options));
            byte[] block = table.read(table.handleOf(table.metaindex().get(0))).contents();
            List<FilterBlockReader> readers = List.of(
                    table.openFilter().orElseThrow(),
                    table.openFilter(FilterDialect.safeMatchers()).orElseThrow(),
                    table.openFilter(FilterMatcher.alwaysMatching("own")).orElseThrow(),
                    FilterBlockReader.wrapping(
                            block,
                            0,
                            block.length,
                            FilterDialect.safeMatcher(options.policy()).orElseThrow()));
            int asked = 0;
            for (IndexEntry entry : table.index()) {
                KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    byte[] userKey = Arrays.copyOf(cursor.key(), cursor.keyLength() - 8);
                    for (FilterBlockReader reader : readers) {
                        assertTrue(reader.keyMayMatch(entry.handle().offset(), userKey), options.policy());
                        asked++;
                    }
                }
            }
            assertEquals(4 * keys.size(), asked);
        }
    }
}
