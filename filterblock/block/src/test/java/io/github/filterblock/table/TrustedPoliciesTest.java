// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.ReferencePolicy;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which filter an engine gets that has policies of both forms, and what it must not believe of one. */
class TrustedPoliciesTest {
    private static final FilterMatcher OWN = new TestHashPolicy();
    private static final FullFilterPolicy FULL = FullFilterPolicy.fastLocalBloom(10);

    /** A table with a filter block of the engine's own policy, and, if wanted, an entry for a full filter. */
    private static Optional<FilterForm> opened(TrustedPolicies policies, boolean both) throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("apple", "plum").policy(OWN.name(), ReferencePolicy.testHash());
        if (both) {
            table.changeMetaindexEntries(entries -> entries.add(Entry.of(
                    "fullfilter.rocksdb.BuiltinBloomFilter", entries.get(0).value())));
        }
        try (TableFile file = table.write().open()) {
            return file.openFilter(policies).map(TableFilter::form);
        }
    }

    @Test
    void ofTwoFiltersTheOneOfTheFirstPolicyIsUsed() throws IOException {
        TrustedPolicies blockFirst = TrustedPolicies.of(OWN).and(FULL);
        TrustedPolicies fullFirst = TrustedPolicies.of(FULL).and(OWN);
        assertEquals(Optional.of(FilterForm.BLOCK_BASED), opened(blockFirst, true));
        assertEquals(Optional.of(FilterForm.FULL), opened(fullFirst, true));
        assertEquals(Optional.of(FilterForm.FULL), opened(fullFirst.and(FULL), true));
        assertEquals(Optional.of(FilterForm.BLOCK_BASED), opened(blockFirst.and(OWN), true));
    }

    /** A policy of one form leaves that of the other, whichever was given first. */
    @Test
    void noPolicyIsLost() throws IOException {
        for (TrustedPolicies policies : new TrustedPolicies[] {
            TrustedPolicies.of(OWN),
            TrustedPolicies.of(OWN).and(FULL),
            TrustedPolicies.of(FULL).and(OWN),
            TrustedPolicies.of(FULL).and(OWN).and(FULL)
        }) {
            assertEquals(Optional.of(FilterForm.BLOCK_BASED), opened(policies, false));
        }
        assertEquals(Optional.empty(), opened(TrustedPolicies.of(FULL), false));
    }

    static List<RocksDbFilterTable> tables() {
        return RocksDbFilterCorpus.bundled().tables();
    }

    /** Where there are properties, these say what a filter has: prefixes alone, or user keys without timestamps. */
    @ParameterizedTest
    @MethodSource("tables")
    void propertiesDecideWhateverIsTrusted(RocksDbFilterTable table) throws IOException {
        try (TableFile file = TableFile.open(table.path())) {
            Optional<TableFilter> filter = file.openFilter(TrustedPolicies.of(FULL));
            assertEquals(file.openFilter().map(TableFilter::form), filter.map(TableFilter::form));
            for (byte[] key : table.keys()) {
                assertTrue(filter.isEmpty() || filter.get().tableMayMatch(key, 0, key.length));
            }
        }
    }
}
