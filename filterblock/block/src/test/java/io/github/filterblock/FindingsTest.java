// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Findings beyond a limit are counted and not kept. */
class FindingsTest {
    private static final Finding FIRST = new Finding(Rule.FB_19, 1, "first");

    private static Findings collect(int limit, Rule... rules) {
        Findings.Collector collector = new Findings.Collector(limit);
        for (int i = 0; i < rules.length; i++) {
            int offset = i;
            collector.add(rules[i], offset, () -> "finding " + offset);
        }
        return collector.findings();
    }

    @Test
    void asManyAreKeptAsTheLimitSays() {
        Findings findings = collect(2, Rule.FB_19, Rule.FB_19, Rule.FB_19, Rule.FB_19);
        assertEquals(4, findings.count());
        assertEquals(
                List.of(new Finding(Rule.FB_19, 0, "finding 0"), new Finding(Rule.FB_19, 1, "finding 1")),
                findings.first());
        assertEquals(
                4,
                collect(4, Rule.FB_19, Rule.FB_19, Rule.FB_19, Rule.FB_19)
                        .first()
                        .size());
    }

    @Test
    void ofEachRuleTheFirstIsKept() {
        Findings findings = collect(1, Rule.FB_19, Rule.FB_19, Rule.FB_20, Rule.FB_20, Rule.FB_19);
        assertEquals(5, findings.count());
        assertEquals(
                List.of(Rule.FB_19, Rule.FB_20),
                findings.first().stream().map(Finding::rule).toList());
        assertEquals(1, collect(0, Rule.FB_19, Rule.FB_19).first().size());
    }

    @Test
    void messagesOfThoseThatAreNotKeptAreNotMade() {
        Findings.Collector collector = new Findings.Collector(0);
        collector.add(Rule.FB_19, 0, () -> "kept");
        collector.add(Rule.FB_19, 1, () -> {
            throw new AssertionError("nobody reads it");
        });
        assertEquals(2, collector.findings().count());
    }

    @Test
    void thoseOfAnotherCheckAreAddedWithTheirCount() {
        Findings.Collector collector = new Findings.Collector(10);
        collector.add(Rule.FB_20, 9, () -> "own");
        collector.addAll(new Findings(List.of(FIRST), 7));
        assertEquals(8, collector.findings().count());
        assertEquals(
                List.of(new Finding(Rule.FB_20, 9, "own"), FIRST),
                collector.findings().first());
    }

    @Test
    void noFindingsAreNone() {
        assertTrue(Findings.NONE.isEmpty());
        assertTrue(collect(5).isEmpty());
        assertFalse(new Findings(List.of(FIRST), 1).isEmpty());
        assertFalse(new Findings(List.of(), 1).isEmpty());
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Findings(List.of(FIRST), 0));
        assertThrows(IllegalArgumentException.class, () -> new Findings.Collector(-1));
    }
}
