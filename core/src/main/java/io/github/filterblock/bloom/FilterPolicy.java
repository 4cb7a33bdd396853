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

    /**
     * A view of a policy for internal keys: it drops their tag and passes the user key on (TF-12).
     *
     * <p>A database stores each key with a tag after it, a little-endian 64-bit number that consists of sequence number
     * and kind. Filters of a database are built over the user key alone, so a lookup need not know the sequence
     * number. This is LevelDB's {@code InternalFilterPolicy} ({@code db/dbformat.cc}); the name of the policy stays the
     * same.
     *
     * @param userKeyPolicy the policy over user keys
     * @return its view for internal keys; it refuses to add a key shorter than {@value #TAG_LENGTH} bytes, with an
     *     {@link IllegalArgumentException}, and answers {@code true} for such a key
     */
    static FilterPolicy ofInternalKeys(FilterPolicy userKeyPolicy) {
        return new InternalKeyFilterPolicy(userKeyPolicy);
    }
}
