// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.contract.FilterBlockContract;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import io.github.filterblock.testdata.contract.Law;
import io.github.filterblock.testdata.contract.Outcomes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every mutant is found without the help of recorded cases: by the law that is about it in every build; the long
 * profile tests it with all laws and prints which of them find it.
 */
@Tag("mutants")
class MutantsTest {
    private static final int BUGS = 33;
    private static final boolean ALL_LAWS = Integer.getInteger("filterblock.scale", 1) > 1;

    @TempDir
    static Path withoutCases;

    private record Contract(FilterBlockSubject subject, List<Law> laws) implements FilterBlockContract {
        @Override
        public int samples() {
            return 120;
        }

        @Override
        public Corpus corpus() {
            return Corpus.at(withoutCases);
        }

        @Override
        public Optional<Path> exportDirectory() {
            return Optional.empty();
        }
    }

    @Test
    void subjectBehindTheMutantsIsRight() {
        Outcomes outcomes = Outcomes.of(new Contract(new BuggySubject(Set.of()), Law.all()));
        assertEquals(Map.of(), outcomes.failed());
        assertEquals(39 + 1, outcomes.held().size(), "all but other windows and dialects");
    }

    @Test
    void everyMutantIsKilledByTheLawThatIsAboutIt() {
        Set<String> bugs = new TreeSet<>();
        Set<String> alive = new TreeSet<>();
        for (Bug bug : Bug.values()) {
            bugs.add(bug.number());
            List<Law> laws = ALL_LAWS ? Law.all() : List.of(Law.named(bug.killer));
            Contract contract = new Contract(new BuggySubject(Set.of(bug)), laws);
            Set<String> broken = new TreeSet<>(Outcomes.of(contract).failed().keySet());
            broken.remove(Outcomes.SUMMARY);
            System.out.println(bug.number() + " " + bug.words + ": killed by " + broken);
            if (!broken.contains(bug.killer)) {
                alive.add(bug.number());
            }
        }
        System.out.println((bugs.size() - alive.size()) + " of " + BUGS + " mutants killed");
        assertEquals(BUGS, bugs.size());
        assertEquals(Set.of(), alive);
    }

    @Test
    void aCompressedFilterBlockIsCalledCompressed() {
        Bug bug = Bug.M12;
        Contract contract = new Contract(new BuggySubject(Set.of(bug)), List.of(Law.named(bug.killer)));
        String message = String.valueOf(Outcomes.of(contract).failed().get(bug.killer));
        assertTrue(message.contains("the block is compressed"), message);
    }
}
