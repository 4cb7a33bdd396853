// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

/**
 * The write half of a filter policy: makes the filters that its {@linkplain FilterMatcher read half} answers from.
 *
 * <p>Writing has parameters, such as bits per key, and reading has none, because a filter carries what it needs. So a
 * file whose writer is unknown can be read through a matcher, while only a policy that names its writer can write.
 *
 * <p>Implementations are immutable and safe for use by any number of threads at once; the generators they hand out
 * are not.
 */
public interface FilterPolicy extends FilterMatcher {

    /** {@return a new generator without pending keys, for one thread at a time} */
    FilterGenerator newGenerator();
}
