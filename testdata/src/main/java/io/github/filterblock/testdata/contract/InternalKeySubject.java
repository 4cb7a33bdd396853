// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;

/** A subject that takes the keys of a database, with sequence number and kind in their last eight bytes (TF-12). */
public interface InternalKeySubject extends FilterBlockSubject {

    /** Builds as {@link FilterBlockSubject#build} does, from internal keys. */
    byte[] buildFromInternalKeys(BlockPlan plan, PolicySpec policy);

    /** Answers as {@link FilterBlockSubject#keyMayMatch} does, about the user key of an internal key. */
    boolean internalKeyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] internalKey);
}
