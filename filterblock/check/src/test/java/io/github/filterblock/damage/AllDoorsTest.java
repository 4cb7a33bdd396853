// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.DamagedFile;
import io.github.filterblock.testdata.PlacedKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All doors of one table give the same answer, whatever the table is. */
@Tag("TF-14")
class AllDoorsTest {
    private static final int MUTANTS = 2000;
    private static final int MOST_MUTANTS = 100_000;
    private static final int QUESTIONS = 40;
    private static final FilterMatcher OF_NOBODY = FilterMatcher.alwaysMatching("nobody's");

    private static final List<FilterMatcher> OWN = List.of(
            BloomFilterPolicy.levelDb(10),
            FilterPolicy.ofInternalKeys(BloomFilterPolicy.levelDb(10)),
            BloomFilterPolicy.goLevelDb(10),
            FilterMatcher.ofInternalKeys(OF_NOBODY));

    private interface Door {
        Optional<Asked> open(TableFile table) throws IOException;
    }

    private interface Asked {
        boolean mayMatch(long offset, byte[] key) throws IOException;
    }

    private record Question(long offset, byte[] key) {}

    private int opened;
    private int denials;

    private static Asked eager(FilterBlockReader reader) {
        return reader::keyMayMatch;
    }

    /** The doors for tables of unknown writers, and those of an engine, which are to be compared among themselves. */
    private static List<List<Door>> doors() {
        List<List<Door>> all = new ArrayList<>();
        List<Door> safe = new ArrayList<>();
        safe.add(table -> table.openFilter().map(AllDoorsTest::eager));
        safe.add(table -> table.openFilter(FilterDialect.safeMatchers()).map(AllDoorsTest::eager));
        safe.add(table -> table.openFilter(OF_NOBODY).map(AllDoorsTest::eager));
        all.add(safe);
        for (FilterMatcher own : OWN) {
            all.add(List.of(table -> table.openFilter(own).map(AllDoorsTest::eager)));
            all.add(List.of(table -> table.openFilter(List.of(own)).map(AllDoorsTest::eager)));
        }
        return all;
    }

    /** What a door says to all questions: a text of 0 and 1, or why it cannot be opened. */
    private static String answers(Door door, byte[] bytes, List<Question> questions) throws IOException {
        try (TableFile table = BytesSource.open(bytes)) {
            Optional<Asked> asked = door.open(table);
            if (asked.isEmpty()) {
                return "none";
            }
            StringBuilder answers = new StringBuilder();
            for (Question question : questions) {
                answers.append(asked.get().mayMatch(question.offset(), question.key()) ? '1' : '0');
            }
            return answers.toString();
        } catch (CorruptTableException e) {
            return e.reason().name();
        }
    }

    private void hold(String what, byte[] bytes, List<Question> questions) throws IOException {
        for (List<Door> alike : doors()) {
            String first = answers(alike.get(0), bytes, questions);
            opened += first.contains("1") || first.contains("0") ? 1 : 0;
            denials += (int) first.chars().filter(c -> c == '0').count();
            for (Door door : alike) {
                String answers = answers(door, bytes, questions);
                assertEquals(first, answers, what);
            }
        }
    }

    private static List<Question> questions(List<PlacedKey> keys) {
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < Math.min(keys.size(), QUESTIONS); i++) {
            PlacedKey key = keys.get(i * keys.size() / Math.min(keys.size(), QUESTIONS));
            questions.add(new Question(key.blockOffset(), key.key()));
            questions.add(new Question(key.blockOffset(), absent(i)));
            questions.add(new Question(i * 977L, key.key()));
        }
        questions.add(new Question(0, absent(-1)));
        questions.add(new Question(-1, absent(-1)));
        return questions;
    }

    private static byte[] absent(int number) {
        return ("absent key " + number + " 12345678").getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void overTheCorpus() throws IOException {
        for (TableCase table : TableCase.corpusUpTo(Integer.MAX_VALUE)) {
            hold(table.toString(), table.bytes(), questions(table.keys()));
        }
        assumeTrue(opened > 0, "no table of this corpus has a filter");
        boolean bundled = Corpus.configured() == Corpus.bundled();
        assertTrue(!bundled || opened > 300 && denials > 10_000, opened + " opened, " + denials + " denials");
    }

    @Test
    void overDamagedFiles() throws IOException {
        for (DamagedFile file : Corpus.bundled().damaged()) {
            List<Question> questions = file.probes().stream()
                    .map(probe -> new Question(probe.blockOffset(), probe.key()))
                    .toList();
            hold(file.name(), file.bytes(), questions);
        }
        assertTrue(opened > 300, opened + " opened");
    }

    @Test
    void overMutants() throws IOException {
        TableMutants mutants = new TableMutants();
        for (int number = 0; number < Scale.times(MUTANTS, MOST_MUTANTS); number++) {
            TableMutants.Mutant mutant = mutants.mutant(number);
            hold("mutant " + number, mutant.bytes(), questions(mutant.base().keys()));
        }
        assertTrue(opened > 1000, opened + " opened");
    }

    /** With another base lg than 11 LevelDB's present name may be Basho's. */
    @Test
    void overEveryBaseLg() throws IOException {
        List<Question> questions = List.of(
                new Question(0, "apple".getBytes(StandardCharsets.US_ASCII)),
                new Question(0, absent(0)),
                new Question(0, absent(1)),
                new Question(40, absent(2)));
        for (String name : List.of(TestTable.LEVELDB, TestTable.OLD_LEVELDB)) {
            for (int baseLg = 0; baseLg < 64; baseLg++) {
                TestTable table = TestTable.ofWholeKeys()
                        .policy(name, io.github.filterblock.testdata.ReferencePolicy.bloom(10))
                        .baseLg(baseLg)
                        .block("apple", "plum");
                hold(name + ", base lg " + baseLg, table.bytes(), questions);
            }
        }
        assertTrue(denials > 1000, denials + " denials");
    }

    @Test
    void aFilterOutOfPlaceOfTheMetaindexIsTheSameForAll() throws IOException {
        byte[] bytes = TestTable.ofWholeKeys().block("apple", "plum").bytes();
        List<MetaindexEntry> metaindex = BytesSource.open(bytes).metaindex();
        assertEquals(1, metaindex.size());
        bytes[(int) metaindex.get(0).handle().orElseThrow().offset()] ^= 1;
        for (Door door : doors().get(0)) {
            assertEquals("CHECKSUM", answers(door, bytes, questions(List.of())));
        }
    }
}
