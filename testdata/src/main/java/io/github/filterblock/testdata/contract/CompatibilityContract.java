// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.Corpus;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What both forms of the contract require of a test class: a subject, and the rest only where the defaults are not
 * enough.
 *
 * <p>A test class implements one of the two forms, not this interface.
 */
public interface CompatibilityContract {

    /** Returns the implementation under test; called often, so it should be cheap or always the same. */
    FilterBlockSubject subject();

    /**
     * Returns the implementation that is trusted to make the expected blocks and answers: the slow model, or the one
     * that the system property {@value Oracles#PROPERTY} names.
     */
    default FilterBlockSubject oracle() {
        return Oracles.configured();
    }

    /**
     * Returns the golden files: those of this module, or the directory that the system property {@value
     * Corpus#DIRECTORY_PROPERTY} names.
     */
    default Corpus corpus() {
        return Corpus.configured();
    }

    /**
     * Returns the laws that the subject is known to break, each with a reason for the reader.
     *
     * <p>The plain form insists that each of them is broken, so that the list cannot outlive the bugs; the jqwik form
     * skips them, as does the check of recorded cases.
     */
    default Map<Law, String> knownFailures() {
        return Map.of();
    }

    /**
     * Returns the directory below which failing cases are written: {@code target/filterblock-cases}, or the one that
     * the system property {@value CaseExporter#PROPERTY} names; nothing if they should not be written.
     */
    default Optional<Path> exportDirectory() {
        return CaseExporter.configuredDirectory();
    }
}
