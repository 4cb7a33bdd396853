// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.filterblock.testdata.RedisRecordings;
import io.github.filterblock.testdata.RedisRecordings.GoZeroCase;
import io.github.filterblock.testdata.RedisRecordings.GoZeroPositions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** go-zero's own bitmaps, answers and positions. */
class GoZeroRecordedTest {
    static Stream<GoZeroCase> cases() {
        return RedisRecordings.configured().goZero().stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Tag("RB-3")
    void bitmapsAreEqualByteForByte(GoZeroCase recorded) {
        GoZeroFilter filter = GoZeroFilter.ofBits(recorded.bits());
        recorded.added().forEach(filter::add);
        assertArrayEquals(recorded.bitmap(), filter.toByteArray());
        assertEquals(recorded.bitmap().length, filter.length());
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Tag("RB-1")
    void answersAreEqual(GoZeroCase recorded) throws Exception {
        GoZeroFilter filter = GoZeroFilter.read(recorded.bits(), recorded.bitmap(), recorded.name());
        assertEquals(recorded.answersOfAdded(), answers(filter, recorded.added()));
        assertEquals(recorded.answersOfProbes(), answers(filter, recorded.probes()));
        assertFalse(recorded.answersOfProbes().isEmpty());
        assertArrayEquals(recorded.bitmap(), filter.toByteArray());
    }

    private static String answers(GoZeroFilter filter, List<byte[]> keys) {
        StringBuilder answers = new StringBuilder();
        keys.forEach(key -> answers.append(filter.mayContain(key) ? '1' : '0'));
        return answers.toString();
    }

    @Test
    @Tag("RB-1")
    @Tag("RB-2")
    void positionsAreEqual() {
        List<GoZeroPositions> all = RedisRecordings.configured().goZeroPositions();
        assertFalse(all.isEmpty());
        for (GoZeroPositions recorded : all) {
            boolean served = Long.compareUnsigned(recorded.bits(), GoZeroFilter.MAX_BITS) <= 0;
            long[] positions = served
                    ? GoZeroFilter.ofBits(recorded.bits()).positions(recorded.key())
                    : remainders(recorded.key(), recorded.bits());
            assertArrayEquals(recorded.positions(), positions, recorded::toString);
        }
    }

    /** go-zero computes positions for more bits than Redis has; they show the whole hash. */
    private static long[] remainders(byte[] key, long bits) {
        GoZeroHash hash = new GoZeroHash(key, 0, key.length);
        long[] remainders = new long[GoZeroFilter.PROBES];
        Arrays.setAll(remainders, i -> Long.remainderUnsigned(hash.at(i), bits));
        return remainders;
    }
}
