// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Programs that judge and rewrite table files.
 *
 * <p>{@link io.github.filterblock.analysis.TableReport} says what is in a table and which filter it has, {@link
 * io.github.filterblock.analysis.TableVerification} what is wrong with it as {@link io.github.filterblock.Finding}s. A
 * {@link io.github.filterblock.analysis.FilterHints} is what the caller knows beforehand. The other packages: {@link
 * io.github.filterblock.audit} for what filters cost, {@link io.github.filterblock.database} for the files around the
 * tables, and {@link io.github.filterblock.rewrite} for tables with other filters. Files that appear whole or not at
 * all are written by a package for our own modules.
 */
@SuppressWarnings("module") // the other modules are compiled after this one
module io.github.filterblock.check {
    requires com.google.common;
    requires static org.jspecify;
    requires transitive io.github.filterblock;

    exports io.github.filterblock.analysis;
    exports io.github.filterblock.audit;
    exports io.github.filterblock.database;
    exports io.github.filterblock.durable to
            io.github.filterblock.cli;
    exports io.github.filterblock.rewrite;
}
