// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.testdata.PlacedKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Golden filter blocks cut short, and with every critical value in their last five bytes, their offsets and their k.
 */
class FilterBlockCutTest {
    private static final int TAIL = 5;
    private static final int K_PLACES = 2;
    private static final LongAdder BLOCKS = new LongAdder();
    private static final LongAdder FLAWED = new LongAdder();

    static Stream<GoldenFilter> goldens() {
        return GoldenFilter.smallest(Scale.times(24, 40)).stream();
    }

    @AfterAll
    static void count() {
        System.out.printf(
                "R5 cut and edited filter blocks: %,d, of which the verifier finds fault with %,d%n",
                BLOCKS.sum(), FLAWED.sum());
    }

    private static void check(GoldenFilter golden, byte[] damaged, int number) {
        List<PlacedKey> questions = golden.questions(number);
        ByteBuf heap = Unpooled.wrappedBuffer(damaged);
        ByteBuf direct = Unpooled.directBuffer(damaged.length + 1).writeBytes(damaged);
        try {
            golden.assertAnswersOfTheModel(number % 2 == 0 ? heap : direct, damaged, questions);
            BLOCKS.increment();
            FLAWED.add(FilterBlockVerifier.verify(direct.nioBuffer()).isEmpty() ? 0 : 1);
        } finally {
            direct.release();
        }
    }

    @ParameterizedTest
    @MethodSource("goldens")
    @Tag("FB-19")
    void answersOverCutBlocksAreThoseOfTheModel(GoldenFilter golden) {
        byte[] block = golden.block();
        for (int length = 0; length < block.length; length++) {
            check(golden, Arrays.copyOf(block, length), length);
            check(golden, Arrays.copyOfRange(block, block.length - length, block.length), length + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("goldens")
    @Tag("FB-22")
    void answersWithAnyByteInTheTailAreThoseOfTheModel(GoldenFilter golden) {
        byte[] block = golden.block().clone();
        for (int at = block.length - TAIL; at < block.length; at++) {
            byte sound = block[at];
            for (int value = 0; value < 256; value++) {
                block[at] = (byte) value;
                check(golden, block, value);
            }
            block[at] = sound;
        }
    }

    @ParameterizedTest
    @MethodSource("goldens")
    @Tag("FB-20")
    void answersWithAnyArrayOffsetAreThoseOfTheModel(GoldenFilter golden) {
        int length = golden.block().length;
        long[] offsets = {
            0, 1, length - 9L, length - 6L, length - 5L, length - 4L, length, (1L << 31) - 1, 1L << 31, (1L << 32) - 1
        };
        for (long offset : offsets) {
            byte[] block = golden.block().clone();
            ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).putInt(length - TAIL, (int) offset);
            for (int number = 0; number < 20; number++) {
                check(golden, block, number);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("goldens")
    @Tag("FB-25")
    void answersWithAnyOffsetsAreThoseOfTheModel(GoldenFilter golden) {
        ByteBuffer block = ByteBuffer.wrap(golden.block().clone()).order(ByteOrder.LITTLE_ENDIAN);
        int length = block.capacity();
        int arrayOffset = block.getInt(length - TAIL);
        long[] offsets = {0, 1, arrayOffset, arrayOffset + 1L, length, (1L << 31) - 1, 1L << 31, (1L << 32) - 1};
        for (int at = arrayOffset; at < length - TAIL; at += Integer.BYTES) {
            int start = block.getInt(at);
            int limit = block.getInt(at + Integer.BYTES);
            for (long offset : offsets) {
                block.putInt(at, (int) offset);
                check(golden, block.array(), at / Integer.BYTES);
                if (at + Integer.BYTES < length - TAIL) {
                    block.putInt(at + Integer.BYTES, (int) offset);
                    check(golden, block.array(), at / Integer.BYTES + 1);
                    block.putInt(at + Integer.BYTES, limit);
                }
            }
            block.putInt(at, start);
        }
    }

    @ParameterizedTest
    @MethodSource("goldens")
    @Tag("FB-9")
    void answersWithAnyKAreThoseOfTheModel(GoldenFilter golden) {
        ByteBuffer block = ByteBuffer.wrap(golden.block().clone()).order(ByteOrder.LITTLE_ENDIAN);
        int length = block.capacity();
        int places = 0;
        for (int at = block.getInt(length - TAIL); at < length - TAIL && places < K_PLACES; at += Integer.BYTES) {
            int limit = block.getInt(at + Integer.BYTES);
            if (limit > block.getInt(at)) {
                for (int k = 0; k < 256; k++) {
                    byte sound = block.get(limit - 1);
                    block.put(limit - 1, (byte) k);
                    check(golden, block.array(), k % 2 == 0 ? 0 : k);
                    block.put(limit - 1, sound);
                }
                places++;
            }
        }
    }
}
