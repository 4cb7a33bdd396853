// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.PolicySpec;

/** A subject that reads a filter block in the middle of a larger array. */
public interface ArrayRangeSubject extends FilterBlockSubject {

    /** Answers as {@link FilterBlockSubject#keyMayMatch} does, over {@code [offset, offset + length)} of the array. */
    boolean keyMayMatch(byte[] array, int offset, int length, PolicySpec policy, long blockOffset, byte[] key);
}
