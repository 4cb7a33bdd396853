// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

/** What a filter of a table answers for one key, trusted or not, and why. Immutable. */
public sealed interface FilterTrace permits BlockTrace, UserKeyTrace {

    /** {@return the answer: {@code false} only if a filter was asked and every reading of it denies the key} */
    boolean mayMatch();

    /** {@return what decided, in one sentence that names the rule of FORMAT.md or FORMAT-ROCKSDB.md} */
    String why();
}
