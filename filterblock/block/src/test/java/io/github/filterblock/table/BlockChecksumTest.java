// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TF-4")
class BlockChecksumTest {
    /** As it stands behind the type byte, by the JDK's CRC-32C and the formula of the format. */
    private static int expected(byte[] stored, int type) {
        byte[] block = TestBlocks.withTrailer(stored, type);
        return Integer.reverseBytes(ByteBuffer.wrap(block).getInt(block.length - Integer.BYTES));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_534, 65_535, 65_536, 131_071, 200_000})
    void bytesHaveTheChecksumThatIsStoredAfterThem(int length) {
        byte[] stored = new byte[length];
        new Random(length).nextBytes(stored);
        byte[] block = TestBlocks.withTrailer(stored, 7);
        OptionalInt checksum = OptionalInt.of(expected(stored, 7));
        assertEquals(checksum, BlockChecksum.CRC32C.of(block, 0, length + 1));
    }

    @Test
    void whatIsNotComputedIsNothingAndNoneIsZero() {
        byte[] bytes = {1, 2, 3};
        for (BlockChecksum kind : BlockChecksum.values()) {
            OptionalInt expected = kind == BlockChecksum.NONE ? OptionalInt.of(0) : OptionalInt.empty();
            boolean crc = kind == BlockChecksum.CRC32C;
            assertEquals(kind == BlockChecksum.NONE || crc, kind.isComputed(), kind::name);
            assertEquals(crc, kind.of(bytes, 0, 3).equals(BlockChecksum.CRC32C.of(bytes, 0, 3)), kind::name);
            if (!crc) {
                assertEquals(expected, kind.of(bytes, 0, 3), kind::name);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rocksDbsNumbersAreKept(BlockChecksum kind) {
        if (kind == BlockChecksum.UNKNOWN) {
            assertThrows(IllegalStateException.class, kind::rocksDbNumber);
            assertEquals("an unknown kind", kind.label());
            assertEquals("unverified", BlockChecksum.Status.UNVERIFIED.id());
            assertEquals(kind, BlockChecksum.ofRocksDb(5));
            assertEquals(kind, BlockChecksum.ofRocksDb(255));
        } else {
            assertEquals(kind, BlockChecksum.ofRocksDb(kind.rocksDbNumber()));
            assertEquals(
                    List.of("none", "CRC32C", "xxHash", "xxHash64", "XXH3").get(kind.rocksDbNumber()), kind.label());
        }
    }
}
