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
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Every mutant is found by both forms of the contract, without the help of recorded cases: by the law that is about it
 * in every build; the long profile tests it with all laws and prints which of them find it.
 */
@Tag("mutants")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MutantsTest {
    private static final int BUGS = 32;

    /** A random run may miss a bug; three that do are no accident. */
    private static final int MOST_RUNS = 3;

    private static final Set<Law> LAWS = EnumSet.allOf(Law.class);

    /** Of all laws a subject that lacks something is put to fewer. */
    private static final int FEWEST_LAWS = 21;

    private static final boolean ALL_LAWS = Integer.getInteger("filterblock.scale", 1) > 1;

    private static List<Mutant> mutants() {
        return Stream.of(FilterMutants.all(), BuilderMutants.all(), ReaderMutants.all(), TableMutants.all())
                .flatMap(List::stream)
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .toList();
    }

    @Test
    @Order(1)
    void subjectBehindTheMutantsIsRight() {
        assertEquals(Set.of(), brokenLaws(new SeamedSubject(), MutantCase.UnderJqwik.class, LAWS));
        assertEquals(Set.of(), brokenLaws(new SeamedSubject(), MutantCase.Plain.class, LAWS));
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
            Set<Law> put = ALL_LAWS ? LAWS : Set.of(mutant.killer());
            Set<Law> killers = brokenLaws(mutant.subject(), tests, put);
            for (int run = 2; run <= MOST_RUNS && !killers.contains(mutant.killer()); run++) {
                killers = brokenLaws(mutant.subject(), tests, put); // properties draw their cases anew
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

    private static Set<Law> brokenLaws(FilterBlockSubject subject, Class<?> tests, Set<Law> put) {
        MutantCase.CURRENT.set(subject);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .filters(excludeTags("recorded"), testsOf(put))
                .configurationParameter("jqwik.database", "target/jqwik-mutants")
                .configurationParameter("jqwik.failures.after.default", "RANDOM_SEED")
                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                .build();
        Broken broken = new Broken();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, broken);
        assertTrue(broken.run.size() >= Math.min(put.size(), FEWEST_LAWS), () -> "only " + broken.run + " were run");
        return broken.broken;
    }

    private static PostDiscoveryFilter testsOf(Set<Law> laws) {
        Set<String> names = laws.stream().map(Law::testName).collect(Collectors.toSet());
        return test -> FilterResult.includedIf(
                method(test.getSource()).map(names::contains).orElse(true));
    }

    private static Optional<String> method(Optional<TestSource> source) {
        return source.filter(MethodSource.class::isInstance).map(found -> ((MethodSource) found).getMethodName());
    }

    /** Collects the laws whose tests fail. */
    private static final class Broken implements TestExecutionListener {
        private final Set<Law> run = EnumSet.noneOf(Law.class);
        private final Set<Law> broken = EnumSet.noneOf(Law.class);

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            method(test.getSource()).ifPresent(name -> record(name, result));
        }

        private void record(String name, TestExecutionResult result) {
            laws(name).forEach(run::add);
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                laws(name).forEach(broken::add);
            }
        }

        private static Stream<Law> laws(String test) {
            return Arrays.stream(Law.values()).filter(law -> law.testName().equals(test));
        }
    }
}
