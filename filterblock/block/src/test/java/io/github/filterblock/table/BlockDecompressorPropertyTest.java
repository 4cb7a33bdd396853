// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.BlockDecompressorTest.Codec;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("TF-6")
class BlockDecompressorPropertyTest {
    private static final int LIMIT = 100_000;
    private static final BlockDecompressor BY_CONTENT = BlockDecompressor.byContent(LIMIT);

    @Provide
    Arbitrary<byte[]> storedBytes() {
        byte[][] marks = {
            {}, {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd}, {0x78, (byte) 0x9c}, {0x78, 0x01}, {5}, {(byte) 0xe8, 7}
        };
        return Arbitraries.of(marks)
                .flatMap(mark -> FilterBlockArbitraries.bytes().map(rest -> TestBlocks.join(mark, rest)));
    }

    private static void assertEndsWell(int type, byte[] stored) {
        try {
            assertTrue(BY_CONTENT.decompress(type, stored, 0, stored.length).length <= LIMIT);
        } catch (UndecodableBlockException e) {
            assertFalse(e.getMessage().isBlank());
        }
    }

    @Property(tries = 3000)
    void anyBytesEndInContentsOrTheDocumentedException(
            @ForAll("storedBytes") byte[] stored, @ForAll @IntRange(min = 1, max = 8) int type) {
        assertEndsWell(type, stored);
    }

    @Property(tries = 2000)
    void anyFlippedBitEndsInContentsOrTheDocumentedException(
            @ForAll Codec codec, @ForAll @IntRange(max = 2000) int length, @ForAll @IntRange(min = 0) int anyBit) {
        byte[] stored = codec.compressed(TestCompression.compressible(length));
        byte[] flipped = TestBlocks.flipped(stored, anyBit % (8L * stored.length));
        for (int type = 1; type < 8; type++) {
            assertEndsWell(type, flipped);
        }
    }
}
