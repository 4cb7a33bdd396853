// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.Lists;
import io.github.filterblock.Finding;
import java.math.BigInteger;
import java.util.List;

/**
 * A deviation from the FORMAT pages or DATABASE.md.
 *
 * @param rule its letters and number
 * @param offset offset in the file, in bytes
 * @param message what is wrong, in words
 */
public record Found(String rule, BigInteger offset, String message) {
    static Found of(Finding finding) {
        return new Found(finding.rule().id(), Formats.unsigned(finding.offset()), finding.message());
    }

    /** The first of several findings. */
    static List<Found> of(List<Finding> findings, int limit) {
        return Lists.transform(Formats.limited(findings, limit), Found::of);
    }

    /** Prints findings, or their beginning. */
    static void print(List<Found> findings, long total, Printer printer) {
        printer.items(findings, total, each -> printer.item(each.words()));
    }

    private String words() {
        return rule + " at offset " + offset + ": " + message;
    }
}
