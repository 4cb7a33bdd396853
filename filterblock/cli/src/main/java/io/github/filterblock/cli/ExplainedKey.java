// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.KeyExplanation;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableReport;

/** A key and why a table may hold it or does not. */
record ExplainedKey(TableReport analysis, byte[] key, KeyExplanation explanation) {
    /** The filter that was asked; there is one where a block was asked. */
    TableFilter filter() {
        return analysis.filter().orElseThrow();
    }
}
