// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferencePolicyTest {

    @Test
    void namesOfTheCorpusHaveTheirPolicies() {
        assertEquals(
                Optional.of(new ReferenceBloomFilter(7, ReferenceHash.UNSIGNED_TAIL)),
                ReferencePolicy.named(ReferencePolicy.BLOOM, 7));
        assertEquals(
                Optional.of(new ReferenceBloomFilter(7, ReferenceHash.SIGNED_TAIL)),
                ReferencePolicy.named(ReferencePolicy.SIGNED_TAIL_BLOOM, 7));
        assertTrue(ReferencePolicy.named(ReferencePolicy.TEST_HASH, 0).isPresent());
        assertTrue(ReferencePolicy.named(ReferencePolicy.FNV_SET, 0).isPresent());
        assertEquals(Optional.empty(), ReferencePolicy.named("ribbon", 10));
    }

    // The hashes of LevelDB's own filter block test.
    @ParameterizedTest
    @CsvSource({"foo, c43577fe", "bar, 378c73d9", "box, 26960fc8", "hello, bf278b0e", "a, 8af5c703"})
    void testHashListsTheHashWithSeedOne(String key, String filter) {
        assertEquals(filter, Hex.of(ReferencePolicy.testHash().createFilter(Hex.asciiKeys(key))));
    }

    // The published vectors of 32-bit FNV-1a: "" 811c9dc5, "a" e40c292c, "foobar" bf9cf968.
    @Test
    void fnvSetListsTheFnvHash() {
        byte[] filter = ReferencePolicy.fnvSet().createFilter(Hex.asciiKeys("", "a", "foobar"));
        assertEquals("c59d1c81" + "2c290ce4" + "68f99cbf", Hex.of(filter));
    }

    @Test
    void listedKeysMatchAndOthersDoNot() {
        ReferencePolicy policy = ReferencePolicy.fnvSet();
        byte[] filter = policy.createFilter(Hex.asciiKeys("one", "two"));
        assertTrue(policy.keyMayMatch(Hex.ascii("one"), filter));
        assertTrue(policy.keyMayMatch(Hex.ascii("two"), filter));
        assertFalse(policy.keyMayMatch(Hex.ascii("three"), filter));
        assertFalse(policy.keyMayMatch(Hex.ascii("one"), policy.createFilter(List.of())));
    }

    @Test
    void aBrokenLastWordIsNotCompared() {
        byte[] filter = Hex.bytes("c43577");
        assertFalse(ReferencePolicy.testHash().keyMayMatch(Hex.ascii("foo"), filter));
    }
}
