// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The contract of a filter in a format of one's own as dynamic tests of JUnit: one for each {@link OwnFilterLaw}. The
 * same keys are written and asked in every run; a run takes a few seconds.
 */
public interface OwnFilterContract {

    /** Returns the filter under test. */
    OwnFilterSubject subject();

    /** Returns the laws that the subject is tested with: all of them. */
    default List<OwnFilterLaw> laws() {
        return List.of(OwnFilterLaw.values());
    }

    /** The tests. */
    @TestFactory
    @Execution(ExecutionMode.SAME_THREAD)
    default Stream<DynamicTest> ownFilterContract() {
        OwnFilterSubject subject = subject();
        return laws().stream()
                .map(law -> DynamicTest.dynamicTest(
                        law.name(),
                        () -> violation(law, subject)
                                .ifPresent(text -> Assertions.fail("The law " + law + " does not hold for "
                                        + subject.name() + ".\n  What is wrong:  " + text + "\n  The law says:   "
                                        + law.sentence()))));
    }

    private static Optional<String> violation(OwnFilterLaw law, OwnFilterSubject subject) {
        try {
            return law.violation(subject);
        } catch (Law.Unable unable) {
            return Assumptions.<Optional<String>>abort(String.valueOf(unable.getMessage()));
        }
    }
}
