// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.cli.AuditDocument.Advice;
import io.github.filterblock.cli.AuditDocument.Asked;
import io.github.filterblock.cli.AuditDocument.Estimate;
import io.github.filterblock.cli.AuditDocument.Space;
import java.util.List;

/** What is measured and estimated for a table, and for several together. */
interface AuditFigures {
    Space space();

    Asked randomKeys();

    Asked steps();

    List<Estimate> estimates();

    List<Advice> recommendations();

    boolean unratedFilter();
}
