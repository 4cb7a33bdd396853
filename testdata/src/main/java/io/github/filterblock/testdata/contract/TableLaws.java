// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.LengthCase;
import io.github.filterblock.testdata.Probe;
import java.io.IOException;

/** What laws require of a reader of tables and of a builder's arithmetic. */
final class TableLaws {
    private static final String NOTHING = "";

    private TableLaws() {}

    static String answers(FilterBlockSubject subject, TableCase given) {
        for (Probe probe : given.probes()) {
            boolean answer;
            try {
                answer = ((TableSubject) subject)
                        .keyMayBeInTable(given.table(), given.policy(), probe.blockOffset(), probe.key());
            } catch (IOException | RuntimeException refused) {
                return given.damaged() ? NOTHING : "the subject refuses a good table: " + refused;
            }
            if (answer != probe.mayMatch() && !(given.damaged() && answer)) {
                return "the subject says " + (answer ? "may match" : "absent") + " at " + Texts.clip(probe.toString());
            }
        }
        return NOTHING;
    }

    static String filterLength(FilterBlockSubject subject, FilterLengthCase given) {
        LengthCase wanted = given.lengths();
        long length;
        try {
            length = ((FilterLengthSubject) subject).filterLength(wanted.keys(), wanted.bitsPerKey());
        } catch (ArithmeticException | IllegalArgumentException refused) {
            return wanted.length() > Integer.MAX_VALUE - 64
                    ? NOTHING
                    : "the subject refuses a filter of " + wanted.length() + " bytes: " + refused;
        }
        return length == wanted.length()
                ? NOTHING
                : "the filter over " + wanted + " is said to have " + length + " bytes; it has " + wanted.length();
    }
}
