// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceHashTest {

    private static long unsigned(String hex) {
        return ReferenceHash.UNSIGNED_TAIL.hash(Hex.bytes(hex), ReferenceHash.BLOOM_SEED);
    }

    private static long signed(String hex) {
        return ReferenceHash.SIGNED_TAIL.hash(Hex.bytes(hex), ReferenceHash.BLOOM_SEED);
    }

    @Test
    @Tag("FB-1")
    void emptyKeyHashesToTheSeed() {
        assertEquals(ReferenceHash.BLOOM_SEED, unsigned(""));
        assertEquals(0x12345678L, ReferenceHash.SIGNED_TAIL.hash(new byte[0], 0x12345678L));
    }

    // Printed by LevelDB before 1.18 and by its head, each compiled for signed and for unsigned characters.
    @ParameterizedTest
    @CsvSource({
        "62, ef1345c4, ef1345c4",
        "80, 365ee853, 91b755f4",
        "ff, c20e0a90, 1d66774f",
        "c397, 5b663814, 0f2ba540",
        "6180, 854fdd8c, ddbcddd4",
        "8061, a2f55a74, fe4dc728",
        "e299a5, 323c078f, 530174ee",
        "ffffff, 37559553, 581b023c",
        "e180b932, ed21633a, ed21633a",
        "80808080, 23032c6b, 23032c6b",
        "e180b932ff, 87ab0f5a, e3037c3e"
    })
    @Tag("FB-2")
    void bothTailsGiveTheValuesOfTheOriginal(String key, String unsignedHash, String signedHash) {
        assertEquals(Long.parseLong(unsignedHash, 16), unsigned(key));
        assertEquals(Long.parseLong(signedHash, 16), signed(key));
    }

    // RocksDB's vectors, which have signed tails, beside the unsigned values.
    @ParameterizedTest
    @CsvSource({
        "9a, 3195034349, 1662512432",
        "52d5, 3854228105, 2370689761",
        "91f7, 31066776, 1309973975",
        "d627, 1806091603, 273569832",
        "56dcd6, 2157698265, 3140410594",
        "d45233, 1721992661, 189470904",
        "6ab5f4, 2469105222, 3451817496",
        "8683d5a4d8, 2390603402, 858081591",
        "b746bb77ce, 2048907743, 516385979",
        "5c5ee1a07381, 1036846008, 3848274784",
        "42fbf252b410, 3655585422, 2123063593",
        "5cbe9775549a52, 815120748, 3626549636",
        "1ab5d0feabc361b299, 2706087434, 1173565934",
        "bd2c6338bfe978b7bf15, 3382479516, 1849957691",
        "08, 422599524, 422599524",
        "17, 3168152998, 3168152998",
        "1c, 2651681383, 2651681383",
        "4d76, 2447836956, 2447836956",
        "30460b, 3808221797, 3808221797",
        "6753811c, 118283265, 118283265",
        "d07a6eea56, 4255445370, 4255445370",
        "311b98759622d39a, 469635402, 469635402",
        "06925cf4880e7e68383e, 1152407945, 1152407945"
    })
    @Tag("FB-2")
    void signedTailsGiveTheValuesOfRocksDb(String key, long signedHash, long unsignedHash) {
        assertEquals(signedHash, signed(key));
        assertEquals(unsignedHash, unsigned(key));
    }

    // From the Go port of LevelDB.
    @ParameterizedTest
    @CsvSource({
        "g, d04a8bda",
        "go, 3e0b0745",
        "gop, 0c326610",
        "goph, 8c9d6390",
        "gophe, 9bfd4b0a",
        "gopher, a78edc7c",
        "I had a dream it would end this way., e14a9db9"
    })
    void asciiKeysGiveTheValuesOfTheGoPort(String key, String hash) {
        String hex = Hex.of(Hex.ascii(key));
        assertEquals(Long.parseLong(hash, 16), unsigned(hex));
        assertEquals(unsigned(hex), signed(hex));
    }

    // The last vector of LevelDB's own hash test.
    @Test
    void anotherSeedGivesTheValueOfTheOriginal() {
        byte[] data = Hex.bytes("01c0000000000000 0000000000000000 1400000000000400"
                + "0000001400000018 2800000000000000 0200000000000000");
        assertEquals(0xf333dabbL, ReferenceHash.UNSIGNED_TAIL.hash(data, 0x12345678L));
    }

    @Test
    void everyVectorOfTheCorpusAgrees() {
        assertAll(Corpus.configured().hashVectors().stream().map(vector -> () -> {
            String name = Hex.of(vector.data()) + " from seed " + vector.seed();
            vector.hash()
                    .ifPresent(hash ->
                            assertEquals(hash, ReferenceHash.UNSIGNED_TAIL.hash(vector.data(), vector.seed()), name));
            vector.signedTailHash()
                    .ifPresent(hash ->
                            assertEquals(hash, ReferenceHash.SIGNED_TAIL.hash(vector.data(), vector.seed()), name));
        }));
    }

    @Property
    void onlyTailBytesFrom80UpwardsMakeADifference(@ForAll("keys") byte[] key) {
        boolean plainTail = true;
        for (int i = key.length - key.length % 4; i < key.length; i++) {
            plainTail &= key[i] >= 0;
        }
        String hex = Hex.of(key);
        assertEquals(plainTail, unsigned(hex) == signed(hex));
    }

    @Provide
    Arbitrary<byte[]> keys() {
        return FilterBlockArbitraries.keys();
    }
}
