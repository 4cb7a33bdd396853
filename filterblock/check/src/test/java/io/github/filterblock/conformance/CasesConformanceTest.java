// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterGenerator;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.testdata.BloomCase;
import io.github.filterblock.testdata.HashVector;
import io.github.filterblock.testdata.KeyAnswer;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * That single filters, hashes and checksums are those of the original programs; larger cases have tests of their own.
 */
class CasesConformanceTest {

    private static <T> void forAll(List<T> cases, Function<T, Executable> law) {
        assertAll(cases.stream().map(law));
    }

    @Test
    @Tag("FB-15")
    void builderCasesGiveTheRecordedBlocks() {
        forAll(Golden.CORPUS.builderCases(), builderCase -> () -> Replay.builderCase(builderCase));
    }

    @Test
    @Tag("FB-25")
    void readerCasesGetTheRecordedAnswers() {
        forAll(Golden.CORPUS.readerCases(), readerCase -> () -> Replay.readerCase(readerCase));
    }

    @Test
    @Tag("FB-6")
    void bloomCasesGiveTheRecordedFilters() {
        forAll(Golden.CORPUS.bloomCases(), bloomCase -> () -> check(bloomCase));
    }

    private static void check(BloomCase bloomCase) {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(bloomCase.bitsPerKey());
        FilterGenerator generator = policy.newGenerator();
        bloomCase.keys().forEach(key -> generator.addKey(key, 0, key.length));
        assertEquals(policy.filterSize(bloomCase.keys().size()), generator.filterSize(), bloomCase.name());
        byte[] filter = generator.generate();
        bloomCase.filter().ifPresent(expected -> assertArrayEquals(expected, filter, bloomCase.name()));
        BloomFilterMatcher matcher = policy.matcher();
        for (KeyAnswer answer : bloomCase.answers()) {
            byte[] key = answer.key();
            String what = bloomCase + ", key " + HexFormat.of().formatHex(key);
            assertEquals(
                    answer.mayMatch(), matcher.keyMayMatch(key, 0, key.length, filter, 0, filter.length), () -> what);
            assertEquals(
                    answer.mayMatch(),
                    matcher.keyMayMatch(key, 0, key.length, ByteBuffer.wrap(filter), 0, filter.length),
                    () -> what);
        }
    }

    @Test
    @Tag("FB-1")
    @Tag("FB-2")
    void hashesAreTheRecordedOnes() {
        forAll(Golden.CORPUS.hashVectors(), vector -> () -> {
            byte[] data = vector.data();
            vector.hash().ifPresent(hash -> assertEquals(hash, hash(BloomHash.UNSIGNED_TAIL, vector)));
            vector.signedTailHash().ifPresent(hash -> assertEquals(hash, hash(BloomHash.SIGNED_TAIL, vector)));
            for (BloomHash tail : BloomHash.values()) {
                assertEquals(
                        tail.hash(data, 0, data.length),
                        tail.hash(ByteBuffer.wrap(data), 0, data.length),
                        "in a buffer");
            }
        });
    }

    private static long hash(BloomHash tail, HashVector vector) {
        return Integer.toUnsignedLong(tail.hash(vector.data(), 0, vector.data().length, (int) vector.seed()));
    }

    /**
     * The trailer covers a type byte too, so the vectors are compared with blocks whose last byte serves as the type
     * byte.
     */
    @Test
    @Tag("TF-4")
    void maskedChecksumsAreTheRecordedOnes() {
        Stream<HashVector> withBytes = Golden.CORPUS.hashVectors().stream().filter(vector -> vector.data().length > 0);
        forAll(withBytes.toList(), vector -> () -> {
            CRC32C crc = new CRC32C();
            crc.update(vector.data());
            vector.crc32c().ifPresent(expected -> assertEquals(expected, crc.getValue()));
            long computed = computedByALookAtABlock(vector.data());
            vector.maskedCrc32c().ifPresent(expected -> assertEquals(expected, computed));
        });
    }

    private static long computedByALookAtABlock(byte[] storedAndType) throws IOException {
        byte[] zeroChecksum = new byte[4];
        byte[] handle = TestBlocks.handle(0, storedAndType.length - 1);
        byte[] file = TestBlocks.join(storedAndType, zeroChecksum, TestBlocks.footer(handle, handle));
        try (TableFile table = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(file), "vector"))
                .ignoringChecksums()) {
            StoredBlock block = table.read(table.footer().metaindex());
            return Integer.toUnsignedLong(block.computedChecksum().getAsInt());
        }
    }
}
