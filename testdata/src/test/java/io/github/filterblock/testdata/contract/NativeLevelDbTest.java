// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.Probe;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The slow model agrees with a live LevelDB on fresh random data, where there is one. */
class NativeLevelDbTest {
    /** In the profile {@code long} fifty times as many: 100,000 plans, and a million lookups. */
    private static final int PLANS = 2_000 * Math.max(1, Integer.getInteger("filterblock.scale", 1));

    private static NativeLevelDb levelDb() {
        Optional<NativeLevelDb> oracle = NativeLevelDb.ifAvailable();
        Assumptions.assumeTrue(oracle.isPresent(), NativeLevelDb::whyNotAvailable);
        return oracle.orElseThrow();
    }

    @Test
    void modelBuildsAndAnswersAsLevelDbDoes() {
        NativeLevelDb levelDb = levelDb();
        long seed = System.nanoTime();
        SeededCases cases = new SeededCases(levelDb, new CaseMaker(Oracles.model()), seed);
        long lookups = 0;
        for (int i = 0; i < PLANS; i++) {
            PlanCase plan = (PlanCase) cases.next(Law.BLOCK_IS_THAT_OF_THE_ORIGINAL);
            byte[] block = levelDb.build(plan.plan(), plan.policy());
            assertArrayEquals(block, plan.expected(), () -> "seed " + seed + ", " + plan);
            lookups += assertSameAnswers(levelDb, cases, Law.ANSWERS_ARE_THOSE_OF_THE_ORIGINAL, seed);
            lookups += assertSameAnswers(levelDb, cases, Law.NO_BYTES_MAKE_A_LOOKUP_THROW, seed);
        }
        System.out.println("the model agrees with a live LevelDB on " + PLANS + " plans and " + lookups + " lookups");
    }

    private static int assertSameAnswers(NativeLevelDb levelDb, SeededCases cases, Law law, long seed) {
        BlockCase given = (BlockCase) cases.next(law);
        byte[] block = given.block();
        if (block.length > 0 && (block[block.length - 1] & 0xff) > 63) {
            return 0; // LevelDB's shift is undefined (FB-22)
        }
        List<Boolean> answers = levelDb.answers(block, given.policy(), given.probes());
        assertEquals(
                given.probes().stream().map(Probe::mayMatch).toList(), answers, () -> "seed " + seed + ", " + given);
        return answers.size();
    }

    @Test
    void lawsHoldForLevelDbItself() {
        NativeLevelDb levelDb = levelDb();
        SeededCases cases = new SeededCases(levelDb, new CaseMaker(Oracles.model()), 1);
        for (Law law : Law.values()) {
            if (law != Law.BASE_LGS_ABOVE_63_MATCH
                    && law.needs().missingIn(levelDb).isEmpty()) {
                for (int i = 0; i < 20; i++) {
                    LawCase given = cases.next(law);
                    if (law != Law.NO_BYTES_MAKE_A_LOOKUP_THROW || isDefined((BlockCase) given)) {
                        assertEquals(Optional.empty(), law.violation(levelDb, given), law::testName);
                    }
                }
            }
        }
    }

    private static boolean isDefined(BlockCase given) {
        int length = given.block().length;
        return length == 0 || (given.block()[length - 1] & 0xff) <= 63;
    }

    @Test
    void whatLevelDbDoesNotHaveIsRefused() {
        NativeLevelDb levelDb = levelDb();
        PolicySpec policy = PolicySpec.levelDb(10);
        BlockPlan otherWindows = BlockPlan.parse(12, "S0 K61");
        assertThrows(IllegalArgumentException.class, () -> levelDb.build(otherWindows, policy));
        BlockPlan backwards = BlockPlan.parse(11, "S4096 S0");
        assertThrows(IllegalArgumentException.class, () -> levelDb.build(backwards, policy));
        PolicySpec signed = new PolicySpec(PolicySpec.Dialect.ROCKSDB, 10);
        assertThrows(IllegalArgumentException.class, () -> levelDb.keyMayMatch(new byte[0], signed, 0, new byte[0]));
    }

    @Test
    void thereIsAReasonWhereThereIsNoLevelDb() {
        assertEquals(
                NativeLevelDb.ifAvailable().isPresent(),
                NativeLevelDb.whyNotAvailable().isEmpty());
        if (NativeLevelDb.ifAvailable().isEmpty()) {
            assertTrue(NativeLevelDb.whyNotAvailable().contains("libleveldb-dev"));
            assertThrows(IllegalStateException.class, NativeLevelDb::shared);
        }
    }
}
