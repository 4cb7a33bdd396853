// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.LengthCase;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.contract.Law.Recordings;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** What is required of a reader of tables, and of a builder's arithmetic. */
final class TableLaws {
    private static final String NOTHING = "";

    static final List<Law> LAWS = List.of(
            law(
                    "filterIsFoundInATable",
                    "TF-1, TF-8, TF-9",
                    "Footer, metaindex and handle lead to the filter block; keys of the metaindex are not internal "
                            + "keys.",
                    Recordings.USUAL,
                    Cases::table),
            law(
                    "unknownNamesAreNoFilter",
                    "TF-14",
                    "A filter block of another policy's name must not be asked: every key may be in the table.",
                    Recordings.NONE,
                    Cases::foreignTable),
            law(
                    "damagedTablesHideNothing",
                    "TF-3, TF-4, TF-5",
                    "A damaged file is refused, or the answers are no worse than the original's; nothing worse than "
                            + "an exception happens.",
                    Recordings.UNUSUAL,
                    Cases::damagedTable),
            Law.of(
                    "filterLengthsTake64Bits",
                    "FB-5",
                    "Keys times bits per key overflows 32 bits; the product must be taken in 64, or refused.",
                    LawCase.Length.class,
                    Recordings.USUAL,
                    Cases::length,
                    TableLaws::filterLength));

    private TableLaws() {}

    private static Law law(
            String name, String rules, String sentence, Recordings recordings, Function<Cases, LawCase.Table> source) {
        return Law.of(name, rules, sentence, LawCase.Table.class, recordings, source, TableLaws::answers);
    }

    private static String answers(FilterBlockSubject subject, LawCase.Table given) {
        for (Probe probe : given.probes()) {
            boolean answer;
            try {
                answer = subject.keyMayBeInTable(given.table(), given.policy(), probe.blockOffset(), probe.key());
            } catch (Law.Unable unable) {
                throw unable;
            } catch (IOException | RuntimeException refused) {
                return given.damaged() ? NOTHING : "the subject refuses a good table: " + refused;
            }
            if (answer != probe.mayMatch() && !(given.damaged() && answer)) {
                return LookupLaws.wrongAnswer(answer, probe);
            }
        }
        return NOTHING;
    }

    private static String filterLength(FilterBlockSubject subject, LawCase.Length given) {
        LengthCase wanted = given.lengths();
        long length;
        try {
            length = subject.filterLength(wanted.keys(), wanted.bitsPerKey());
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
