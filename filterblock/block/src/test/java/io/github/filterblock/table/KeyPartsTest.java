// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever keys a table has, a filter is asked for the part of each that was added. */
class KeyPartsTest {
    private static List<Integer> asked(KeyParts parts, int length) {
        List<Integer> asked = new ArrayList<>();
        for (int part = parts.longest(length, length); part >= 0; part = parts.longest(part - 1, length)) {
            asked.add(part);
        }
        return asked;
    }

    @Property
    void thePartOfEveryKeyIsAsked(
            @ForAll @Size(min = 1, max = 30) List<@IntRange(max = 40) Integer> firsts,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 40) Integer> rests) {
        KeyParts parts = new KeyParts();
        for (int i = 0; i < firsts.size(); i++) {
            parts.add(firsts.get(i), firsts.get(i) + rests.get(i % rests.size()));
        }
        assertTrue(parts.areKnown());
        for (int i = 0; i < firsts.size(); i++) {
            int length = firsts.get(i) + rests.get(i % rests.size());
            List<Integer> asked = asked(parts, length);
            assertTrue(asked.contains(firsts.get(i)), () -> asked + " of " + length);
            assertEquals(asked.size(), parts.ways(length));
        }
    }

    @Test
    @Tag("PB-7")
    void oneLengthForAllKeysIsAskedAlone() {
        KeyParts same = new KeyParts();
        KeyParts suffixes = new KeyParts();
        KeyParts whole = new KeyParts();
        for (int i = 0; i < 20; i++) {
            same.add(10, 10 + i);
            suffixes.add(i, i + 4);
            whole.add(i, i);
        }
        assertTrue(same.areAlike() && suffixes.areAlike() && whole.areAlike());
        assertEquals(List.of(10), asked(same, 33));
        assertEquals(List.of(), asked(same, 9));
        assertEquals(List.of(29), asked(suffixes, 33));
        assertEquals(List.of(), asked(suffixes, 3));
        assertEquals(List.of(33), asked(whole, 33));
        assertTrue(whole.areWholeKeys());
        assertFalse(same.areWholeKeys() || suffixes.areWholeKeys());
        same.add(11, 12);
        assertFalse(same.areAlike());
        assertEquals(List.of(11, 10), asked(same, 33));
    }

    /** Keys of one length are asked for as a whole, also one of another length. */
    @Test
    @Tag("PB-7")
    void ofTwoLengthsThatAllKeysShareTheRestCounts() {
        KeyParts parts = new KeyParts();
        parts.add(8, 8);
        assertEquals(List.of(12), asked(parts, 12));
        assertEquals(List.of(5), asked(parts, 5));
        parts.add(9, 10);
        assertEquals(List.of(12, 11), asked(parts, 12));
    }

    @Test
    @Tag("PB-7")
    void longKeysAreNotKept() {
        KeyParts parts = new KeyParts();
        parts.add(1 << 20, 1 << 21);
        assertFalse(parts.areKnown() || parts.areWholeKeys());
    }

    /** Where properties claim timestamps, less of a key is left than its first part has, or nothing at all. */
    @Test
    @Tag("PB-7")
    void aFirstPartThatIsLongerThanItsKeySaysNothing() {
        for (int length : List.of(9, 0, -8)) {
            KeyParts parts = new KeyParts();
            parts.add(10, 12);
            assertTrue(parts.areKnown());
            parts.add(10, length);
            assertFalse(parts.areKnown() || parts.areWholeKeys());
        }
    }
}
