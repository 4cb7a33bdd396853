// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.PolicySpec;
import java.io.IOException;

/** A subject that finds the filter block in a whole table file. */
public interface TableSubject extends FilterBlockSubject {

    /**
     * Answers as {@link FilterBlockSubject#keyMayMatch} does, with the table's filter block of the policy's name; a
     * table without one may contain every key.
     *
     * @param table the bytes of the file; perhaps damaged
     * @param key the filter key: without the tag of an internal key
     * @throws IOException if the subject refuses the file, which it may do where the file is damaged
     */
    boolean keyMayBeInTable(byte[] table, PolicySpec policy, long blockOffset, byte[] key) throws IOException;
}
