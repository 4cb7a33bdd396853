// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;

/** A subject that puts filter blocks into table files. */
public interface StoredFormSubject extends FilterBlockSubject {

    /**
     * A filter block as it is stored in a table file.
     *
     * <p>Immutable, provided that no code changes the arrays.
     *
     * @param metaindexKey the key of its entry in the metaindex block (TF-8)
     * @param stored the bytes in the file: contents, then type and checksum (TF-4)
     */
    record StoredForm(byte[] metaindexKey, byte[] stored) {}

    /**
     * Returns a filter block as the subject's table writer stores it by default.
     *
     * @param plan the calls from which the block is built
     */
    StoredForm store(BlockPlan plan, PolicySpec policy);
}
