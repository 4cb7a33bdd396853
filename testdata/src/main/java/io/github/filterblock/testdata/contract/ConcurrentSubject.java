// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.PolicySpec;

/** A subject whose readers may be asked by several threads at once. */
public interface ConcurrentSubject extends FilterBlockSubject {

    /** An opened filter block. */
    @FunctionalInterface
    interface Lookup {
        /** Answers as {@link FilterBlockSubject#keyMayMatch} does; called by several threads at the same time. */
        boolean keyMayMatch(long blockOffset, byte[] key);
    }

    /** Opens a filter block once, for many questions. */
    Lookup open(byte[] block, PolicySpec policy);
}
