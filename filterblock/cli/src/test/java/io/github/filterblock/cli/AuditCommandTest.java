// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.cli.AuditDocument.Advice;
import io.github.filterblock.cli.AuditDocument.Estimate;
import io.github.filterblock.cli.AuditDocument.Space;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is recommended in place of filters of one base lg. {@link TranscriptTest} has audits of tables. */
class AuditCommandTest {
    private static final Space IN_USE = new Space(1, 10, 0, 1990, 10, 1000, 9, 0.009);
    private static final Estimate SMALL = new Estimate(null, 16, 9, 1, 1000, 1000, 9, 0.009);
    private static final Estimate OTHER = new Estimate(null, 11, 10, 1, 1000, 1500, 9, 0.009);
    private static final Advice ADVICE = new Advice(0.009, SMALL, List.of(OTHER, SMALL), null);

    @Test
    void theBestFilterIsNotRecommendedTwice() {
        assertEquals(
                "base lg 16 with 9 bits per key, 50.0 % fewer bytes",
                AuditCommand.advice(IN_USE, ADVICE, SMALL.baseLg()));
    }

    @Test
    void theBestOfTheSameBaseLgFollowsIfItIsAnotherOne() {
        assertEquals(
                "base lg 16 with 9 bits per key, 50.0 % fewer bytes;"
                        + " with base lg 11: 10 bits per key, 25.0 % fewer bytes",
                AuditCommand.advice(IN_USE, ADVICE, OTHER.baseLg()));
        assertEquals(
                "base lg 16 with 9 bits per key, 50.0 % fewer bytes",
                AuditCommand.advice(IN_USE, ADVICE, 12), "none of this base lg is as good");
    }
}
