// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.FullFilterMutant;
import io.github.filterblock.testdata.ReferenceFullFilter;
import io.github.filterblock.testdata.ReferenceFullFilterBuilder;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The slow model obeys the laws, and each mutant breaks the law that is about it. */
class FullFilterContractTest implements FullFilterContract {
    private static final int FEW = 60;

    /** Answers and builds, but knows no way to build a stored form again. */
    private static final FullFilterSubject MODEL = new FullFilterSubject() {
        @Override
        public byte[] build(Kind kind, double bitsPerKey, List<byte[]> keys) {
            return ReferenceFullFilterBuilder.build(kind.label(), bitsPerKey, keys);
        }

        @Override
        public boolean keyMayMatch(byte[] filter, byte[] key) {
            return ReferenceFullFilter.mayMatch(filter, key);
        }
    };

    @Override
    public FullFilterSubject subject() {
        return MODEL;
    }

    @Override
    public int samples() {
        return FEW;
    }

    private static Outcomes outcomes(FullFilterSubject subject, List<FullFilterLaw> laws) {
        return Outcomes.of(
                new FullFilterContract() {
                    @Override
                    public FullFilterSubject subject() {
                        return subject;
                    }

                    @Override
                    public int samples() {
                        return FEW;
                    }

                    @Override
                    public List<FullFilterLaw> laws() {
                        return laws;
                    }
                }.fullFilterContract());
    }

    @ParameterizedTest
    @EnumSource
    void everyMutantIsFoundByTheLawThatIsAboutIt(FullFilterMutant mutant) {
        Outcomes outcomes = outcomes(mutant.subject(), List.of(mutant.killer()));
        assertEquals(
                Set.of(mutant.killer().name()), new TreeSet<>(outcomes.failed().keySet()));
    }

    @Test
    void aFailureSaysHowManyCasesFailAndHowToReplayIt() {
        FullFilterMutant mutant = FullFilterMutant.values()[0];
        String law = mutant.killer().name();
        List<FullFilterLaw> all = List.of(FullFilterLaw.values());
        String message = String.valueOf(
                outcomes(mutant.subject(), List.of(mutant.killer())).failed().get(law));
        assertTrue(
                message.matches("(?s).*\n  Cases:          [1-9][0-9]* of [0-9]+ fail; this is the smallest.*"),
                message);
        String replay = "\n  Replay with:    mvn test -Dtest=FullFilterContractTest$";
        assertTrue(message.contains(replay) && message.endsWith(" -Dfilterblock.replay=" + law), message);
        System.setProperty(LawRun.REPLAY, law);
        try {
            Outcomes replayed = outcomes(mutant.subject(), all);
            assertEquals(Set.of(law), replayed.failed().keySet());
            assertEquals(all.size() - 1, replayed.skipped().size());
        } finally {
            System.clearProperty(LawRun.REPLAY);
        }
    }

    @Test
    void aSubjectThatOnlyReadsIsTestedWithAnswersAlone() {
        Outcomes outcomes = outcomes(
                new FullFilterSubject() {
                    @Override
                    public boolean keyMayMatch(byte[] filter, byte[] key) {
                        return true;
                    }
                },
                List.of(FullFilterLaw.values()));
        assertEquals(FullFilterLaw.values().length - 2, outcomes.skipped().size());
        String message = String.valueOf(outcomes.failed().get("ANSWERS_ARE_THOSE_OF_ROCKSDB"));
        assertTrue(message.contains("is may match, the right one is absent"), message);
    }

    /** A reader that takes 30 probes for reserved ones, and one that asks 31. */
    @ParameterizedTest
    @ValueSource(ints = {29, 31})
    void anotherLimitOfProbesIsFound(int most) {
        Outcomes outcomes = outcomes(
                new FullFilterSubject() {
                    @Override
                    public boolean keyMayMatch(byte[] filter, byte[] key) {
                        byte[] read = filter.clone();
                        int probes = filter.length - 3;
                        if (filter.length > 5 && filter[filter.length - 5] == -1 && filter[probes] >= 30) {
                            read[probes] = (byte) (filter[probes] <= most ? 30 : 31);
                        }
                        return ReferenceFullFilter.mayMatch(read, key);
                    }
                },
                List.of(FullFilterLaw.THIRTY_PROBES_ARE_ASKED));
        assertEquals(
                Set.of("THIRTY_PROBES_ARE_ASKED"),
                new TreeSet<>(outcomes.failed().keySet()));
    }

    @Test
    void aRunThatTestsNothingFails() {
        Outcomes outcomes = outcomes(new FullFilterSubject() {}, List.of(FullFilterLaw.values()));
        assertEquals(Set.of("a law was tested"), outcomes.failed().keySet());
    }
}
