// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.PolicySpec;

/** A subject whose builder takes keys from a larger array, which the caller reuses for the next key. */
public interface StreamingSubject extends FilterBlockSubject {

    /** A filter block being built. */
    interface Build {
        /** A data block begins at this offset. */
        void startBlock(long offset);

        /** Adds the key in {@code [offset, offset + length)}; the caller overwrites the array when this returns. */
        void addKey(byte[] array, int offset, int length);

        /** Returns the filter block; the last call. */
        byte[] finish();
    }

    /** Returns a new builder; see {@link FilterBlockSubject#build} about the arguments. */
    Build startBuild(int baseLg, PolicySpec policy);
}
