// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.Corpus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The contract as dynamic tests of JUnit: one for each {@link Law}, over generated cases that begin small and over the
 * recorded ones, and one that sums up.
 *
 * <pre>{@code
 * class MyFilterBlockTest implements FilterBlockContract {
 *     @Override
 *     public FilterBlockSubject subject() {
 *         return new MySubject();
 *     }
 * }
 * }</pre>
 *
 * <p>The same cases are drawn in every run. A law that needs what the subject lacks is skipped with a reason; a run
 * that tests no law fails.
 */
public interface FilterBlockContract {
    /** The system property that chooses the oracle: {@code model}, or {@code native} for a live LevelDB. */
    String ORACLE_PROPERTY = "filterblock.oracle";

    /** Returns the implementation under test. */
    FilterBlockSubject subject();

    /** Returns how many generated cases each law is tested with. */
    default int samples() {
        return 300;
    }

    /** Returns the seed of the generated cases. */
    default long seed() {
        return 20_120_418;
    }

    /** Returns the laws that the subject is tested with: all of them. */
    default List<Law> laws() {
        return Law.all();
    }

    /**
     * Returns the names of the laws that the subject is known to break, each with a reason for the reader. A law of
     * this list that holds fails, so that the list cannot outlive the bugs.
     */
    default Map<String, String> knownFailures() {
        return Map.of();
    }

    /**
     * Returns the implementation that is trusted to make the expected blocks and answers: the slow model, or the live
     * LevelDB if the system property {@value #ORACLE_PROPERTY} says so.
     *
     * @throws IllegalStateException if LevelDB is asked for and not available, with the reason
     * @throws IllegalArgumentException if the property names anything else
     */
    default FilterBlockSubject oracle() {
        String name = System.getProperty(ORACLE_PROPERTY, "");
        return switch (name) {
            case "", "model" -> ReferenceSubject.MODEL;
            case "native" -> NativeLevelDb.shared();
            default -> throw new IllegalArgumentException(ORACLE_PROPERTY + " is neither model nor native: " + name);
        };
    }

    /**
     * Returns the golden files: those of this module, or the directory that the system property {@value
     * Corpus#DIRECTORY_PROPERTY} names.
     */
    default Corpus corpus() {
        return Corpus.configured();
    }

    /**
     * Returns the directory below which failing cases are written: {@code target/filterblock-cases}, or the one that
     * the system property {@value CaseExporter#PROPERTY} names; empty if they should not be written.
     */
    default Optional<Path> exportDirectory() {
        return CaseExporter.configuredDirectory();
    }

    /** The tests. */
    @TestFactory
    @Execution(ExecutionMode.SAME_THREAD)
    default Stream<DynamicTest> contract() {
        return new LawRun(this).tests();
    }
}
