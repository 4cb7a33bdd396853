// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.Probe;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The slow model agrees with a live LevelDB on fresh random data, where there is one. */
class NativeLevelDbTest {
    /** In the profile {@code long} fifty times as many: 100,000 plans, and a million lookups. */
    private static final int PLANS = 2_000 * Math.max(1, Integer.getInteger("filterblock.scale", 1));

    private static NativeLevelDb levelDb() {
        Assumptions.assumeTrue(NativeLevelDb.whyNotAvailable().isEmpty(), NativeLevelDb::whyNotAvailable);
        return NativeLevelDb.shared();
    }

    @Test
    void modelBuildsAndAnswersAsLevelDbDoes() {
        NativeLevelDb levelDb = levelDb();
        long seed = System.nanoTime();
        long lookups = 0;
        for (int i = 0; i < PLANS; i++) {
            LawCase.Plan plan = (LawCase.Plan) next(levelDb, "blockIsThatOfTheOriginal", seed, i);
            byte[] block = levelDb.build(plan.plan(), plan.policy());
            assertArrayEquals(block, plan.expected(), () -> "seed " + seed + ", " + plan);
            lookups += assertSameAnswers(levelDb, next(levelDb, "answersAreThoseOfTheOriginal", seed, i));
            lookups += assertSameAnswers(levelDb, next(levelDb, LookupLaws.MALFORMED, seed, i));
        }
        System.out.println("the model agrees with a live LevelDB on " + PLANS + " plans and " + lookups + " lookups");
    }

    /** Cases of all sizes in turn. */
    private static LawCase next(NativeLevelDb levelDb, String law, long seed, int i) {
        Cases cases = Cases.numbered(levelDb, ReferenceSubject.MODEL, law, seed + i / 300, i % 300);
        return Law.named(law).nextCase(cases);
    }

    private static int assertSameAnswers(NativeLevelDb levelDb, LawCase drawn) {
        LawCase.Block given = (LawCase.Block) drawn;
        if (!isDefined(given)) {
            return 0; // LevelDB's shift is undefined (FB-22)
        }
        List<Boolean> answers = levelDb.answers(given.block(), given.policy(), given.probes());
        assertEquals(given.probes().stream().map(Probe::mayMatch).toList(), answers, given::toString);
        return answers.size();
    }

    @Test
    void lawsHoldForLevelDbItself() {
        NativeLevelDb levelDb = levelDb();
        Set<String> broken = new TreeSet<>();
        for (Law law : Law.all()) {
            try {
                for (int i = 0; i < 20; i++) {
                    LawCase given = next(levelDb, law.name(), 1, i * 15);
                    if (!(given instanceof LawCase.Block block && !isDefined(block))) {
                        law.violation(levelDb, given).ifPresent(wrong -> broken.add(law + ": " + wrong));
                    }
                }
            } catch (Law.Unable ignored) {
                // LevelDB's program does less than a subject may
            }
        }
        assertEquals(Set.of(), broken);
    }

    private static boolean isDefined(LawCase.Block given) {
        int length = given.block().length;
        return length == 0 || (given.block()[length - 1] & 0xff) <= 63;
    }

    @Test
    void whatLevelDbDoesNotHaveIsRefused() {
        NativeLevelDb levelDb = levelDb();
        PolicySpec policy = PolicySpec.levelDb(10);
        PolicySpec signed = new PolicySpec(PolicySpec.Dialect.ROCKSDB, 10);
        List<Executable> questions = List.of(
                () -> levelDb.build(BlockPlan.parse(12, "S0 K61"), policy),
                () -> levelDb.build(BlockPlan.parse(11, "S4096 S0"), policy),
                () -> levelDb.keyMayMatch(new byte[0], signed, 0, new byte[0]));
        questions.forEach(question -> assertThrows(IllegalArgumentException.class, question));
    }
}
