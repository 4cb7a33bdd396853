// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the bundled cases and damaged files say, member by member. */
class CorpusCasesTest {
    private static final Corpus CORPUS = Corpus.bundled();
    private static final Map<String, DamagedFile> DAMAGED =
            CORPUS.damaged().stream().collect(Collectors.toMap(DamagedFile::name, Function.identity()));

    @Test
    void damagedFilesSayWhatTheOriginalDoes() {
        DamagedFile good = DAMAGED.get("n-good.ldb");
        GoogleAnswer google = good.googleByDefault();
        assertEquals("base-none", good.base());
        assertEquals("n-good.ldb (the good file itself)", good.toString());
        assertEquals(Optional.of(true), google.readerHasData());
        assertEquals(OptionalLong.of(4), google.numFilters());
        assertEquals(OptionalLong.of(159), google.scanEntries());
        assertEquals(Optional.of("OK"), google.scanStatus());
        assertEquals(Optional.of(false), google.mayMatch(26));
        assertEquals(Optional.empty(), google.mayMatch(44));
        assertTrue(google.opened() && !google.crashed() && good.probes().get(0).present());
        assertTrue(DAMAGED.get("n-mi-size-2p40.ldb").googleParanoid().crashed());
        GoogleAnswer empty = DAMAGED.get("n-trunc-0.ldb").googleByDefault();
        assertFalse(empty.opened());
        assertEquals(Optional.empty(), empty.tableOpen());
        assertEquals(OptionalInt.empty(), empty.baseLgByte());
        assertEquals(
                Optional.of("Corruption: not an sstable (bad magic number)"),
                DAMAGED.get("n-magic-bit.ldb").googleByDefault().tableOpen());
        GoogleAnswer widened = DAMAGED.get("n-handle-size-plus-5.ldb").googleByDefault();
        assertEquals(Optional.of(new BigInteger("18446744073709551567")), widened.baseLg());
        assertEquals(OptionalInt.of(207), widened.baseLgByte());
    }

    @Test
    void crashesOfTablesAreWordsRatherThanFlags() {
        assertTrue(CORPUS.tables().stream()
                .filter(table -> table.name().equals("mcpe-zlib"))
                .allMatch(table -> table.file().googleByDefault().crashed()));
    }

    @Test
    void casesHaveTheirMembers() {
        assertEquals(
                49,
                CORPUS.readerCases().stream().filter(ReaderCase::shiftUndefined).count());
        assertEquals("reader case 0, empty block", CORPUS.readerCases().get(0).toString());
        assertTrue(CORPUS.builderCases().stream().allMatch(one -> one.expected().isPresent()));
        BuilderCase longest = CORPUS.builderCases().get(8);
        assertEquals(8_388_677, longest.expected().orElseThrow().length);
        assertEquals("builder case 8, offset beyond 4 GiB", longest.toString());
        assertEquals(200, longest.bitsPerKey());
        assertEquals(12, CORPUS.builderCases().get(0).probes().size());
        assertEquals("bloom case 0", CORPUS.bloomCases().get(0).toString());
        assertEquals(8, CORPUS.bloomCases().get(0).answers().size());
    }

    @Test
    void questionsAndAnswersWithEqualPartsAreEqual() {
        byte[] key = {1, -1};
        List<Object> different = List.of(
                new Probe(1, key, true, Probe.PRESENT),
                new Probe(2, key, true, Probe.PRESENT),
                new Probe(1, new byte[2], true, Probe.PRESENT),
                new Probe(1, key, false, Probe.PRESENT),
                new Probe(1, key, true, ""),
                new KeyAnswer(key, true),
                new KeyAnswer(key, false),
                new KeyAnswer(new byte[2], true));
        Set<Object> set = new HashSet<>(different);
        assertEquals(different.size(), set.size());
        assertTrue(set.contains(new Probe(1, key.clone(), true, Probe.PRESENT)));
        assertTrue(set.contains(new KeyAnswer(key.clone(), true)));
        assertEquals("offset 1, key 01ff: may match (present)", different.get(0).toString());
        assertEquals("[01ff: may match, 01ff: absent]", different.subList(5, 7).toString());
    }
}
