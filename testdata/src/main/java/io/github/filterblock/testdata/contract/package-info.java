// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The compatibility kit: laws that every implementation of LevelDB's filter block must keep.
 *
 * <p>The author of an implementation writes a {@link io.github.filterblock.testdata.contract.FilterBlockSubject}, which
 * takes bytes and returns bytes, and a test class that implements {@link
 * io.github.filterblock.testdata.contract.FilterBlockContract}, which puts every {@link
 * io.github.filterblock.testdata.contract.Law} to the subject. Laws about what the subject does not override are
 * skipped with a reason.
 *
 * <p>{@link io.github.filterblock.testdata.contract.FullFilterContract} does the same for RocksDB's full filters, and
 * {@link io.github.filterblock.testdata.contract.OwnFilterContract} for any filter in a format of one's own.
 */
@NullMarked
package io.github.filterblock.testdata.contract;

import org.jspecify.annotations.NullMarked;
