// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how keys are written. */
final class KeyForm {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** One of two. */
    private static final class Choice {
        @Option(names = "--hex", description = "keys are hexadecimal digits")
        private boolean hex;

        @Option(names = "--escaped", description = "keys are text with \\xNN for a byte, \\\\ for a backslash")
        private boolean escaped;
    }

    @ArgGroup
    private @Nullable Choice choice;

    /** The bytes of a key; a key in another form is wrong usage. */
    byte[] parse(String key) {
        try {
            return text().parse(key);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private KeyText text() {
        if (choice != null && choice.hex) {
            return KeyText.HEX;
        }
        return choice != null && choice.escaped ? KeyText.ESCAPED : KeyText.TEXT;
    }
}
