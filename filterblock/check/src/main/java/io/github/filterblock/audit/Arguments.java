// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import java.util.Locale;

/** Checks of arguments. Those of Guava have overloads that a program's older Guava, up to 19, lacks. */
final class Arguments {
    private Arguments() {}

    /**
     * Throws unless a condition holds.
     *
     * @param holds the condition
     * @param form the message, with {@code %s} for each of the parts
     * @param parts the parts of the message
     * @throws IllegalArgumentException if it does not hold
     */
    static void checkArgument(boolean holds, String form, Object... parts) {
        if (!holds) {
            throw new IllegalArgumentException(String.format(Locale.ROOT, form, parts));
        }
    }
}
