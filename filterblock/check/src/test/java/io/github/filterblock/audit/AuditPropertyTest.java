// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.audit.Audit.FilterEstimate;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.audit.Audit.Measurement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Audits add up to the same total in whatever order and grouping. */
class AuditPropertyTest {

    /** Any audit. */
    static Audit audit(char letter, long seed) {
        Random random = new Random(seed * 31 + letter);
        int tables = random.nextInt(5);
        long keys = random.nextInt(1000);
        FilterSpace space = new FilterSpace(
                random.nextInt(tables + 1),
                50 + random.nextInt(50),
                random.nextInt(50),
                random.nextInt(10_000),
                random.nextInt(10_000),
                keys,
                matches(random, keys));
        List<FilterEstimate> estimates = new ArrayList<>();
        for (int baseLg = 10; baseLg < 13; baseLg++) {
            if (random.nextBoolean()) {
                estimates.add(new FilterEstimate(
                        baseLg, 1 + random.nextInt(3), 1, keys, random.nextInt(10_000), matches(random, keys)));
            }
        }
        Collections.shuffle(estimates, random);
        return new Audit(tables, space, measurement(random), measurement(random), estimates);
    }

    private static Measurement measurement(Random random) {
        int asked = random.nextInt(100_000);
        return new Measurement(asked, random.nextInt(asked + 1), matches(random, asked));
    }

    private static double matches(Random random, long most) {
        return most * random.nextDouble();
    }

    @Property
    void theOrderDoesNotMatter(@ForAll long seed) {
        Audit a = audit('a', seed);
        Audit b = audit('b', seed);
        assertEquals(a.plus(b), b.plus(a));
    }

    @Property
    void theGroupingDoesNotMatter(@ForAll long seed) {
        Audit a = audit('a', seed);
        Audit b = audit('b', seed);
        Audit c = audit('c', seed);
        assertEquals(a.plus(b).plus(c), a.plus(b.plus(c)));
    }

    @Property
    void nothingIsAddedByNone(@ForAll long seed) {
        Audit a = audit('a', seed);
        assertEquals(a, a.plus(Audit.NONE));
        assertEquals(a, Audit.NONE.plus(a));
    }

    @Property
    void sumsAreThoseOfThePartsAndNothingIsLost(@ForAll long seed) {
        Audit a = audit('a', seed);
        Audit b = audit('b', seed);
        Audit both = a.plus(b);
        assertEquals(
                a.randomKeys().matched() + b.randomKeys().matched(),
                both.randomKeys().matched());
        assertEquals(
                a.steps().expectedMatches() + b.steps().expectedMatches(),
                both.steps().expectedMatches());
        assertEquals(a.steps().asked() + b.steps().asked(), both.steps().asked());
        assertEquals(a.space().bytes() + b.space().bytes(), both.space().bytes());
        assertEquals(
                bytes(a) + bytes(b),
                both.estimates().stream().mapToLong(FilterEstimate::bytes).sum());
        assertEquals(a.tables() + b.tables(), both.tables());
    }

    private static long bytes(Audit audit) {
        return audit.estimates().stream().mapToLong(FilterEstimate::bytes).sum();
    }
}
