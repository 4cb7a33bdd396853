// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What all commands of a run share: where they run, and whether stack traces are wanted. */
final class Session {
    @Option(names = "--debug", description = "show stack traces", scope = ScopeType.INHERIT, hidden = true)
    private boolean debug;

    private final Terminals terminals;
    private final LongAdder bytesRead = new LongAdder();

    Session(Terminals terminals) {
        this.terminals = terminals;
    }

    /** Where the command runs. */
    Terminals terminals() {
        return terminals;
    }

    /** The bytes of tables that were read, and those that need not be read any more. */
    LongAdder bytesRead() {
        return bytesRead;
    }

    /** Whether stack traces are wanted. */
    boolean debug() {
        return debug;
    }
}
