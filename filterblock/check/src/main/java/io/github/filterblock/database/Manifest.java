// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.VersionEdit.Counter;
import io.github.filterblock.database.VersionEdit.NewTable;
import io.github.filterblock.database.VersionEdit.Sign;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The MANIFEST that CURRENT or a marker names: version edits from the empty database to the present set of tables
 * (DB-5, DB-6). An edit first deletes, then adds, whatever the order of its fields. Edits are decoded one after another
 * and not kept; the time for one does not depend on the number before it. Not changed once it is read.
 */
final class Manifest {
    private final Path path;
    private final DatabaseKind kind;
    private final SortedMap<Integer, ColumnFamily> families = new TreeMap<>();
    private final Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    private final Map<Long, Long> backings = new HashMap<>();
    private final SortedMap<Long, AddedTable> tables = new TreeMap<>(Long::compareUnsigned);
    private final @Nullable Map<Long, Added> everAdded;
    private final AtomicGroup group = new AtomicGroup();
    private final Set<Sign> signs = EnumSet.noneOf(Sign.class);
    private int editCount;
    private long end;
    private @Nullable CorruptDatabaseException damage;

    /** Where a table was added, and with how many bytes. */
    private record Added(long size, long recordOffset) {}

    private Manifest(Path path, DatabaseKind kind) {
        this.path = path;
        this.kind = kind;
        this.everAdded = kind.addsTablesAsOne() ? new HashMap<>() : null;
        families.put(0, new ColumnFamily(0, "default", kind));
    }

    /**
     * Decodes a MANIFEST.
     *
     * @param path where it lies, for messages
     * @param contents all of it
     * @throws CorruptDatabaseException if it is damaged, if a field is missing without which no engine opens a
     *     database, or if its edits contradict each other
     */
    static Manifest of(Path path, byte[] contents, DatabaseKind kind) throws IOException {
        return new Manifest(path, kind).read(new ByteArrayInputStream(contents)).orThrow();
    }

    /**
     * Reads a MANIFEST as far as it is sound; {@link #damage()} says what was not. A block of the file is held at a
     * time, and what is said of the tables that are live there.
     */
    static Manifest read(Path path, DatabaseKind kind) throws IOException {
        try (InputStream in = new BufferedInputStream(RegularFiles.open(path), Log.BLOCK_LENGTH)) {
            return new Manifest(path, kind).read(in);
        }
    }

    /**
     * Reads a MANIFEST as one of the kind that the directory suggests, or of whatever other kind it can be read as.
     *
     * @param expected the kind that the names of files suggest
     */
    static Manifest readAsAny(Path path, DatabaseKind expected) throws IOException {
        Manifest asExpected = read(path, expected);
        if (!asExpected.hasBadEdit()) {
            return asExpected;
        }
        for (DatabaseKind other : expected.others().toList()) {
            Manifest asOther = read(path, other);
            boolean isFurther = !asOther.hasBadEdit() || asOther.editCount > asExpected.editCount;
            if (isFurther && asOther.isSurelyOfItsKind()) {
                return asOther;
            }
        }
        return asExpected;
    }

    private boolean hasBadEdit() {
        return damage != null && damage.reason() == Reason.BAD_EDIT;
    }

    /**
     * Whether its edits have fields that no other kind has, and none that only another kind writes. A damaged field of
     * LevelDB may look like one of another kind, but RocksDB and Pebble do not add tables as LevelDB does.
     */
    private boolean isSurelyOfItsKind() {
        return signs.contains(Sign.DISTINCTIVE_FIELD)
                || signs.contains(Sign.OWN_FIELD)
                        && (kind == DatabaseKind.BASHO || !signs.contains(Sign.TABLE_OF_LEVELDB));
    }

    private Manifest read(InputStream in) throws IOException {
        try {
            end = VersionEdits.forEach(path.toString(), in, kind, this::apply);
            group.checkEnded();
            checkComplete();
        } catch (CorruptDatabaseException e) {
            damage = e;
        }
        try {
            sortTables();
        } catch (CorruptDatabaseException e) {
            damage = damage == null ? e : damage;
        }
        return this;
    }

    private Manifest orThrow() throws CorruptDatabaseException {
        if (damage != null) {
            throw damage;
        }
        return this;
    }

    /**
     * The fields without which an engine refuses the database. LevelDB does without a comparator, and RocksDB states
     * none in the MANIFEST of a new database ({@code DBImpl::NewDB}).
     */
    private void checkComplete() throws CorruptDatabaseException {
        if (editCount == 0) {
            throw corrupt(end, Reason.BAD_EDIT, "the MANIFEST " + (end == 0 ? "is empty" : "has no version edit"));
        }
        if (!kind.statesCounters()) {
            return;
        }
        require(
                !kind.statesComparator()
                        || families.values().stream()
                                .allMatch(family -> family.comparator().isPresent()),
                "comparator");
        require(counters.containsKey(Counter.LOG_NUMBER), Counter.LOG_NUMBER.words());
        require(counters.containsKey(Counter.LAST_SEQUENCE), Counter.LAST_SEQUENCE.words());
        require(counters.containsKey(Counter.NEXT_FILE_NUMBER), Counter.NEXT_FILE_NUMBER.words());
    }

    /** Whether it has the counters without which LevelDB refuses it. */
    boolean hasAllCounters() {
        return counters.keySet()
                .containsAll(Set.of(Counter.LOG_NUMBER, Counter.LAST_SEQUENCE, Counter.NEXT_FILE_NUMBER));
    }

    private void require(boolean isThere, String what) throws CorruptDatabaseException {
        if (!isThere) {
            throw corrupt(end, Reason.BAD_EDIT, "the MANIFEST ends without a " + what);
        }
    }

    private void apply(VersionEdit edit) throws CorruptDatabaseException {
        editCount++;
        signs.addAll(edit.signs());
        if (group.holds(edit)) {
            return;
        }
        for (VersionEdit each : group.complete(edit)) {
            applyNow(each);
        }
    }

    private void applyNow(VersionEdit edit) throws CorruptDatabaseException {
        checkSequence(edit);
        counters.putAll(edit.counters());
        backings.putAll(edit.createdBackings());
        edit.removedBackings().forEach(backings::remove);
        if (edit.dropsFamily()) {
            family(edit);
            families.remove(edit.family());
        } else {
            addFamily(edit);
            ColumnFamily family = family(edit);
            family.compare(edit);
            if (edit.counters().containsKey(Counter.LOG_NUMBER)) {
                family.logNumber(edit.counters().get(Counter.LOG_NUMBER));
            }
            family.blobFiles().apply(edit);
            for (VersionEdit.Place deleted : edit.deletedTables()) {
                family.delete(deleted, edit);
            }
            for (NewTable added : edit.newTables()) {
                checkSize(added, edit);
                family.add(added, edit);
            }
        }
    }

    /** RocksDB's last sequence number never falls ({@code ExtractInfoFromVersionEdit}); a lower one hides keys. */
    private void checkSequence(VersionEdit edit) throws CorruptDatabaseException {
        Long before = counters.get(Counter.LAST_SEQUENCE);
        Long now = edit.counters().get(Counter.LAST_SEQUENCE);
        if (kind.sequenceNeverFalls() && before != null && now != null && Long.compareUnsigned(now, before) < 0) {
            throw edit.corrupt(
                    Reason.BAD_EDIT,
                    "the last sequence number falls from " + Long.toUnsignedString(before) + " to "
                            + Long.toUnsignedString(now));
        }
    }

    private void addFamily(VersionEdit edit) throws CorruptDatabaseException {
        if (edit.addedFamily().isPresent()) {
            ColumnFamily added =
                    new ColumnFamily(edit.family(), edit.addedFamily().get(), kind);
            ColumnFamily before = families.put(edit.family(), added);
            if (before != null && edit.family() != 0) {
                throw edit.corrupt(Reason.BAD_EDIT, "column family " + edit.family() + " is added twice");
            }
        }
    }

    private ColumnFamily family(VersionEdit edit) throws CorruptDatabaseException {
        ColumnFamily family = families.get(edit.family());
        if (family == null) {
            throw edit.corrupt(Reason.BAD_EDIT, "there is no column family " + edit.family());
        }
        return family;
    }

    /** A LevelDB table has the same size wherever it is added. */
    private void checkSize(NewTable added, VersionEdit edit) throws CorruptDatabaseException {
        if (everAdded == null) {
            return;
        }
        long offset = edit.record().offset();
        Added before = everAdded.put(added.place().number(), new Added(added.size(), offset));
        if (before != null && before.size() != added.size()) {
            throw edit.corrupt(
                    added.place().number(),
                    "is added with " + Long.toUnsignedString(added.size()) + " bytes, and at offset "
                            + before.recordOffset() + " with " + Long.toUnsignedString(before.size()));
        }
    }

    /** The tables that are left, by their numbers; no table may be in two places. */
    private void sortTables() throws CorruptDatabaseException {
        for (ColumnFamily family : families.values()) {
            for (AddedTable table : family.tables()) {
                if (tables.put(table.number(), table) != null) {
                    throw corrupt(table, "is in two levels");
                }
                if (kind.addsTablesAsOne() && !isBelowNextFile(table.number())) {
                    throw corrupt(table, "is not below the next file number");
                }
            }
        }
    }

    private CorruptDatabaseException corrupt(AddedTable table, String detail) {
        return corrupt(
                table.recordOffset(),
                Reason.BAD_TABLES,
                "table " + Long.toUnsignedString(table.number()) + " " + detail);
    }

    private CorruptDatabaseException corrupt(long offset, Reason reason, String detail) {
        return new CorruptDatabaseException(path.toString(), offset, reason, detail);
    }

    Path path() {
        return path;
    }

    DatabaseKind kind() {
        return kind;
    }

    /** What ended the reading before the end of the file; the tables are those before it. */
    Optional<CorruptDatabaseException> damage() {
        return Optional.ofNullable(damage);
    }

    /** The number of version edits. */
    int editCount() {
        return editCount;
    }

    /** The column families by their ids; LevelDB and Pebble have one. */
    SortedMap<Integer, ColumnFamily> families() {
        return Collections.unmodifiableSortedMap(families);
    }

    /** The comparator's name of the first column family, each character standing for one byte; empty if not named. */
    String comparator() {
        ColumnFamily first = families.get(0);
        return first == null ? "" : first.comparator().orElse("");
    }

    /** The last sequence number, at which an engine reads; empty if no edit states it. */
    OptionalLong lastSequence() {
        Long last = counters.get(Counter.LAST_SEQUENCE);
        return last == null ? OptionalLong.empty() : OptionalLong.of(last);
    }

    /** The number of the first write-ahead log that an engine replays; empty if no edit states it. */
    OptionalLong logNumber() {
        Long log = counters.get(Counter.LOG_NUMBER);
        return log == null ? OptionalLong.empty() : OptionalLong.of(log);
    }

    /** Whether a file can have this number; every file can where the next number is not stated. */
    boolean isBelowNextFile(long number) {
        Long next = counters.get(Counter.NEXT_FILE_NUMBER);
        return next == null || Long.compareUnsigned(number, next) < 0;
    }

    /** Whether an engine replays the write-ahead log of this number, of RocksDB for any column family. */
    boolean needsLog(long number) {
        return families.values().stream().anyMatch(family -> Long.compareUnsigned(number, family.logNumber()) >= 0)
                || number == counters.getOrDefault(Counter.PREV_LOG_NUMBER, 0L);
    }

    /** Whether LevelDB's edits added a table of this number, which later ones may have removed. */
    boolean wasAdded(long number) {
        return everAdded != null && everAdded.containsKey(number);
    }

    /** The tables of the present version, by their numbers. */
    SortedMap<Long, AddedTable> tables() {
        return Collections.unmodifiableSortedMap(tables);
    }

    /** The length of the file on which virtual tables are based; empty if it is not stated. */
    Optional<Long> backingSize(long number) {
        return Optional.ofNullable(backings.get(number));
    }

    /**
     * The same edits in the same order, with other sizes; a table that is added more than once gets its size
     * everywhere.
     *
     * @param contents a MANIFEST of LevelDB that was decoded before
     */
    static byte[] withSizes(byte[] contents, Map<Long, Long> sizeOfNumber) {
        Log.Writer log = new Log.Writer();
        try {
            VersionEdits.forEach(
                    "MANIFEST",
                    new ByteArrayInputStream(contents),
                    DatabaseKind.LEVELDB,
                    edit -> log.add(edit.withSizes(sizeOfNumber)));
        } catch (IOException e) {
            throw new UncheckedIOException("the same bytes were decoded before", e);
        }
        return log.toByteArray();
    }
}
