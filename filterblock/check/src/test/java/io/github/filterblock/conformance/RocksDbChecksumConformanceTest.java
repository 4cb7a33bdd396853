// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kinds of checksum that RocksDB's footer can name, on RocksDB's own tables. */
@Tag("TF-4")
class RocksDbChecksumConformanceTest {
    private static final String RECIPES = "io.github.filterblock.conformance.RocksDbRecipes#";
    private static final int FOOTER_LENGTH = 53;
    private static final Map<String, BlockChecksum> KINDS = Map.of(
            "kNoChecksum", BlockChecksum.NONE,
            "kCRC32c", BlockChecksum.CRC32C,
            "kxxHash", BlockChecksum.XXHASH,
            "kxxHash64", BlockChecksum.XXHASH64);

    /** Footer's blocks, those of the metaindex, and the data blocks. */
    private static List<BlockHandle> blocks(TableFile table) throws IOException {
        Footer footer = table.footer();
        List<BlockHandle> blocks = new ArrayList<>(List.of(footer.metaindex(), footer.index()));
        for (MetaindexEntry entry : table.metaindex()) {
            blocks.add(entry.handle().orElseThrow());
        }
        for (IndexEntry entry : table.index()) {
            blocks.add(entry.handle());
        }
        return blocks;
    }

    @ParameterizedTest
    @MethodSource(RECIPES + "all")
    void footerNamesTheKindThatWasAskedFor(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            assertEquals(
                    KINDS.get(recipe.option("checksumType", "kCRC32c")),
                    table.footer().checksum());
        }
    }

    @ParameterizedTest
    @MethodSource(RECIPES + "readable")
    void everyBlockIsVerifiedWhereTheKindIsKnown(RecipeTable recipe) throws IOException {
        boolean unknown = recipe.option("checksumType", "").startsWith("kxxHash");
        try (TableFile table = TableFile.open(recipe.path())) {
            for (BlockHandle block : blocks(table)) {
                assertEquals(
                        unknown ? Status.UNVERIFIED : Status.OK,
                        table.read(block).checksum());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocks629-checksum-xxhash", "rocks629-checksum-xxhash64"})
    void filterBehindAnUnverifiedChecksumIsUsedAndSaidToBeUnverified(String name) throws IOException {
        TableReport analysis = InMemory.analysis(RocksDbFiles.bytes(name));
        assertEquals(Status.UNVERIFIED, analysis.filter().orElseThrow().checksum());
        assertEquals("unverified", Status.UNVERIFIED.id());
        assertEquals(TableStatus.OK, analysis.status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocks629-fv0-writer", "rocks629-fv5-writer", "rocks518-fv2-flush"})
    void everyFlippedBitOfACheckedFilterIsFound(String name) throws IOException {
        byte[] bytes = RocksDbFiles.bytes(name);
        BlockHandle filter = RocksDbFiles.filter(bytes);
        for (long at = filter.offset(); at < filter.end(); at++) {
            for (int bit = 0; bit < 8; bit++) {
                TableFile table = InMemory.open(RocksDbFiles.flipped(bytes, at, bit));
                CorruptTableException e = assertThrows(CorruptTableException.class, () -> table.read(filter));
                assertEquals(Reason.CHECKSUM, e.reason());
                assertEquals(filter.offset(), e.offset());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"rocks629-fv1-flush, 0", "rocks629-fv4-writer, 3", "rocks629-fv5-flush, 7"})
    void filterWithAFlippedBitMakesTheTableCorruptAndDeniesNothing(String name, int bit) throws IOException {
        byte[] bytes = RocksDbFiles.bytes(name);
        BlockHandle filter = RocksDbFiles.filter(bytes);
        byte[] damaged = RocksDbFiles.flipped(bytes, filter.offset() + 9, bit);
        TableReport analysis = InMemory.analysis(damaged);
        assertEquals(TableStatus.CORRUPT, analysis.status());
        assertEquals(Status.BAD, analysis.filter().orElseThrow().checksum());
        assertEquals(
                OptionalLong.of(filter.offset()),
                analysis.verdict().reason().orElseThrow().offset());
        byte[] absent = {1, 2, 3};
        assertTrue(analysis.matcher().keyMayMatch(absent, 0, 3, new byte[9], 0, 9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocks629-fv0-writer", "rocks629-fv3-flush", "rocks629-fv5-writer", "rocks629-snappy"})
    void flippedBitOfADataBlockIsFoundWhereItIs(String name) throws IOException {
        byte[] bytes = RocksDbFiles.bytes(name);
        BlockHandle block = InMemory.open(bytes).index().get(5).handle();
        for (long at : new long[] {block.offset(), block.offset() + block.size() / 2, block.end() - 1}) {
            TableReport analysis = InMemory.analysis(RocksDbFiles.flipped(bytes, at, 2));
            assertEquals(1, analysis.damage().size());
            assertEquals(Reason.CHECKSUM, analysis.damage().get(0).reason());
            assertEquals(block.offset(), analysis.damage().get(0).offset());
            assertEquals(TableStatus.CORRUPT, analysis.status());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocks629-checksum-none", "rocks629-checksum-none-fv1"})
    void checksumOfNoneIsZero(String name) throws IOException {
        byte[] bytes = RocksDbFiles.bytes(name);
        for (BlockHandle block : blocks(InMemory.open(bytes))) {
            for (int i = 1; i <= 4; i++) {
                TableFile table = InMemory.open(RocksDbFiles.flipped(bytes, block.end() - i, i));
                CorruptTableException e = assertThrows(CorruptTableException.class, () -> table.read(block));
                assertEquals(Reason.CHECKSUM, e.reason());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocks629-checksum-none", "rocks629-checksum-xxhash", "rocks629-checksum-xxhash64"})
    void lostBitsThatNoChecksumShowsAreFoundByTheKeys(String name) throws IOException {
        byte[] bytes = RocksDbFiles.bytes(name);
        int filter = (int) RocksDbFiles.filter(bytes).offset();
        Arrays.fill(bytes, filter, filter + 20, (byte) 0);
        TableReport analysis = InMemory.analysis(bytes);
        assertTrue(analysis.identification().contradicted());
        assertEquals(TableStatus.CORRUPT, analysis.status());
    }

    @ParameterizedTest
    @CsvSource({"4, XXH3", "5, UNKNOWN", "127, UNKNOWN", "255, UNKNOWN"})
    void newerKindsAreNamedAndNotVerified(int number, BlockChecksum kind) throws IOException {
        byte[] bytes = RocksDbFiles.bytes("rocks629-fv5-writer");
        bytes[bytes.length - FOOTER_LENGTH] = (byte) number;
        TableReport analysis = InMemory.analysis(bytes);
        assertEquals(kind, analysis.footer().checksum());
        assertEquals(Status.UNVERIFIED, analysis.filter().orElseThrow().checksum());
        assertEquals(TableStatus.OK, analysis.status());
    }
}
