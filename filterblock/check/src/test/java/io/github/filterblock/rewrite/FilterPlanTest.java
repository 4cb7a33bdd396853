// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FilterPlanTest {
    private static final FilterPlan WHOLE = FilterPlan.KEEP
            .withDialect(FilterDialect.GOLEVELDB)
            .withBitsPerKey(1)
            .withBaseLg(63);

    @Test
    void eachPartIsSetAlone() {
        assertEquals(Optional.of(FilterDialect.GOLEVELDB), WHOLE.dialect());
        assertEquals(OptionalInt.of(1), WHOLE.bitsPerKey());
        assertEquals(OptionalInt.of(63), WHOLE.baseLg());
        assertEquals(OptionalInt.of(1000), WHOLE.withBitsPerKey(1000).bitsPerKey());
        assertEquals(OptionalInt.of(0), WHOLE.withBaseLg(0).baseLg());
        assertEquals(OptionalInt.of(0), WHOLE.withBitsPerKey(0).bitsPerKey());
        assertEquals(WHOLE, WHOLE.withBitsPerKey(9).withBitsPerKey(1));
    }

    @Test
    void aFilterIsKeptUnlessSomethingIsWanted() {
        assertTrue(FilterPlan.KEEP.keepsFilter());
        assertFalse(FilterPlan.DROP.keepsFilter());
        assertFalse(FilterPlan.KEEP.withBaseLg(11).keepsFilter());
        assertFalse(FilterPlan.KEEP.withBitsPerKey(10).keepsFilter());
        assertFalse(FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB).keepsFilter());
        assertEquals(10, FilterPlan.USUAL_BITS_PER_KEY);
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullsAreRefusedAtTheDoor() {
        assertThrows(
                NullPointerException.class,
                () -> new FilterPlan(false, null, OptionalInt.empty(), OptionalInt.empty()));
        assertThrows(NullPointerException.class, () -> WHOLE.withDialect(null));
        Path path = Path.of("x");
        assertThrows(NullPointerException.class, () -> DatabaseRetrofit.of(null, path));
        assertThrows(NullPointerException.class, () -> DatabaseRetrofit.of(path, null));
        DatabaseRetrofit retrofit = DatabaseRetrofit.of(path, path);
        assertThrows(NullPointerException.class, () -> retrofit.withPlan(null));
        assertThrows(NullPointerException.class, () -> retrofit.withListener(null));
        assertThrows(IllegalArgumentException.class, () -> retrofit.withThreads(0));
        Parameter parameter = Parameter.DIALECT;
        assertThrows(NullPointerException.class, () -> new UnwritableFilterException(null, parameter, "detail"));
        assertThrows(NullPointerException.class, () -> new UnwritableFilterException("file", null, "detail"));
        assertThrows(NullPointerException.class, () -> new UnwritableFilterException("file", parameter, null));
        UnwritableFilterException e = new UnwritableFilterException("a.ldb", parameter, "why");
        assertEquals("a.ldb: why", e.getMessage());
    }

    @Test
    void whatCannotBeIsRefused() {
        for (int bits : new int[] {-1, 1001}) {
            assertThrows(IllegalArgumentException.class, () -> WHOLE.withBitsPerKey(bits));
        }
        for (int baseLg : new int[] {-1, 64}) {
            assertThrows(IllegalArgumentException.class, () -> WHOLE.withBaseLg(baseLg));
        }
        assertThrows(IllegalArgumentException.class, () -> WHOLE.withDialect(FilterDialect.BASHO_1));
        assertThrows(IllegalArgumentException.class, () -> WHOLE.withDialect(FilterDialect.BASHO_2));
        assertThrows(IllegalArgumentException.class, () -> FilterPlan.DROP.withDialect(FilterDialect.LEVELDB));
        assertThrows(IllegalArgumentException.class, () -> FilterPlan.DROP.withBitsPerKey(10));
        assertThrows(IllegalArgumentException.class, () -> FilterPlan.DROP.withBaseLg(11));
    }
}
