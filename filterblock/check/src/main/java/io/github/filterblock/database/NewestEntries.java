// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.Presence;
import io.github.filterblock.analysis.RangeDeletions;
import io.github.filterblock.analysis.TableQuery;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What the newest entries of keys say in all live tables of a database together: an entry of one table may delete what
 * another has. Write-ahead logs may have newer ones. Keys are known by numbers that the caller gives them, from 0 on;
 * room is taken for all numbers up to the highest. Safe for use by several threads.
 */
public final class NewestEntries {
    /**
     * The tables in which a key means one thing: those of a database, or of one of its column families.
     *
     * @param directory the database's
     * @param name the column family's; empty if it is not known which tables are live
     */
    public record Family(Path directory, String name) {
        boolean isKnown() {
            return !name.isEmpty();
        }
    }

    /**
     * A table that was asked for keys.
     *
     * @param family where it belongs
     * @param name its name, for display
     * @param keys the range outside of which its deletions of ranges have no effect; empty if that is not known
     * @param commonSequence that of {@link KeyView.Part#commonSequence}
     * @param deletions the ranges that it deletes
     */
    public record Table(
            Family family,
            String name,
            Optional<LiveTable.KeyRange> keys,
            OptionalLong commonSequence,
            RangeDeletions deletions) {
        /**
         * A table, which may lie in another directory than its database.
         *
         * @param file the table's file
         * @param name its name, for display
         * @param database the database to which it would belong
         * @param stated what the database says of it; empty if that has no such table
         * @param deletions the ranges that it deletes
         * @return the table; of a family that is not known unless the database names it
         */
        public static Table of(
                Path file,
                String name,
                Optional<DatabaseReport> database,
                Optional<LiveTable> stated,
                RangeDeletions deletions) {
            Optional<LiveTable> live = stated.filter(
                    any -> database.filter(DatabaseReport::isComplete).isPresent());
            Path directory = live.isPresent()
                    ? database.orElseThrow().directory().toAbsolutePath().normalize()
                    : DatabaseDirectory.directoryOf(file).orElse(file);
            return new Table(
                    new Family(directory, live.map(LiveTable::columnFamily).orElse("")),
                    name,
                    live.flatMap(LiveTable::keys),
                    OptionalLong.empty(),
                    deletions);
        }

        /**
         * The same as one table of the database.
         *
         * @param part what the database shows of the file
         * @return the table with the sequence number that counts there
         */
        public Table as(KeyView.Part part) {
            return new Table(family, name, keys, part.commonSequence(), deletions);
        }

        /**
         * A write-ahead log, which counts like a table of the first column family.
         *
         * @param log a log whose form is known
         * @param name its name, for display
         * @return the log
         */
        public static Table ofLog(WriteAheadLog log, String name) {
            Path directory = DatabaseDirectory.directoryOf(log.file()).orElse(log.file());
            return new Table(
                    new Family(directory, "default"),
                    name,
                    Optional.empty(),
                    OptionalLong.empty(),
                    RangeDeletions.none());
        }

        /** The sequence number that counts, where an entry has this one in its tag. */
        private long counted(long sequence) {
            return commonSequence.orElse(sequence);
        }

        /** The last deletion of a range with a key that has an effect. */
        private OptionalLong deletion(byte[] key) {
            boolean isInside = keys.map(range -> range.contains(key)).orElse(true);
            return isInside ? deletions.newest(key) : OptionalLong.empty();
        }
    }

    /** What becomes of a key. */
    public enum State {
        /** Its newest entry keeps it. */
        KEPT,
        /** Its newest entry deletes it. */
        DELETED,
        /** Its newest entry keeps it, but a range was deleted later. */
        IN_DELETED_RANGE,
        /** Some entries may delete it, and which is the newest is not known. */
        UNKNOWN
    }

    /**
     * The newest entry of a key in a family.
     *
     * @param family the tables that have entries of it
     * @param state what becomes of the key
     * @param table the table with the newest entry; empty if that is not known
     * @param sequence the sequence number of that entry; empty if it is not known
     * @param rangeTable the table that deleted a range with the key last; empty if none did
     * @param isDisputed whether one table keeps the key, and the same or another one deletes it
     */
    public record Newest(
            Family family,
            State state,
            Optional<String> table,
            OptionalLong sequence,
            Optional<String> rangeTable,
            boolean isDisputed) {}

    /** What is known of the keys of a family. */
    private static final class Keys {
        private final BitSet kept = new BitSet();
        private final BitSet deleted = new BitSet();
        private final BitSet newestDeletes = new BitSet();
        private final BitSet doubtful = new BitSet();
        private final Highest entries = new Highest();
        private final Highest ranges = new Highest();

        boolean hasEntries(int key) {
            return kept.get(key) || deleted.get(key);
        }

        Newest newest(Family family, int key) {
            boolean isInRange = ranges.sequence(key) >= 0;
            boolean isDisputed = kept.get(key) && (deleted.get(key) || isInRange);
            long sequence = entries.sequence(key);
            return new Newest(
                    family,
                    state(key, isDisputed),
                    entries.table(key),
                    sequence < 0 ? OptionalLong.empty() : OptionalLong.of(sequence),
                    ranges.table(key),
                    isDisputed);
        }

        private State state(int key, boolean isDisputed) {
            if (!isDisputed) {
                return kept.get(key) ? State.KEPT : State.DELETED;
            }
            if (doubtful.get(key)) {
                return State.UNKNOWN;
            }
            if (newestDeletes.get(key)) {
                return State.DELETED;
            }
            return ranges.sequence(key) > entries.sequence(key) ? State.IN_DELETED_RANGE : State.KEPT;
        }
    }

    /** The highest sequence numbers of keys, and the tables that have them. */
    private static final class Highest {
        /** One more than the sequence number; 0 for none. */
        private long[] numbers = {};

        private String[] tables = {};

        long sequence(int key) {
            return key < numbers.length ? numbers[key] - 1 : -1;
        }

        Optional<String> table(int key) {
            return key < tables.length ? Optional.ofNullable(tables[key]) : Optional.empty();
        }

        /** Takes a number unless it is lower; of two tables with the same one the first by name is kept. */
        boolean put(int key, long sequence, String table) {
            long before = sequence(key);
            if (sequence < before || sequence == before && tables[key].compareTo(table) <= 0) {
                return false;
            }
            if (key >= numbers.length) {
                int length = Math.max(key + 1, numbers.length + numbers.length / 2);
                numbers = Arrays.copyOf(numbers, length);
                tables = Arrays.copyOf(tables, length);
            }
            numbers[key] = sequence + 1;
            tables[key] = table;
            return true;
        }
    }

    private final Map<Family, Keys> families =
            new TreeMap<>(Comparator.comparing(Family::directory).thenComparing(Family::name));

    /** Of no key yet. */
    public NewestEntries() {}

    /**
     * Adds what a live table has of a key.
     *
     * @param table the table
     * @param number the number of the key, 0 or more
     * @param key its bytes in the table's file; borrowed
     * @param found the table's answer to it
     */
    public synchronized void add(Table table, int number, byte[] key, TableQuery.Result found) {
        OptionalLong deletion = table.deletion(key);
        if (found.presence() == Presence.PRESENT) {
            addEntry(table, number, found.sequence(), found.deleted());
        }
        if (deletion.isPresent()) {
            addDeletion(table, number, table.counted(deletion.getAsLong()));
        }
    }

    private void addEntry(Table table, int key, OptionalLong ofTag, boolean deletes) {
        Keys keys = keys(table.family());
        (deletes ? keys.deleted : keys.kept).set(key);
        if (ofTag.isEmpty() || !table.family().isKnown()) {
            keys.doubtful.set(key);
            return;
        }
        long sequence = table.counted(ofTag.getAsLong());
        long before = keys.entries.sequence(key);
        if (sequence == before && keys.newestDeletes.get(key) != deletes) {
            keys.doubtful.set(key);
        } else if (keys.entries.put(key, sequence, table.name())) {
            keys.newestDeletes.set(key, deletes);
        }
    }

    private void addDeletion(Table table, int key, long sequence) {
        keys(table.family()).ranges.put(key, sequence, table.name());
    }

    private Keys keys(Family family) {
        return families.computeIfAbsent(Objects.requireNonNull(family, "family"), any -> new Keys());
    }

    /**
     * The newest entries of a key.
     *
     * @param key its number
     * @return one for each family with entries of it, in the order of their directories and names
     */
    public synchronized List<Newest> of(int key) {
        return families.entrySet().stream()
                .filter(family -> family.getValue().hasEntries(key))
                .map(family -> family.getValue().newest(family.getKey(), key))
                .toList();
    }

    /** {@return how many keys have entries, and are deleted in every family that has some} */
    public synchronized int deleted() {
        BitSet held = new BitSet();
        families.values().forEach(keys -> {
            held.or(keys.kept);
            held.or(keys.deleted);
        });
        return (int) held.stream().filter(this::isDeleted).count();
    }

    private boolean isDeleted(int key) {
        return of(key).stream()
                .allMatch(newest -> newest.state() == State.DELETED || newest.state() == State.IN_DELETED_RANGE);
    }
}
