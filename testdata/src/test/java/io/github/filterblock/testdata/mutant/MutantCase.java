// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import io.github.filterblock.testdata.contract.CompatibilityContract;
import io.github.filterblock.testdata.contract.FilterBlockContract;
import io.github.filterblock.testdata.contract.FilterBlockPlainContract;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;

/**
 * The contract's two forms over the mutant of the moment; run by {@link MutantsTest}, not found by the build itself.
 */
interface MutantCase extends CompatibilityContract {
    /** The mutant that is put to the laws. */
    AtomicReference<FilterBlockSubject> CURRENT = new AtomicReference<>();

    @Override
    default FilterBlockSubject subject() {
        return Objects.requireNonNull(CURRENT.get());
    }

    @Override
    default Optional<Path> exportDirectory() {
        return Optional.empty();
    }

    /** With jqwik. */
    @PropertyDefaults(tries = 60, shrinking = ShrinkingMode.OFF)
    final class UnderJqwik implements FilterBlockContract, MutantCase {}

    /** With JUnit alone. */
    final class Plain implements FilterBlockPlainContract, MutantCase {
        @Override
        public int samples() {
            return 120;
        }
    }
}
