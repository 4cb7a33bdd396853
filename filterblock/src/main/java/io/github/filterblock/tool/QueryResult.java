// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.TableQuery;
import java.util.List;

/** The answers of a query, in the order of the questions, and how the keys were searched for. */
record QueryResult(TableQuery.Search search, List<QueryAnswer> answers) {}
