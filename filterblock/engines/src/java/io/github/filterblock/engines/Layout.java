// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.util.Locale;

/** The filters that an engine has. */
enum Layout {
    /** None. */
    NONE,
    /** Ours, one for each 2 KiB of file. */
    WINDOWS,
    /** Ours, one for each table. */
    TABLE,
    /** RocksDB's fast local Bloom filters, one for each table, or where the engine has only windows one for each. */
    FAST_LOCAL,
    /** RocksDB's Ribbon filters, one for each table. */
    RIBBON,
    /** The engine's own. */
    OWN;

    /** Returns the name in the results. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
