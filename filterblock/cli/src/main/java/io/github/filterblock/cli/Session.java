// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What all commands of a run share: where they run, and whether stack traces are wanted. */
final class Session {
    @Option(names = "--debug", description = "show stack traces", scope = ScopeType.INHERIT, hidden = true)
    private boolean debug;

    private final Terminals terminals;

    Session(Terminals terminals) {
        this.terminals = terminals;
    }

    /** Where the command runs. */
    Terminals terminals() {
        return terminals;
    }

    /** Whether stack traces are wanted. */
    boolean debug() {
        return debug;
    }
}
