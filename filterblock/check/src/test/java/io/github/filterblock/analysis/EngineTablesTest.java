// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.engine.EngineTable;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.OpenFilters;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables that an engine wrote with full filters: the reports verify them bit by bit, and queries are answered. */
@Tag("RF-21")
class EngineTablesTest {
    /** As many keys as give 24 lines, one more under an old footer. */
    private static final int KEYS = 1_220;

    private static final List<byte[]> PRESENT = keys(0, KEYS);

    private static List<byte[]> keys(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> String.format(Locale.ROOT, "key%06d", i).getBytes(US_ASCII))
                .toList();
    }

    static List<Arguments> tables() {
        return Stream.of(
                        EngineTable.LEVELDB,
                        EngineTable.footer(2, BlockChecksum.CRC32C, 0),
                        EngineTable.footer(5, BlockChecksum.XXH3, 0),
                        EngineTable.footer(7, BlockChecksum.XXH3, 12_345))
                .flatMap(footer -> Stream.of(
                                FullFilterPolicy.fastLocalBloom(10),
                                FullFilterPolicy.ribbon(10),
                                FullFilterPolicy.legacyBloom(10))
                        .map(policy -> Arguments.of(policy, footer)))
                .toList();
    }

    private static byte[] table(FullFilterPolicy policy, Footer footer, boolean properties) {
        return EngineTable.write(DatabaseFilters.of(policy).newWriter(), PRESENT, properties, footer);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void theFilterIsVerifiedBitByBit(FullFilterPolicy policy, Footer footer) throws IOException {
        byte[] table = table(policy, footer, true);
        TableFile file = FilterProofTest.open(table);
        TableVerification verified = TableVerification.of(file);
        assertEquals(TableStatus.OK, verified.status());
        assertEquals(KEYS, verified.report().entries());
        FilterProof proof = verified.proof().orElseThrow();
        assertEquals(Findings.NONE, proof.findings());
        assertTrue(proof.isEqual());
        assertEquals(Optional.empty(), proof.note());
        BlockHandle filter = verified.report()
                .structure()
                .keyFilterEntry()
                .orElseThrow()
                .handle()
                .orElseThrow();
        table[(int) filter.offset() + 100] ^= 1;
        Seal.block(table, file.footer(), filter);
        FilterProof flipped = FilterProofTest.proof(table).orElseThrow();
        assertEquals(1, flipped.findings().count());
        assertEquals(Rule.RF_21, flipped.findings().first().get(0).rule());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void queriesAreAnswered(FullFilterPolicy policy, Footer footer) throws IOException {
        TableQuery query = new TableQuery(TableReport.of(FilterProofTest.open(table(policy, footer, true))));
        assertEquals(TableQuery.Search.USER_KEY, query.search());
        for (byte[] key : PRESENT) {
            assertTrue(query.ask(key).mayMatch(), () -> new String(key, US_ASCII));
        }
        long denied = keys(KEYS, 2 * KEYS).stream()
                .filter(key -> !query.ask(key).mayMatch())
                .count();
        assertTrue(denied > 0.95 * KEYS, () -> "denied " + denied);
    }

    /** Pebble hashed tails as unsigned bytes once. Digits do not show which hash was used: neither is assumed. */
    @Test
    @Tag("RF-7")
    void aHashThatNoKeyDecidesIsNotGuessed() throws IOException {
        TableFile file = FilterProofTest.open(
                table(FullFilterPolicy.legacyBloom(10), EngineTable.footer(2, BlockChecksum.CRC32C, 0), true));
        TableQuery query = new TableQuery(TableReport.of(file));
        RocksDbFilter filter = OpenFilters.byKey(file).orElseThrow();
        for (LegacyHash hash : List.of(LegacyHash.SIGNED, LegacyHash.UNSIGNED)) {
            RocksDbFilter ofOneHash = filter.withHash(hash);
            List<byte[]> passing = IntStream.range(0, 10_000)
                    .mapToObj(i -> new byte[] {(byte) (i >> 8), (byte) i, 'x', 'y', (byte) 0xff})
                    .filter(ofOneHash::tableMayMatch)
                    .toList();
            assertTrue(passing.size() > 20, hash + " lets " + passing.size() + " pass");
            assertTrue(passing.stream().allMatch(key -> query.ask(key).mayMatch()), hash.toString());
        }
    }

    /** Without properties it is not known what is in the filter: it is not called wrong, and denies nothing. */
    @ParameterizedTest
    @MethodSource("tables")
    void withoutPropertiesTheFilterDeniesNothing(FullFilterPolicy policy, Footer footer) throws IOException {
        TableFile file = FilterProofTest.open(table(policy, footer, false));
        TableVerification verified = TableVerification.of(file);
        assertNotEquals(TableStatus.CORRUPT, verified.status());
        FilterProof proof = verified.proof().orElseThrow();
        assertEquals(Findings.NONE, proof.findings());
        assertFalse(proof.isEqual());
        assertTrue(proof.note().orElseThrow().contains("properties"), proof::toString);
        TableQuery query = new TableQuery(verified.report());
        assertTrue(keys(KEYS, KEYS + 50).stream().allMatch(key -> query.ask(key).mayMatch()));
    }
}
