// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableQuery;

/**
 * What {@code query} prints for people and other programs. Probes are answered in the form of the questions; keys have
 * the answer in front, so that columns line up. How the keys were searched for goes to the error output, so that the
 * answers can be piped on.
 */
record QueryText(boolean namesSearch) implements Text.View<QueryResult> {
    @Override
    public void print(Report report, Outcome<QueryResult> outcome, QueryResult result) {
        result.forEachRemaining(answer -> print(report, answer));
        if (namesSearch) {
            report.remark(outcome.name(), describe(result.search()));
        }
        outcome.reason().ifPresent(reason -> report.remark(outcome.name(), outcome.status() + ": " + reason));
    }

    private static void print(Report report, QueryAnswer answer) {
        if (answer.direct()) {
            String offset = Long.toUnsignedString(answer.blockOffset().getAsLong());
            report.fields(offset, answer.label(), answer.mayMatch() ? "may-match" : "absent");
        } else {
            report.fields((answer.mayMatch() ? "may match  " : "absent     ") + answer.label());
        }
    }

    static String describe(TableQuery.Search search) {
        return switch (search) {
            case INDEX -> "keys ascend in byte order: the index was searched, one filter asked for each key";
            case ALL_BLOCKS ->
                "keys do not ascend in byte order: the filter of every data block was asked for each key";
            case NO_FILTER -> "no filter that could deny a key: every key may match";
        };
    }
}
