// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Audits add up to the same total in whatever order and grouping. */
class AuditPropertyTest {

    /** Any audit of tables whose fingerprints start with a letter, so that audits of different letters share none. */
    static Audit audit(char letter, long seed) {
        Random random = new Random(seed * 31 + letter);
        TreeSet<String> tables = new TreeSet<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            tables.add(letter + String.format("%031x", random.nextInt(Integer.MAX_VALUE)));
        }
        long keys = random.nextInt(1000);
        FilterSpace space = new FilterSpace(
                random.nextInt(tables.size() + 1),
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
        return new Audit(
                List.copyOf(tables), space, measurement(random), measurement(random), measurement(random), estimates);
    }

    private static Measurement measurement(Random random) {
        int asked = random.nextInt(100_000);
        return new Measurement(asked, random.nextInt(asked + 1), matches(random, asked));
    }

    private static BigDecimal matches(Random random, long most) {
        return new BigDecimal(BigInteger.valueOf((long) (most * 1e12 * random.nextDouble())), 12);
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
    void manyAddUpAsOneByOne(@ForAll long seed, @ForAll @IntRange(max = 6) int count) {
        List<Audit> audits = new ArrayList<>();
        Audit oneByOne = Audit.NONE;
        for (int i = 0; i < count; i++) {
            audits.add(audit((char) ('a' + i), seed));
            oneByOne = oneByOne.plus(audits.get(i));
        }
        Collections.shuffle(audits, new Random(seed));
        assertEquals(oneByOne, Audit.sum(audits));
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
                a.neighbours().expectedMatches().add(b.neighbours().expectedMatches()),
                both.neighbours().expectedMatches());
        assertEquals(a.steps().asked() + b.steps().asked(), both.steps().asked());
        assertEquals(a.space().bytes() + b.space().bytes(), both.space().bytes());
        assertEquals(
                bytes(a) + bytes(b),
                both.estimates().stream().mapToLong(FilterEstimate::bytes).sum());
        assertEquals(a.tables().size() + b.tables().size(), both.tables().size());
    }

    private static long bytes(Audit audit) {
        return audit.estimates().stream().mapToLong(FilterEstimate::bytes).sum();
    }

    @Property
    void noTableCountsTwice(@ForAll long seed) {
        Audit a = audit('a', seed);
        Audit ab = a.plus(audit('b', seed));
        assertThrows(IllegalArgumentException.class, () -> a.plus(a));
        assertThrows(IllegalArgumentException.class, () -> ab.plus(a));
    }
}
