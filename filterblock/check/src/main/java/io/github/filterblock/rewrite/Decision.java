// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.rewrite.TableResult.NewFilter;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a table.
 *
 * @param filter the filter that it gets, if one
 * @param change what becomes of its blocks
 * @param unchanged whether the table already is as it would be written
 * @param notes what a person should know of the result, one line each
 */
record Decision(Optional<NewFilter> filter, FilterChange change, boolean unchanged, List<String> notes) {}
