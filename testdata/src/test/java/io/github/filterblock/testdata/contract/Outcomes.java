// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/**
 * What the tests of a contract come to when they are run.
 *
 * @param held the names of the tests that passed
 * @param skipped the reason for each that was skipped
 * @param failed the message of each that failed
 */
public record Outcomes(List<String> held, Map<String, String> skipped, Map<String, String> failed) {
    /** The test that comes last. */
    public static final String SUMMARY = "all laws together";

    /** Runs all tests of a contract. */
    public static Outcomes of(FilterBlockContract contract) {
        return of(contract.contract());
    }

    /** Runs tests. */
    static Outcomes of(Stream<DynamicTest> tests) {
        Outcomes outcomes = new Outcomes(new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        tests.forEach(outcomes::run);
        return outcomes;
    }

    private void run(DynamicTest test) {
        String name = test.getDisplayName().replaceFirst(" \\(.*", "");
        try {
            test.getExecutable().execute();
            held.add(name);
        } catch (TestAbortedException reason) {
            skipped.put(name, String.valueOf(reason.getMessage()));
        } catch (Throwable failure) {
            failed.put(name, String.valueOf(failure.getMessage()));
        }
    }
}
