// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.filterblock.FilterBlockBatch;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Any bytes as a filter block: every door and manner of the reader, against the slow model.
 *
 * <p>The input is the block, behind it 8 bytes of block offset and up to 8 bytes of key.
 */
class FilterBlockFuzzTest {
    private static final int KEY = 8;
    private static final BloomFilterMatcher MATCHER = (BloomFilterMatcher) FilterDialect.LEVELDB.matcher();
    private static final ReferencePolicy MODEL = ReferencePolicy.bloom(10);

    @FuzzTest(maxDuration = "10m")
    void anyBytesAnswerAsTheModelDoes(byte[] input) throws IOException {
        int split = Math.max(0, input.length - Long.BYTES - KEY);
        byte[] block = Arrays.copyOf(input, split);
        byte[] question = Arrays.copyOf(Arrays.copyOfRange(input, split, input.length), Long.BYTES + KEY);
        byte[] key = Arrays.copyOfRange(question, Long.BYTES, Long.BYTES + (question[0] & 7));
        long far = ByteBuffer.wrap(question).getLong();
        for (long offset : new long[] {far, far & 0xffff, 0}) {
            ask(block, offset, key);
        }
        FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block), 1);
    }

    private static void ask(byte[] block, long offset, byte[] key) throws IOException {
        ReferenceFilterBlock model = new ReferenceFilterBlock(block, MODEL);
        boolean expected = model.keyMayMatchSafely(offset, key);
        FilterBlockReader wrapping = FilterBlockReader.wrap(block, 0, block.length, MATCHER);
        check(expected, wrapping.keyMayMatch(offset, key), "wrapping");
        ByteBuf direct = Unpooled.directBuffer(block.length + 1).writeBytes(block);
        try (FilterBlockReader retaining = FilterBlockReader.retaining(direct, MATCHER)) {
            check(expected, retaining.keyMayMatch(offset, key), "retaining");
            FilterBlockBatch batch = new FilterBlockBatch(1);
            batch.add(retaining, offset, key, 0, key.length);
            batch.probe();
            check(expected, batch.mayMatch(0), "batch");
        } finally {
            direct.release();
        }
    }

    private static void check(boolean expected, boolean answer, String way) {
        if (expected != answer) {
            throw new AssertionError(way + " answers " + answer + ", the model " + expected);
        }
    }
}
