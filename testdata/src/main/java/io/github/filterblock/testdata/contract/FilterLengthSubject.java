// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

/** A subject that says how long a filter will be before it builds it. */
public interface FilterLengthSubject extends FilterBlockSubject {

    /**
     * Returns the length in bytes of the filter over this number of keys, the byte k included (FB-5, FB-6); or throws
     * {@link ArithmeticException} or {@link IllegalArgumentException} where the filter is longer than the subject can
     * build.
     *
     * @param keys how many calls added one, 1 or more
     * @param bitsPerKey the policy's parameter
     */
    long filterLength(long keys, int bitsPerKey);
}
