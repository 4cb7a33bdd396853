// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.PolicySpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a contract reports: each law once, what is missing, and the list at the end. */
class FilterBlockContractTest {
    @TempDir
    static Path exports;

    private static class Builder implements FilterBlockSubject {
        @Override
        public byte[] build(BlockPlan plan, PolicySpec policy) {
            return ReferenceSubject.MODEL.build(plan, policy);
        }
    }

    private static class Bare extends Builder {
        @Override
        public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
            return ReferenceSubject.MODEL.keyMayMatch(block, policy, blockOffset, key);
        }
    }

    /** Never sees keys that end in 0xff. */
    private static final class Forgetful extends Bare {
        @Override
        public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
            boolean forgets = key.length > 0 && key[key.length - 1] == -1;
            return !forgets && super.keyMayMatch(block, policy, blockOffset, key);
        }
    }

    /** Takes the tail of keys as signed. */
    private static final class Signed extends Builder {
        @Override
        public byte[] build(BlockPlan plan, PolicySpec policy) {
            return super.build(plan, new PolicySpec(PolicySpec.Dialect.LEVELDB_117_SIGNED, policy.bitsPerKey()));
        }
    }

    private record Contract(FilterBlockSubject subject, Map<String, String> knownFailures, Corpus corpus)
            implements FilterBlockContract {
        Contract(FilterBlockSubject subject) {
            this(subject, Map.of(), Corpus.at(exports));
        }

        @Override
        public Optional<Path> exportDirectory() {
            return Optional.of(exports);
        }
    }

    @Test
    void subjectThatOverridesNothingFails() {
        Outcomes outcomes = Outcomes.of(new Contract(new FilterBlockSubject() {}));
        assertEquals(Set.of(Outcomes.SUMMARY), outcomes.failed().keySet());
        assertTrue(outcomes.failed().get(Outcomes.SUMMARY).startsWith("No law was tested."));
        assertEquals(41, outcomes.skipped().size());
    }

    @Test
    void lawsAboutWhatIsNotOverriddenAreSkipped() {
        Outcomes builder = Outcomes.of(new Contract(new Builder()));
        assertEquals(Map.of(), builder.failed());
        assertEquals(12 + 1, builder.held().size());
        assertEquals(
                "Builder: keyMayMatch(byte[], ..) is not overridden",
                builder.skipped().get("everyAddedKeyMatches"));
        Outcomes bare = Outcomes.of(new Contract(new Bare()));
        assertEquals(Map.of(), bare.failed());
        assertEquals(26 + 1, bare.held().size());
        assertEquals("Bare: writesBaseLg(..) accepts 11 only", bare.skipped().get("otherBaseLgsAreWritten"));
        assertEquals("Bare: knows(..) accepts no such policy", bare.skipped().get("otherDialectsAreWritten"));
    }

    @Test
    void eachBrokenLawIsOneShortFailureAndTheListComesLast() {
        Outcomes outcomes = Outcomes.of(new Contract(new Forgetful(), Map.of(), Corpus.bundled()));
        List<String> broken = List.copyOf(outcomes.failed().keySet());
        assertTrue(broken.contains("everyAddedKeyMatches") && broken.contains(LookupLaws.MALFORMED));
        assertEquals(Outcomes.SUMMARY, broken.get(broken.size() - 1));
        for (String law : broken.subList(0, broken.size() - 1)) {
            String message = outcomes.failed().get(law);
            assertTrue(message.contains(Law.named(law).sentence()), message);
            assertTrue(message.matches("(?s).*Cases: +\\d+ of \\d+ fail; this is the smallest.*"), message);
            assertTrue(message.length() < 2_000, message);
            assertTrue(outcomes.failed().get(Outcomes.SUMMARY).contains(law));
        }
        String message = outcomes.failed().get("everyAddedKeyMatches");
        assertTrue(message.contains("a false negative: key ") && message.contains("S"), message);
    }

    private static Outcomes replayed(String replay, Contract contract) {
        System.setProperty(LawRun.REPLAY, replay);
        try {
            return Outcomes.of(contract);
        } finally {
            System.clearProperty(LawRun.REPLAY);
        }
    }

    @Test
    void replayedCaseFailsAgainAndAlone() {
        String message = Outcomes.of(new Contract(new Forgetful())).failed().get("everyAddedKeyMatches");
        String replay = message.replaceAll("(?s).*filterblock.replay=(\\S+).*", "$1");
        Outcomes again = replayed(replay, new Contract(new Forgetful()));
        assertEquals(
                Set.of("everyAddedKeyMatches", Outcomes.SUMMARY), again.failed().keySet());
        assertEquals(40, again.skipped().size());
        assertEquals(theCase(message), theCase(again.failed().get("everyAddedKeyMatches")));
        assertEquals(Map.of(), replayed(replay, new Contract(new Bare())).failed());
    }

    private static String theCase(String message) {
        return message.lines()
                .filter(line -> line.contains("The case:"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void recordedCasesAreReplayedByTheirNumber() {
        Contract contract = new Contract(new Builder(), Map.of(), Corpus.bundled());
        Outcomes outcomes = replayed("blockIsThatOfTheOriginal:recorded:3", contract);
        assertEquals(Map.of(), outcomes.failed());
        assertEquals(40, outcomes.skipped().size());
    }

    @Test
    void exportedAndCommittedCaseFailsForItsBugAndNotForARightSubject() {
        Corpus committed = Corpus.at(Path.of("src/test/resources/exported/tailBytesCountUnsigned"));
        RecordedCases recorded = new RecordedCases(ReferenceSubject.MODEL, committed);
        Law law = Law.named("tailBytesCountUnsigned");
        assertEquals(1, recorded.of(law, true).size());
        assertEquals(0, recorded.of(Law.named("blockIsThatOfTheOriginal"), true).size());
        LawCase given = recorded.of(law, true).get(0).given();
        assertTrue(law.violation(new Signed(), given).isPresent());
        assertEquals(Optional.empty(), law.violation(new Builder(), given));
    }

    @Test
    void knownFailuresMustFailAndBeNamesOfLaws() {
        Map<String, String> known = Map.of("everyAddedKeyMatches", "it forgets", "emptyWindowsDeny", "it does not");
        Map<String, String> failed = Outcomes.of(new Contract(new Forgetful(), known, Corpus.at(exports)))
                .failed();
        assertTrue(failed.get("emptyWindowsDeny").contains("holds now"));
        assertTrue(!failed.containsKey("everyAddedKeyMatches"));
        Contract misspelt = new Contract(new Bare(), Map.of("everyKeyMatches", ""), Corpus.at(exports));
        assertThrows(IllegalArgumentException.class, misspelt::contract);
    }

    @Test
    void oracleIsTheModelOrAsConfigured() {
        assertEquals(ReferenceSubject.MODEL, new Contract(new Bare()).oracle());
        System.setProperty(FilterBlockContract.ORACLE_PROPERTY, "delphi");
        try {
            assertThrows(IllegalArgumentException.class, new Contract(new Bare())::oracle);
        } finally {
            System.clearProperty(FilterBlockContract.ORACLE_PROPERTY);
        }
    }
}
