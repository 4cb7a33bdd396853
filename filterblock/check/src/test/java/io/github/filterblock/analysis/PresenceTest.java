// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whether a key is in a table is compared with a slow count of its keys by another reader. */
class PresenceTest {
    private static final int TAG = 8;
    private static final int QUESTIONS = 400;

    /** What a slow reader finds: for each user key whether its newest entry is a deletion. */
    private static Map<String, Boolean> count(List<byte[]> stored) {
        Map<String, Long> newest = new HashMap<>();
        for (byte[] key : stored) {
            long tag = 0;
            for (int i = 0; i < TAG; i++) {
                tag |= (key[key.length - TAG + i] & 0xffL) << 8 * i;
            }
            newest.merge(text(Arrays.copyOf(key, key.length - TAG)), tag, Math::max);
        }
        Map<String, Boolean> deleted = new TreeMap<>();
        newest.forEach((key, tag) -> deleted.put(key, (tag & 0xff) == 0));
        return deleted;
    }

    private static TableFile open(byte[] table) throws IOException {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(table), "array"));
    }

    private static String text(byte[] key) {
        return new String(key, ISO_8859_1);
    }

    private static byte[] bytes(String key) {
        return key.getBytes(ISO_8859_1);
    }

    private static Map<String, TableQuery.Result> ask(byte[] table, FilterHints hints, List<String> keys)
            throws IOException {
        TableFile file = open(table);
        TableStructure structure = file.structure();
        SoughtKeys sought =
                new SoughtKeys(keys.stream().map(PresenceTest::bytes).toList(), structure);
        TableQuery query = new TableQuery(TableReport.of(file, structure, hints, sought));
        Map<String, TableQuery.Result> results = new HashMap<>();
        keys.forEach(key -> results.put(key, query.find(bytes(key), sought)));
        return results;
    }

    /** Tables of random versions and deletions, some without a filter. */
    @Test
    void everyKeyOfRandomTablesIsFoundAndNoOther() throws IOException {
        long deletions = 0;
        long falsePositives = 0;
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            byte[] table = randomTable(random);
            Map<String, Boolean> counted = count(SlowTable.storedKeys(table).orElseThrow());
            List<String> keys = new ArrayList<>(counted.keySet());
            for (int i = 0; i < 200; i++) {
                keys.add("k" + random.nextInt(400));
            }
            for (Map.Entry<String, TableQuery.Result> each :
                    ask(table, FilterHints.NONE, keys).entrySet()) {
                Boolean deleted = counted.get(each.getKey());
                TableQuery.Result result = each.getValue();
                assertEquals(deleted != null, result.presence() == Presence.PRESENT, each::toString);
                assertEquals(Boolean.TRUE.equals(deleted), result.deleted(), each::toString);
                if (deleted == null) {
                    boolean passes = result.filter().equals(Optional.of(true));
                    assertEquals(passes ? Presence.FALSE_POSITIVE : Presence.ABSENT, result.presence(), each::toString);
                    falsePositives += passes ? 1 : 0;
                }
                deletions += result.deleted() ? 1 : 0;
            }
        }
        assertTrue(deletions > 100 && falsePositives > 10, deletions + " deletions, " + falsePositives);
    }

    private static byte[] randomTable(Random random) {
        TreeMap<String, List<byte[]>> versions = new TreeMap<>();
        for (int i = 0; i < 300; i++) {
            String key = "k" + random.nextInt(400);
            versions.computeIfAbsent(key, any -> new ArrayList<>())
                    .add(TestTable.internalKey(bytes(key), i, random.nextInt(3) == 0 ? 0 : 1));
        }
        List<byte[]> stored = new ArrayList<>();
        versions.values().forEach(each -> {
            each.sort(Comparator.comparing(
                    key -> -(key[key.length - TAG + 1] & 0xff | (key[key.length - TAG + 2] & 0xff) << 8)));
            stored.addAll(each);
        });
        TestTable table = TestTable.ofInternalKeys();
        for (int i = 0; i < stored.size(); i += 40) {
            table.storedBlock(stored.subList(i, Math.min(stored.size(), i + 40)).toArray(byte[][]::new));
        }
        return (random.nextInt(4) == 0 ? table.withoutFilter() : table).bytes();
    }

    /** One stored key is too short for a tag; the others look as if they had one. */
    @Test
    void noKeyIsAbsentWhereOnlySomeHaveATag() throws IOException {
        byte[] table = TestTable.ofInternalKeys()
                .withoutFilter()
                .storedBlock(TestTable.internalKey(bytes("apple"), 7, 1), TestTable.internalKey(bytes("banana"), 6, 0))
                .storedBlock(bytes("cherry"))
                .bytes();
        Map<String, TableQuery.Result> answers =
                ask(table, FilterHints.NONE, List.of("apple", "banana", "cherry", "damson"));
        for (String key : List.of("apple", "banana", "cherry")) {
            assertFalse(answers.get(key).presence() == Presence.ABSENT, key);
        }
        assertEquals(Presence.ABSENT, answers.get("damson").presence());
    }

    /** Tables of other programs whose blocks are not compressed. */
    @Test
    void everyKeyOfGoldenTablesIsFound() throws IOException {
        int tables = 0;
        for (CorpusTable golden : Corpus.bundled().tables()) {
            Optional<List<byte[]>> stored = slowly(golden.bytes());
            TableReport report = TableReport.of(open(golden.bytes()));
            if (stored.isEmpty()
                    || report.status() != TableStatus.OK
                    || report.keyFormat().isEmpty()) {
                continue;
            }
            tables++;
            boolean tagged = report.keyFormat().get() == KeyFormat.USER_KEY;
            List<String> keys = stored.get().stream()
                    .map(key -> text(tagged ? Arrays.copyOf(key, key.length - TAG) : key))
                    .distinct()
                    .toList();
            List<String> asked = new ArrayList<>();
            for (int i = 0; i < keys.size(); i += 1 + keys.size() / QUESTIONS) {
                asked.add(keys.get(i));
                asked.add(keys.get(i) + "\0");
            }
            ask(golden.bytes(), FilterHints.NONE, asked)
                    .forEach((key, result) -> assertEquals(
                            keys.contains(key),
                            result.presence() == Presence.PRESENT,
                            () -> golden + ": " + key + ": " + result));
        }
        assertTrue(tables >= 10, "only " + tables);
    }

    private static Optional<List<byte[]>> slowly(byte[] table) {
        try {
            return SlowTable.storedKeys(table);
        } catch (RuntimeException e) {
            return Optional.empty(); // RocksDB's footers and indexes have other forms
        }
    }

    /** The filter of the first block lost its bits, and denies keys which are there all the same. */
    @Test
    void aKeyThatTheFilterDeniesIsPresent() throws IOException {
        byte[] table = TestTable.ofInternalKeys()
                .valueLength(2000)
                .block("a", "b")
                .block("c")
                .changeFilter(0, filter -> {
                    Arrays.fill(filter, 0, 8, (byte) 0);
                    return filter;
                })
                .bytes();
        ask(table, FilterHints.NONE, List.of("a", "b", "c", "d")).forEach((key, result) -> {
            boolean present = !key.equals("d");
            assertEquals(present ? Presence.PRESENT : Presence.ABSENT, result.presence(), key);
            assertEquals(present ? Optional.of(key.equals("c")) : Optional.empty(), result.filter(), key);
        });
    }

    /** As long as it is open whether keys have tags, a key that is there in one of two forms may be there. */
    @Test
    void formsOfKeysThatAreOpenAreToldApart() throws IOException {
        byte[] table = TestTable.ofWholeKeys()
                .withoutFilter()
                .block("plum4567" + "\1\7\0\0\0\0\0\0")
                .bytes();
        Map<String, TableQuery.Result> results =
                ask(table, FilterHints.NONE, List.of("plum4567", "plum4567\1\7\0\0\0\0\0\0", "pear"));
        TableReport report = TableReport.of(open(table));
        assertEquals(Optional.empty(), report.keyFormat());
        assertEquals(Optional.of(KeyFormat.USER_KEY), report.likelyFormat());
        assertEquals(Presence.PRESENT, results.get("plum4567").presence());
        assertEquals(Presence.MAY_MATCH, results.get("plum4567\1\7\0\0\0\0\0\0").presence());
        assertEquals(Presence.ABSENT, results.get("pear").presence());
    }

    @Test
    void blocksThatAreNotReadLeaveItOpen() throws IOException {
        byte[] table = TestTable.ofInternalKeys()
                .withoutFilter()
                .block("a", "b")
                .block("c", "d")
                .bytes();
        long second = TableReport.of(open(table)).facts().blocks().get(1).offset();
        table[(int) second + 1] ^= 1;
        Map<String, TableQuery.Result> results = ask(table, FilterHints.NONE, List.of("a", "c", "e"));
        assertEquals(Presence.PRESENT, results.get("a").presence());
        assertEquals(Presence.MAY_MATCH, results.get("c").presence());
        assertEquals(Presence.MAY_MATCH, results.get("e").presence());
    }

    @Test
    void keysAreSoughtInASecondPassOfTheSameTableOnly() throws IOException {
        byte[] table = TestTable.ofInternalKeys().block("a", "b").bytes();
        TableFile file = open(table);
        TableReport report = TableReport.of(file);
        SoughtKeys sought = new SoughtKeys(List.of("b".getBytes(ISO_8859_1)), report.structure());
        TableKeys.seek(file, report, sought);
        TableQuery query = new TableQuery(report);
        assertEquals(Presence.PRESENT, query.find(bytes("b"), sought).presence());
        assertEquals(Optional.of(true), query.find(bytes("b"), sought).filter());
        assertThrows(IllegalArgumentException.class, () -> query.find(bytes("a"), sought));
        TableFile another = open(TestTable.ofInternalKeys().block("a", "b", "c").bytes());
        assertThrows(IOException.class, () -> TableKeys.seek(another, report, sought));
    }
}
