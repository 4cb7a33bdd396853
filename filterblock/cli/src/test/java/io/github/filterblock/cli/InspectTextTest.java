// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What follows the number of keys checked. {@link TranscriptTest} has whole outputs. */
class InspectTextTest {
    @Test
    void aSingleDeniedPrefixIsNamedToo() {
        assertEquals("", InspectText.prefixes(0, false));
        assertEquals("; their prefixes could not be tested", InspectText.prefixes(0, true));
        assertEquals("; the prefix of one is denied", InspectText.prefixes(1, false));
        assertEquals("; the prefixes of 1,000 are denied", InspectText.prefixes(1000, true));
    }
}
