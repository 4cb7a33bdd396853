// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.Arrays;
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
 * The contract of RocksDB's full filters as dynamic tests of JUnit: one for each {@link FullFilterLaw}, over generated
 * keys and over filters that RocksDB made.
 *
 * <p>The same cases are made in every run. A law that needs what the subject lacks is skipped with a reason; a run that
 * tests no law fails.
 */
public interface FullFilterContract {

    /** Returns the implementation under test. */
    FullFilterSubject subject();

    /** Returns how many sets of keys are generated for each kind of filter. */
    default int samples() {
        return 300;
    }

    /** Returns the laws that the subject is tested with: all of them. */
    default List<FullFilterLaw> laws() {
        return List.of(FullFilterLaw.values());
    }

    /** The tests. */
    @TestFactory
    @Execution(ExecutionMode.SAME_THREAD)
    default Stream<DynamicTest> fullFilterContract() {
        FullFilterSubject subject = subject();
        boolean[] tested = new boolean[1];
        Stream<DynamicTest> laws = laws().stream()
                .map(law -> DynamicTest.dynamicTest(law + " (" + law.rules() + ")", () -> {
                    Assumptions.assumeTrue(law.isReplayed(), "another law is replayed");
                    Optional<String> wrong = violation(law, subject);
                    tested[0] = true;
                    wrong.ifPresent(text -> Assertions.fail("The law " + law + " (" + law.rules()
                            + ") does not hold for " + subject.name() + ".\n  What is wrong:  " + text
                            + "\n  The law says:   " + law.sentence()
                            + "\n  Replay with:    mvn test -Dtest="
                            + getClass().getName().replaceFirst("^.*\\.", "") + " -D" + LawRun.REPLAY + "="
                            + law.name()));
                }));
        DynamicTest last = DynamicTest.dynamicTest(
                "a law was tested",
                () -> Assertions.assertTrue(tested[0], "no law of " + Arrays.toString(FullFilterLaw.values())));
        return Stream.concat(laws, Stream.of(last));
    }

    private Optional<String> violation(FullFilterLaw law, FullFilterSubject subject) {
        try {
            return law.violation(subject, samples());
        } catch (Law.Unable unable) {
            return Assumptions.<Optional<String>>abort(String.valueOf(unable.getMessage()));
        }
    }
}
