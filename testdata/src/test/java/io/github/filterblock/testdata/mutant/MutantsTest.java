// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import io.github.filterblock.testdata.contract.FilterBlockSubject;
import io.github.filterblock.testdata.contract.Law;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Every mutant is found by both forms of the contract, without the help of recorded cases. */
@Tag("mutants")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MutantsTest {
    private static final int BUGS = 32;

    /** A random run may miss a bug; three that do are no accident. */
    private static final int MOST_RUNS = 3;

    private static List<Mutant> mutants() {
        return Stream.of(FilterMutants.all(), BuilderMutants.all(), ReaderMutants.all(), TableMutants.all())
                .flatMap(List::stream)
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .toList();
    }

    @Test
    @Order(1)
    void subjectBehindTheMutantsIsRight() {
        assertEquals(Set.of(), brokenLaws(new SeamedSubject(), MutantCase.UnderJqwik.class));
        assertEquals(Set.of(), brokenLaws(new SeamedSubject(), MutantCase.Plain.class));
    }

    @Test
    @Order(2)
    void everyMutantIsKilledByTheProperties() {
        assertAllKilled("jqwik", MutantCase.UnderJqwik.class);
    }

    @Test
    @Order(3)
    void everyMutantIsKilledByThePlainTests() {
        assertAllKilled("plain", MutantCase.Plain.class);
    }

    private static void assertAllKilled(String form, Class<?> tests) {
        Set<String> bugs = new TreeSet<>();
        Set<String> alive = new TreeSet<>();
        for (Mutant mutant : mutants()) {
            bugs.add(mutant.id());
            Set<Law> killers = brokenLaws(mutant.subject(), tests);
            for (int run = 2; run <= MOST_RUNS && !killers.contains(mutant.killer()); run++) {
                killers = brokenLaws(mutant.subject(), tests); // properties draw their cases anew
            }
            System.out.println(mutant + ": killed by "
                    + (killers.isEmpty()
                            ? "nothing"
                            : killers.stream().map(Law::toString).collect(Collectors.joining(", "))));
            if (!killers.contains(mutant.killer())) {
                alive.add(mutant.id());
            }
        }
        System.out.println((bugs.size() - alive.size()) + " of " + BUGS + " mutants killed (" + form + ")");
        assertEquals(BUGS, bugs.size());
        assertTrue(alive.isEmpty(), () -> "not killed by the law that is about them: " + alive);
    }

    private static Set<Law> brokenLaws(FilterBlockSubject subject, Class<?> tests) {
        MutantCase.CURRENT.set(subject);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .filters(excludeTags("recorded"))
                .configurationParameter("jqwik.database", "target/jqwik-mutants")
                .configurationParameter("jqwik.failures.after.default", "RANDOM_SEED")
                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                .build();
        Broken broken = new Broken();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, broken);
        assertTrue(broken.finished > 20, "the laws were run");
        return broken.laws;
    }

    /** Collects the laws whose tests fail. */
    private static final class Broken implements TestExecutionListener {
        private final Set<Law> laws = EnumSet.noneOf(Law.class);
        private int finished;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(source -> ((MethodSource) source).getMethodName())
                    .ifPresent(name -> record(name, result));
        }

        private void record(String name, TestExecutionResult result) {
            finished++;
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                Arrays.stream(Law.values())
                        .filter(law -> law.testName().equals(name))
                        .forEach(laws::add);
            }
        }
    }
}
