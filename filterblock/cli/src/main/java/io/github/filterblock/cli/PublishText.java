// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.Figures.number;

/** What {@code publish} prints for people. */
final class PublishText implements Text.View<PublishResult> {
    @Override
    public void print(Report report, Outcome<PublishResult> outcome, PublishResult result) {
        report.heading(result.key(), result.written() ? "published" : "not published: a dry run", true);
        report.line("keys", number(result.keys()));
        report.line("bits", number(result.bits()));
        report.line("bytes", number(result.bytes()));
        report.line("expected rate", fill("%.2g", result.expectedRate()));
        if (!result.destination().isEmpty()) {
            report.line("to", result.destination());
        }
        report.line("ask with", result.line());
    }
}
