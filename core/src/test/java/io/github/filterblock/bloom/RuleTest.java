// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules are printed as the documents write them. */
class RuleTest {
    @Test
    void aRuleIsItsNumber() {
        assertEquals("TF-4", Rule.TF_4.id());
        assertEquals("[FB-25, DB-1]", List.of(Rule.FB_25, Rule.DB_1).toString());
    }
}
