// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The slow model against published vectors; what the corpus recorded comes in another test. */
class ReferenceTest {
    private static final byte[] FOO = Hex.ascii("foo");

    // The first rows were printed by LevelDB before 1.18 and by its head, each compiled for signed and for unsigned
    // characters; then come RocksDB's vectors, which have signed tails, and those of the Go port in hexadecimal.
    @ParameterizedTest
    @CsvSource({
        "'', bc9f1d34, bc9f1d34",
        "62, ef1345c4, ef1345c4",
        "80, 365ee853, 91b755f4",
        "c397, 5b663814, 0f2ba540",
        "6180, 854fdd8c, ddbcddd4",
        "8061, a2f55a74, fe4dc728",
        "e299a5, 323c078f, 530174ee",
        "e180b932, ed21633a, ed21633a",
        "e180b932ff, 87ab0f5a, e3037c3e",
        "9a, 6317ed30, be705aed",
        "d45233, 0b4b18b8, 66a385d5",
        "b746bb77ce, 1ec76cbb, 7a1fd9df",
        "42fbf252b410, 7e8b6129, d9e3ce8e",
        "bd2c6338bfe978b7bf15, 6e441d3b, c99c8a9c",
        "06925cf4880e7e68383e, 44b05989, 44b05989",
        "676f70686572, a78edc7c, a78edc7c"
    })
    @Tag("FB-2")
    void keysHaveTheHashesOfTheOriginals(String key, String unsignedTail, String signedTail) {
        byte[] bytes = Hex.bytes(key);
        long seed = ReferenceHash.BLOOM_SEED;
        assertEquals(unsignedTail, String.format("%08x", ReferenceHash.UNSIGNED_TAIL.hash(bytes, seed)));
        assertEquals(signedTail, String.format("%08x", ReferenceHash.SIGNED_TAIL.hash(bytes, seed)));
    }

    @ParameterizedTest
    @Tag("FB-4")
    @CsvSource({"0, 1", "2, 1", "3, 2", "8, 5", "10, 6", "12, 8", "13, 8", "16, 11", "43, 29", "44, 30", "1000000, 30"})
    void numberOfProbesFollowsTheBitsPerKey(int bitsPerKey, int probes) {
        assertEquals(probes, new ReferenceBloomFilter(bitsPerKey, ReferenceHash.UNSIGNED_TAIL).numProbes());
    }

    // {hello, world} is from the Go port, which took it from C++; {abc123...} from the Rust port; the rest from C++,
    // the lists of hashes from LevelDB's own filter block test and the published vectors of FNV-1a.
    @ParameterizedTest
    @Tag("FB-3")
    @CsvSource({
        "bloom, 10, 'hello world', 114000414410401006",
        "bloom, 16, 'hello world', 11551141445544100b",
        "bloom, 12, 'abc123def456 xxx111xxx222 ab00cd00ab 908070605040302010', c294818cc0c484a408",
        "bloom, 10, 'foo bar box', a14912040810624806",
        "bloom, 10, '', 080004000200118006",
        "bloom, 10, a, 081020408000010006",
        "bloom, 10, \u0080, 048008000100024006",
        "bloom-signed-hash, 10, \u0080, 208000000104100806",
        "TestHash, 0, 'foo bar box hello a', c43577fe378c73d926960fc8bf278b0e8af5c703",
        "fnvset, 0, 'a foobar', 2c290ce468f99cbf"
    })
    void filtersHaveTheBytesOfTheOriginals(String name, int bitsPerKey, String keys, String filter) {
        ReferencePolicy policy = ReferencePolicy.named(name, bitsPerKey).orElseThrow();
        List<byte[]> bytes = Arrays.stream(keys.split(" "))
                .map(key -> key.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
        assertEquals(filter, Hex.of(policy.createFilter(bytes)));
        bytes.forEach(key -> assertTrue(policy.keyMayMatch(key, Hex.bytes(filter))));
        assertFalse(policy.keyMayMatch(Hex.ascii("none of them"), Hex.bytes(filter)));
        assertFalse(ReferencePolicy.testHash().keyMayMatch(FOO, Hex.bytes("c43577")), "a broken last word");
        assertEquals(Optional.empty(), ReferencePolicy.named("ribbon", 10));
    }

    // Counted with LevelDB's own filter: the words from 10^9 on that match the filter over the words below n.
    @ParameterizedTest
    @CsvSource({
        "1, 23, 9",
        "6, 159, 9",
        "7, 153, 10",
        "10, 163, 14",
        "100, 83, 126",
        "1000, 90, 1251",
        "10000, 81, 12501"
    })
    void falsePositivesAreExactlyThoseOfTheOriginal(int n, long falsePositives, int length) {
        ReferencePolicy policy = ReferencePolicy.bloom(10);
        byte[] filter = policy.createFilter(words(0, n));
        assertEquals(length, filter.length);
        assertEquals(
                falsePositives,
                words(1_000_000_000, 1_000_010_000).stream()
                        .filter(key -> policy.keyMayMatch(key, filter))
                        .count());
    }

    private static List<byte[]> words(int first, int limit) {
        return IntStream.range(first, limit).mapToObj(Hex::littleEndian).toList();
    }

    @ParameterizedTest
    @Tag("FB-8")
    @CsvSource({
        "'', false",
        "ff, false",
        "00, false",
        "000000, true",
        "00001f, true",
        "00007f, true",
        "000080, true",
        "0000ff, true",
        "000001, false",
        "00001e, false",
        "ffff01, true",
        "ffff1e, true"
    })
    void oddFiltersAnswerAsTheirLastByteSays(String filter, boolean mayMatch) {
        assertEquals(mayMatch, ReferencePolicy.bloom(10).keyMayMatch(FOO, Hex.bytes(filter)));
    }

    // The plans of LevelDB's own filter block test, one of the Rust port's, and windows that are left behind.
    @ParameterizedTest
    @Tag("FB-17")
    @CsvSource({
        "'', 000000000b",
        "S0, 000000000b",
        "S100 K666f6f K626172 K626f78 S200 K626f78 S300 K68656c6c6f,"
                + "c43577fe378c73d926960fc826960fc8bf278b0e00000000140000000b",
        "S0 K666f6f S2000 K626172 S3100 K626f78 S9000 K626f78 K68656c6c6f,"
                + "c43577fe378c73d926960fc826960fc8bf278b0e00000000080000000c0000000c0000000c000000140000000b",
        "S10000, 00000000000000000000000000000000000000000b",
        "S0 K61 S10000, 8af5c70300000000040000000400000004000000040000000b",
        "S0 K61 S2047, 8af5c70300000000040000000b",
        "S0 K61 S2048, 8af5c70300000000040000000b",
        "K61 S2048, 8af5c70300000000040000000b"
    })
    void plansHaveTheBlocksOfTheOriginals(String calls, String block) {
        BlockPlan plan = BlockPlan.parse(11, calls);
        assertEquals(block, Hex.of(ReferenceFilterBlock.build(plan, ReferencePolicy.testHash())));
        ReferenceFilterBlock reader = new ReferenceFilterBlock(Hex.bytes(block), ReferencePolicy.testHash());
        assertEquals(ReferenceFilterBlock.numFilters(plan), reader.numFilters());
        plan.keys().forEach(key -> assertTrue(reader.keyMayMatch(key.blockOffset(), key.key())));
        assertEquals(reader.numFilters() == 0, reader.keyMayMatch(0, Hex.ascii("missing")));
    }

    @Test
    @Tag("FB-18")
    void illegalPlansAreRefused() {
        BlockPlan backwards = BlockPlan.parse(11, "S4096 K61 S4095 K62");
        assertThrows(
                IllegalArgumentException.class,
                () -> ReferenceFilterBlock.build(backwards, ReferencePolicy.testHash()));
    }

    /** Malformed blocks: how many filters they have, and what the original and a safe reader say at an offset. */
    @ParameterizedTest
    @Tag("FB-25")
    @CsvSource({
        "0000000b, 0, 0, true, true",
        "010000000b, 0, 0, true, true",
        "0000000000060000000b, 0, 0, true, true",
        "ffffffffffffffff0b, 0, 0, true, true",
        "00000000000000800b, 0, 0, true, true",
        "000000000000000000000b, 1, 0, false, false",
        "000000000000000040, 1, 0, true, true",
        "0000000000000000ff, 1, 0, true, true",
        "00000000000000000b, 1, 2047, false, false",
        "00000000000000000b, 1, 2048, true, true",
        "00000000000000000b, 1, -1, true, true",
        "0000000000000000000000003f, 2, -1, false, false",
        "00000000000000003f, 1, 9223372036854775807, false, false",
        "00000000000000003f, 1, -9223372036854775808, true, true",
        "0900000009000000000000000b, 2, 0, false, true",
        "0900000008000000000000000b, 2, 0, true, true",
        "00000000ffffffff000000000b, 2, 0, true, true"
    })
    void malformedBlocksAnswerAsTheOriginal(String hex, int filters, long offset, boolean mayMatch, boolean safely) {
        ReferenceFilterBlock block = new ReferenceFilterBlock(Hex.bytes(hex), ReferencePolicy.bloom(10));
        assertEquals(filters, block.numFilters());
        assertEquals(mayMatch, block.keyMayMatch(offset, FOO));
        assertEquals(safely, block.keyMayMatchSafely(offset, FOO));
    }

    // From RFC 3720, B.4, and LevelDB's own test.
    @ParameterizedTest
    @Tag("TF-4")
    @CsvSource({"foo, febe8a61", "'', a282ead8", "123456789, c78ab0e5"})
    void checksumsAreMasked(String text, String masked) {
        byte[] bytes = Hex.ascii("x" + text);
        assertEquals(masked, String.format("%08x", TablePlan.maskedCrc(bytes, 1, bytes.length)));
    }

    @Test
    void snappyAndHandlesThatLieAreRefused() {
        for (byte[] table : List.of(new byte[0], new byte[60])) {
            assertThrows(IllegalArgumentException.class, () -> new ReferenceTable(table).filterBlock("any"));
        }
        TablePlan.Written written = new TablePlan(PolicySpec.levelDb(10), "any", List.of(List.of(FOO)), 9).write();
        ReferenceTable table = new ReferenceTable(written.table());
        assertArrayEquals(written.filterBlock(), table.filterBlock("any").orElseThrow());
        assertEquals(Optional.empty(), table.filterBlock("another"));
    }
}
