// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.FilterProof;
import io.github.filterblock.analysis.FilterTrace;
import io.github.filterblock.analysis.FilterTrust;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.engine.EngineFilter;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.KeySplit;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.OpenFilters;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pebble's tables are sound, and no door denies one of their keys. */
@Tag("PB-1")
class PebbleConformanceTest {
    static List<PebbleTable> tables() {
        return PebbleCorpus.configured().tables();
    }

    private static List<byte[]> userKeys(TableFile file) throws IOException {
        List<byte[]> keys = new ArrayList<>();
        TableKeys.visit(
                file,
                file.structure(),
                KeyFormat.USER_KEY,
                (block, key, length) -> keys.add(Arrays.copyOf(key, length)));
        return keys;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void soundTablesHaveNoFindings(PebbleTable table) throws IOException {
        TableVerification verified = TableVerification.of(Golden.open(table.bytes()));
        TableReport report = verified.report();
        assertEquals(Findings.NONE, verified.findings());
        assertEquals(table.filter().isEmpty() ? TableStatus.NO_FILTER : TableStatus.OK, verified.status());
        assertEquals(table.entries(), report.entries());
        assertEquals(table.dataBlocks(), report.facts().blocks().size());
        report.filter().ifPresent(filter -> {
            assertEquals(table.entries(), filter.identification().keys());
            assertEquals(0, filter.identification().falseNegatives());
            assertTrue(filter.trust().mayDeny());
        });
    }

    @ParameterizedTest
    @MethodSource("tables")
    void noDoorDeniesAKeyThatIsThere(PebbleTable table) throws IOException {
        TableFile file = Golden.open(table.bytes());
        TableQuery query = new TableQuery(TableReport.of(file));
        List<byte[]> keys = userKeys(file);
        assertEquals(table.keysSha256(), PebbleTable.sha256(keys));
        Optional<RocksDbFilter> filter = OpenFilters.byKey(file);
        EngineFilter ofEngine =
                DatabaseFilters.withoutPolicy().open(TableSource.of(ByteBuffer.wrap(table.bytes()), "a.sst"));
        for (byte[] key : keys) {
            assertTrue(
                    filter.isEmpty() || filter.get().tableMayMatch(key),
                    HexFormat.of().formatHex(key));
            assertTrue(ofEngine.tableMayMatch(key), HexFormat.of().formatHex(key));
            assertTrue(ofEngine.keyMayMatch(0, key), HexFormat.of().formatHex(key));
            assertTrue(query.ask(key).mayMatch(), HexFormat.of().formatHex(key));
            assertTrue(query.explain(key).mayMatch(), HexFormat.of().formatHex(key));
        }
    }

    /** A filter of prefixes of an unknown split lets more keys pass than Pebble's, and one that may have two hashes. */
    @ParameterizedTest
    @MethodSource("tables")
    void absentKeysAreAnsweredAsPebbleDoes(PebbleTable table) throws IOException {
        TableReport report = Golden.report(table.bytes());
        TableQuery query = new TableQuery(report);
        boolean careful = report.filter(UserKeyFilter.class)
                .filter(filter -> filter.stored().contents().probesEveryPrefix()
                        || filter.stored().hash() == LegacyHash.EITHER)
                .isPresent();
        int differences = 0;
        for (PebbleTable.Absent each : table.absent()) {
            boolean mayMatch = query.ask(each.prefix()).mayMatch();
            differences += mayMatch == each.mayMatch() ? 0 : 1;
            assertTrue(mayMatch || !each.mayMatch(), HexFormat.of().formatHex(each.prefix()));
        }
        assertTrue(differences == 0 || careful, differences + " differences");
    }

    /** All keys were read and none is denied: then a whole key that is denied is not there. */
    @ParameterizedTest
    @ValueSource(strings = {"made-rocksdb2-default", "made-rocksdb2-rangedel", "made-leveldb-default"})
    void wholeKeysAreAskedOnceTheTableShowsThatTheyWereAdded(String name) throws IOException {
        PebbleTable table = PebbleCorpus.bundled().table(name);
        TableReport report = Golden.report(table.bytes());
        TableQuery query = new TableQuery(report);
        UserKeyFilter filter = report.filter(UserKeyFilter.class).orElseThrow();
        assertTrue(filter.stored().contents().wholeKeys());
        for (PebbleTable.Absent each : table.absent()) {
            assertEquals(
                    each.mayMatch(),
                    query.ask(each.prefix()).mayMatch(),
                    HexFormat.of().formatHex(each.prefix()));
        }
        assertTrue(report.verdict().reason().isEmpty());
    }

    /** What a filter of prefixes says of a key depends on data that could not be read. */
    @Test
    void withoutAllKeysPrefixesAreAsked() throws IOException {
        byte[] bytes = PebbleCorpus.bundled().table("made-rocksdb2-rangedel").bytes();
        TableReport sound = Golden.report(bytes);
        bytes[(int) sound.facts().blocks().get(2).offset()] ^= 1;
        TableReport damaged = Golden.report(bytes);
        assertEquals(TableStatus.CORRUPT, damaged.status());
        assertTrue(damaged.filter(UserKeyFilter.class)
                .orElseThrow()
                .stored()
                .contents()
                .probesEveryPrefix());
    }

    @ParameterizedTest
    @ValueSource(strings = {"made-rocksdb2-samename", "made-leveldb-samename"})
    void tableOfPrefixesIsSoundAndSaysWhatIsAsked(String name) throws IOException {
        PebbleTable table = PebbleCorpus.bundled().table(name);
        TableReport report = Golden.report(table.bytes());
        String remark = report.verdict().reason().orElseThrow().detail();
        assertEquals(
                "which part of each key was added is unknown: a key is absent only if all its prefixes are denied"
                        + " (PB-1)",
                remark);
        TableQuery query = new TableQuery(report);
        assertEquals(TableQuery.Search.USER_KEY, query.search());
        PebbleTable.Present present = table.present().get(0);
        TableQuery.Explanation explained = query.explain(present.key());
        assertEquals(HexFormat.of().formatHex(present.added()), HexFormat.of().formatHex(asked(explained)));
        assertTrue(
                explained.why().startsWith("a prefix of the key may have been added (PB-1): all 6 bits"),
                explained.why());
        byte[] absent = "walrus".getBytes(StandardCharsets.US_ASCII);
        TableQuery.Explanation denied = query.explain(absent);
        assertFalse(denied.mayMatch());
        assertTrue(denied.why().startsWith("every prefix of the key is denied (PB-1): bit "), denied.why());
        assertEquals(6, asked(denied).length);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "made-v5-crdb | 0 | k\2 | the last byte of the key is not the length of a version, so the filter cannot"
                        + " be asked (PB-1)",
                "made-v7-samename | 0 | walrus | the key is too short to be divided as the keys of the table are, so"
                        + " the filter cannot be asked (PB-7)",
                "made-rocksdb2-samename | 1025 | x | the key is too long to ask for each of its prefixes (PB-1)"
            })
    void aKeyThatIsNotAskedMayMatchAndSaysWhy(String name, int zeros, String end, String why) throws IOException {
        TableQuery query =
                new TableQuery(Golden.report(PebbleCorpus.bundled().table(name).bytes()));
        byte[] key = ("\0".repeat(zeros) + end).getBytes(StandardCharsets.US_ASCII);
        TableQuery.Explanation explained = query.explain(key);
        assertTrue(explained.mayMatch() && query.ask(key).mayMatch());
        assertEquals(why, explained.why());
    }

    /** Columns of the default schema have the part of each key that was added, so nothing else is asked for. */
    @Test
    @Tag("PB-7")
    void columnsShowWhatWasAdded() throws IOException {
        PebbleTable table = PebbleCorpus.bundled().table("made-v7-samename");
        TableReport report = Golden.report(table.bytes());
        RocksDbFilter filter = report.filter(UserKeyFilter.class).orElseThrow().stored();
        assertEquals(KeySplit.UNKNOWN, filter.contents().split());
        assertTrue(filter.contents().showsParts());
        assertEquals(
                FilterTrust.Reason.TRUSTED,
                report.filter().orElseThrow().trust().reason());
        int part = table.present().get(0).added().length;
        TableQuery query = new TableQuery(report);
        int asked = 0;
        for (PebbleTable.Absent each : table.absent()) {
            boolean hasPart = each.prefix().length >= part;
            asked += hasPart ? 1 : 0;
            assertEquals(
                    !hasPart || filter.withWholeKeys().tableMayMatch(each.prefix(), 0, part),
                    query.ask(each.prefix()).mayMatch());
        }
        assertTrue(asked > 20, asked + " asked");
        TableQuery.Explanation explained = query.explain(new byte[part + 3]);
        assertEquals(part, asked(explained).length);
        assertTrue(
                explained.why().startsWith("every first part that the key may have is denied (PB-7): bit "),
                explained.why());
        FilterProof proof =
                TableVerification.of(Golden.open(table.bytes()), report).proof().orElseThrow();
        assertEquals(Findings.NONE, proof.findings());
        assertEquals(Optional.empty(), proof.note());
    }

    /** Each bit of such a filter was set for a key, so without it that key is denied, or its line is not Pebble's. */
    @Test
    @Tag("PB-7")
    void everyLostBitIsFoundWhereColumnsShowWhatWasAdded() throws IOException {
        PebbleTable table = PebbleCorpus.bundled().table("made-v7-samename");
        TableReport sound = Golden.report(table.bytes());
        BlockHandle handle = sound.filter().orElseThrow().entry().handle().orElseThrow();
        List<byte[]> keys = userKeys(Golden.open(table.bytes()));
        int part = table.present().get(0).added().length;
        int found = 0;
        int lost = 0;
        for (int bit = 0; bit < (handle.size() - 5) * 8; bit++) {
            byte[] bytes = table.bytes();
            int at = (int) handle.offset() + bit / 8;
            if ((bytes[at] >> (bit % 8) & 1) == 0) {
                continue;
            }
            lost++;
            bytes[at] ^= (byte) (1 << bit % 8);
            Seal.block(bytes, sound.structure().footer(), handle);
            TableVerification verified = TableVerification.of(Golden.open(bytes));
            TableReport report = verified.report();
            found += report.status() == TableStatus.CORRUPT ? 1 : 0;
            RocksDbFilter damaged =
                    report.filter(UserKeyFilter.class).orElseThrow().stored().withWholeKeys();
            long denied = keys.stream()
                    .filter(key -> !damaged.tableMayMatch(key, 0, part))
                    .count();
            assertEquals(denied, report.falseNegatives(), "bit " + bit);
            assertTrue(
                    verified.findings().first().get(0).message().startsWith("the first part of the key 7472616365"),
                    verified.findings().toString());
        }
        assertEquals(lost, found);
        assertTrue(lost > 50, lost + " bits");
    }

    /** Where all other bits are set, other prefixes of the same keys match. */
    @Test
    @Tag("PB-7")
    void aLostBitIsFoundWhereOtherPrefixesMatch() throws IOException {
        PebbleTable table = PebbleCorpus.bundled().table("made-v7-samename");
        TableReport sound = Golden.report(table.bytes());
        BlockHandle handle = sound.filter().orElseThrow().entry().handle().orElseThrow();
        byte[] part = table.present().get(0).added();
        long bit = sound.filter(UserKeyFilter.class)
                .orElseThrow()
                .stored()
                .partitions()
                .get(0)
                .filter()
                .trace(part)
                .steps()
                .get(0)
                .position();
        byte[] bytes = table.bytes();
        int start = (int) handle.offset();
        Arrays.fill(bytes, start, start + (int) handle.size() - 5, (byte) -1);
        bytes[start + (int) (bit >>> 3)] ^= (byte) (1 << (bit & 7));
        Seal.block(bytes, sound.structure().footer(), handle);
        TableReport report = Golden.report(bytes);
        assertEquals(TableStatus.CORRUPT, report.status());
        RocksDbFilter damaged =
                report.filter(UserKeyFilter.class).orElseThrow().stored().withWholeKeys();
        long denied = userKeys(Golden.open(table.bytes())).stream()
                .filter(key -> !damaged.tableMayMatch(key, 0, part.length))
                .count();
        assertTrue(denied > 0);
        assertEquals(denied, report.falseNegatives());
    }

    private static byte[] asked(TableQuery.Explanation explanation) {
        return ((FilterTrace.OfUserKey) explanation.traces().get(0))
                .asked()
                .orElseThrow()
                .key();
    }

    /** A filter whose bits are lost denies prefixes too. */
    @ParameterizedTest
    @MethodSource("tables")
    void filterWithoutBitsIsFound(PebbleTable table) throws IOException {
        byte[] bytes = table.bytes();
        TableReport sound = Golden.report(bytes);
        if (sound.filter().isEmpty()) {
            return;
        }
        var handle = sound.filter().orElseThrow().entry().handle().orElseThrow();
        int start = (int) handle.offset();
        boolean fuse = table.filter().equals("binaryfuse");
        Arrays.fill(bytes, start, start + (int) handle.size() - (fuse ? 14 : 5), (byte) 0);
        TableVerification verified = TableVerification.of(Golden.open(bytes).ignoringChecksums());
        TableReport report = verified.report();
        assertEquals(TableStatus.CORRUPT, report.status());
        assertTrue(fuse ? report.falseNegatives() > 0 : report.falseNegatives() == table.entries());
        assertTrue(verified.findings().first().stream().anyMatch(finding -> finding.rule() == Rule.TF_13));
    }

    /** Pebble would ask a filter of whole keys for prefixes, and lose all of them. */
    @ParameterizedTest
    @MethodSource("tables")
    void tablesOfPebbleAreNotRebuilt(PebbleTable table) throws IOException {
        TableFile file = Golden.open(table.bytes());
        int format = file.footer().pebbleFormat();
        boolean whole =
                OpenFilters.byKey(file).map(each -> each.contents().wholeKeys()).orElse(true);
        if (format == 0 && whole) {
            return; // as RocksDB's
        }
        Exception e = assertThrows(IOException.class, () -> TableRebuild.of(file, FilterPlan.KEEP, FilterHints.NONE));
        String why = format > 0 ? "format " + format + " of Pebble" : "Pebble may have written the table";
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }

    /** The properties say that all keys were read, wherever the values lie. */
    @ParameterizedTest
    @ValueSource(strings = {"made-v3-versions", "made-v7-versions"})
    @Tag("PB-4")
    void aHandleOfValuesThatDoesNotEndHidesNoKey(String name) throws IOException {
        PebbleTable table = PebbleCorpus.bundled().table(name);
        TableFile file = Golden.open(table.bytes());
        BlockHandle metaindex = file.footer().metaindex();
        byte[] value = file.metaindex().stream()
                .filter(each -> each.key().equals("pebble.value_index"))
                .findFirst()
                .orElseThrow()
                .value();
        String text = new String(value, StandardCharsets.ISO_8859_1);
        TableVerification verified = TableVerification.of(
                Golden.open(renamed(table.bytes(), metaindex, text, "\u00ff".repeat(value.length))));
        TableReport report = verified.report();
        assertEquals(TableStatus.OK, verified.status());
        assertTrue(report.facts().hasAllKeys());
        assertEquals(
                table.entries(), report.filter().orElseThrow().identification().keys());
        assertEquals(0, report.falseNegatives());
    }

    /** Obsolete entries have the kinds of others. */
    @Test
    @Tag("PB-3")
    void kindsHaveNoFlag() throws IOException {
        PebbleTable table = PebbleCorpus.bundled().table("made-v4-testkeys");
        TableFile file = Golden.open(table.bytes());
        Map<String, Long> kinds = new TreeMap<>();
        TableKeys.visit(
                file,
                file.structure(),
                KeyFormat.WHOLE_KEY,
                (block, key, length) -> kinds.merge(String.valueOf(key[length - 8]), 1L, Long::sum));
        assertEquals(new TreeMap<>(table.kinds()), kinds);
        assertTrue(table.obsolete() > 0);
    }

    private static BlockHandle properties(TableFile file) throws IOException {
        return file.metaindex().stream()
                .filter(each -> each.key().equals("rocksdb.properties"))
                .findFirst()
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
    }

    /** A table with another text of the same length in place of one in a block, and the right checksum. */
    private static byte[] renamed(byte[] bytes, BlockHandle handle, String text, String other) throws IOException {
        TableFile file = Golden.open(bytes);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text, (int) handle.offset());
        assertTrue(at > 0 && at < handle.end());
        System.arraycopy(other.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, at, other.length());
        Seal.block(bytes, file.footer(), handle);
        return bytes;
    }

    /** A program may have a schema of its own: its keys are not known, but its filter is asked for every prefix. */
    @Test
    @Tag("PB-7")
    void underAnUnknownSchemaTheFilterIsAsked() throws IOException {
        PebbleTable table = PebbleCorpus.bundled().table("made-v5-crdb");
        BlockHandle properties = properties(Golden.open(table.bytes()));
        TableReport report = Golden.report(renamed(table.bytes(), properties, "crdb1", "crdb2"));
        assertEquals(TableStatus.INCOMPLETE, report.status());
        assertEquals(0, report.entries());
        String why = report.verdict().reason().orElseThrow().detail();
        assertTrue(why.startsWith("the key schema crdb2 is not known: the filter is asked, no key is verified;"), why);
        TableQuery query = new TableQuery(report);
        assertEquals(TableQuery.Search.USER_KEY, query.search());
        for (byte[] key : userKeys(Golden.open(table.bytes()))) {
            assertTrue(query.ask(key).mayMatch(), HexFormat.of().formatHex(key));
        }
        long denied = table.absent().stream()
                .filter(each -> !query.ask(each.prefix()).mayMatch())
                .count();
        assertTrue(denied > table.absent().size() / 2, denied + " denied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"made-v3-fuse4", "made-v5-fuse10"})
    @Tag("PB-2")
    void anUnknownFamilyIsNamed(String name) throws IOException {
        byte[] bytes = PebbleCorpus.bundled().table(name).bytes();
        BlockHandle metaindex = Golden.open(bytes).footer().metaindex();
        TableVerification verified =
                TableVerification.of(Golden.open(renamed(bytes, metaindex, "binaryfuse", "binaryfusE")));
        TableReport report = verified.report();
        assertEquals(TableStatus.UNKNOWN_POLICY, report.status());
        assertEquals(
                "the filter family binaryfusE is not known: every key may match",
                report.verdict().reason().orElseThrow().detail());
        assertEquals(Findings.NONE, verified.findings());
        assertTrue(new TableQuery(report)
                .ask("walrus".getBytes(StandardCharsets.US_ASCII))
                .mayMatch());
    }

    /** Any change of a few bytes, sealed or not, hides no key that the blocks still have. */
    @ParameterizedTest
    @MethodSource("tables")
    void noMutantThrowsOrDeniesWhatItHolds(PebbleTable table) throws IOException {
        byte[] sound = table.bytes();
        Random random = new Random(table.entries());
        int mutants = 20 * Integer.getInteger("filterblock.scale", 1);
        for (int i = 0; i < mutants; i++) {
            byte[] bytes = sound.clone();
            for (int n = random.nextInt(3); n >= 0; n--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            TableFile file;
            try {
                file = Golden.open(bytes);
            } catch (CorruptTableException e) {
                continue;
            }
            TableQuery query = new TableQuery(TableReport.of(i % 2 == 0 ? file : file.ignoringChecksums()));
            try {
                for (byte[] key : userKeys(i % 2 == 0 ? file : file.ignoringChecksums())) {
                    assertTrue(query.ask(key).mayMatch(), HexFormat.of().formatHex(key));
                }
            } catch (CorruptTableException e) {
                assertTrue(e.offset() >= 0);
            }
        }
    }
}
