// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the data blocks of a table. A damaged block is recorded and skipped.
 *
 * <p>A block that starts before the end of the one before it is not read: an index that points at the same megabytes a
 * thousand times would otherwise cost a thousand times the file.
 */
final class TableScan {
    /** The types of blocks for which RocksDB uses a dictionary. */
    private static final Map<Integer, String> ROCKSDB_DICTIONARY_TYPES =
            Map.of(2, "zlib", 4, "LZ4", 5, "LZ4HC", 7, "zstd");

    /** An entry has three lengths of at least a byte each. */
    private static final int MIN_ENTRY = 3;

    private final TableFile table;
    private final long fileSize;
    private final boolean dictionary;

    /** Without them a block of an unknown type is one that the index only makes up. */
    private final boolean hasChecksums;

    private final TableStructure structure;
    private final StoredKeys storedKeys;
    private final Visitor visitor;
    private final BooleanSupplier enough;
    private final IndexConsistency fit;
    private final Findings.Collector restarts;
    private final HashIndexCheck hashIndexes = new HashIndexCheck();
    private final Damage damage;
    private final List<IndexEntry> index;
    private final DataBlock.Columns blocks;
    private final ReadBudget budget;
    private @Nullable CorruptTableException exhausted;

    private TableScan(
            TableFile table, ReadBudget budget, TableStructure structure, Visitor visitor, BooleanSupplier enough)
            throws IOException {
        this.table = table;
        this.budget = budget;
        this.fileSize = table.size();
        this.hasChecksums = structure.footer().checksum().protects();
        this.dictionary = structure.origin().dictionary();
        this.structure = structure;
        this.storedKeys = new StoredKeys(structure);
        this.visitor = visitor;
        this.enough = enough;
        this.fit = new IndexConsistency(structure.footer().index().offset());
        this.restarts = new Findings.Collector(Findings.USUAL_LIMIT);
        this.damage = new Damage();
        this.index = structure.index();
        this.blocks = new DataBlock.Columns(index);
    }

    /** Receives stored keys, and their entries. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Takes an entry.
         *
         * @param blockOffset offset in the file of its data block
         * @param key holds the key from index 0 on; borrowed, reused for the next one
         * @param keyLength number of its bytes, 0 or more
         * @param cursor at the entry; borrowed
         */
        void entry(long blockOffset, byte[] key, int keyLength, KeyValueBlock.Cursor cursor);
    }

    /** Shows every entry in the order of the file. */
    static Found scan(TableFile table, TableStructure structure, Visitor visitor) throws IOException {
        return scan(table, structure, visitor, () -> false);
    }

    /** The same; before each data block it is asked whether that is enough. */
    static Found scan(TableFile table, TableStructure structure, Visitor visitor, BooleanSupplier enough)
            throws IOException {
        ReadBudget budget = ReadBudget.ofData(table.name(), table.size());
        try (TableFile sequential = table.sequentially(structure, budget::spendContents)) {
            return new TableScan(sequential, budget, structure, visitor, enough).scan();
        }
    }

    private Found scan() throws IOException {
        for (IndexEntry entry : index) {
            if (enough.getAsBoolean()) {
                break;
            }
            if (exhausted != null) {
                CorruptTableException why = exhausted;
                skip(Reason.TOO_LARGE, () -> why);
            } else {
                block(entry);
            }
        }
        return new Found(blocks, damage, restarts.findings(), hashIndexes.findings(), fit);
    }

    private void block(IndexEntry entry) throws IOException {
        BlockHandle handle = entry.handle();
        boolean inside = handle.liesInside(fileSize);
        if (inside && handle.offset() < fit.end()) {
            skip(Reason.BAD_ORDER, () -> overlap(handle));
        } else if (!inside && !damage.wants(Reason.OUTSIDE_FILE)) {
            skip(Reason.OUTSIDE_FILE, () -> overlap(handle)); // only counted: an exception takes a microsecond
        } else {
            read(entry, inside);
        }
    }

    private void skip(Reason reason, Supplier<CorruptTableException> why) {
        fit.damaged();
        damage.add(reason, why);
        blocks.addUnreadable(-1, reason);
    }

    private CorruptTableException overlap(BlockHandle handle) {
        return new CorruptTableException(
                table.name(),
                handle.offset(),
                Reason.BAD_ORDER,
                "the data block starts before the one before it ends at " + fit.end());
    }

    private void read(IndexEntry entry, boolean inside) throws IOException {
        if (inside) {
            fit.place(entry.handle());
        }
        int type = -1;
        try {
            StoredBlock stored = table.read(entry.handle());
            type = stored.type();
            keys(entry, type, structure.dataEntries(stored));
        } catch (CorruptTableException e) {
            unreadable(type, e);
            budget.spendDamage();
            exhausted = budget.exceededAt(entry.handle().offset()).orElse(null);
        }
    }

    private void unreadable(int type, CorruptTableException e) {
        if (e.reason().isUndecoded() && hasChecksums) {
            fit.unknown();
        } else {
            fit.damaged();
        }
        damage.add(e.reason(), () -> explained(e, type));
        blocks.addUnreadable(type, e.reason());
    }

    /**
     * RocksDB's dictionary serves several compressions; a block that cannot be decompressed without it is not of
     * another format.
     */
    private CorruptTableException explained(CorruptTableException e, int type) {
        boolean needsDictionary =
                dictionary && e.reason() == Reason.UNKNOWN_COMPRESSION && ROCKSDB_DICTIONARY_TYPES.containsKey(type);
        return needsDictionary
                ? new CorruptTableException(
                        e.file(),
                        e.offset(),
                        e.reason(),
                        "block type " + type + " (" + ROCKSDB_DICTIONARY_TYPES.get(type) + ")"
                                + " is not decoded: it needs RocksDB's dictionary, the block"
                                + " rocksdb.compression_dict of the table")
                : e;
    }

    /** Walks over a block twice, so no key of a damaged block is shown. */
    private void keys(IndexEntry entry, int type, KeyValueBlock block) throws CorruptTableException {
        long offset = entry.handle().offset();
        Findings.Collector ofBlock = new Findings.Collector(1);
        Entries entries = counted(offset, block, ofBlock);
        Optional<CorruptTableException> exceeded = budget.exceededAt(offset);
        if (exceeded.isPresent()) {
            throw exceeded.get();
        }
        restarts.addAll(ofBlock.findings());
        KeyValueBlock.Cursor cursor = block.cursor();
        for (int i = 0; i < entries.count(); i++) {
            cursor.next();
            storedKeys.take(cursor.key(), cursor.keyLength());
            if (i == 0) {
                fit.firstKey(storedKeys.key, storedKeys.length);
            }
            hashIndexes.entry(cursor);
            visitor.entry(offset, storedKeys.key, storedKeys.length, cursor);
        }
        hashIndexes.endOfBlock(offset);
        if (entries.count() == 0) {
            fit.empty();
        } else {
            fit.lastKey(entry, storedKeys.key, storedKeys.length);
        }
        blocks.add(type, entries.count(), block.length());
    }

    /** What a walk over the entries of a damaged block takes counts as well. */
    private Entries counted(long offset, KeyValueBlock block, Findings.Collector findings)
            throws CorruptTableException {
        try {
            Entries entries = checkEntries(offset, block, findings);
            budget.spendKeys(entries.count(), entries.keyBytes());
            return entries;
        } catch (CorruptTableException e) {
            budget.spendKeys(block.length() / MIN_ENTRY, 0);
            throw e;
        }
    }

    /**
     * The result of a walk over the entries of a block.
     *
     * @param count number of entries
     * @param keyBytes number of bytes of their keys, each written out in full
     */
    record Entries(int count, long keyBytes) {}

    /** Counts the entries and compares the restarts with them: each is the start of an entry that shares nothing. */
    static Entries checkEntries(long blockOffset, KeyValueBlock block, Findings.Collector findings)
            throws CorruptTableException {
        int count = 0;
        int restart = 0;
        KeyValueBlock.Cursor cursor = block.cursorWithoutKeys();
        while (cursor.next()) {
            if (restart < block.restartCount() && block.restart(restart) == cursor.entryIndex()) {
                if (cursor.sharedLength() != 0) {
                    int number = restart;
                    findings.add(
                            Rule.TF_7,
                            blockOffset,
                            () -> "restart " + number + " of the block points at an entry that shares "
                                    + cursor.sharedLength() + " bytes with the one before");
                }
                restart++;
            }
            count++;
        }
        boolean emptyBlock = count == 0 && block.restartCount() == 1 && block.restart(0) == 0;
        if (restart < block.restartCount() && !emptyBlock) {
            int number = restart;
            findings.add(
                    Rule.TF_7,
                    blockOffset,
                    () -> "restart " + number + " of the block points at " + block.restart(number)
                            + ", where no entry starts");
        }
        return new Entries(count, cursor.keyBytes());
    }

    /**
     * What a pass over the data blocks of a table found beside their keys.
     *
     * @param blocks one for each entry of the index
     * @param damage what could not be read
     * @param restarts what is wrong with restarts
     * @param hashIndexes what is wrong with hash indexes
     * @param consistency whether index and blocks belong together
     */
    record Found(
            List<DataBlock> blocks,
            Damage damage,
            Findings restarts,
            Findings hashIndexes,
            IndexConsistency consistency) {

        /** The first block that could not be read, if it could not be decoded, and how many were not checked. */
        Optional<CorruptTableException> undecoded() {
            return damage.firstUnreadable()
                    .filter(e -> e.reason().isUndecoded())
                    .map(e -> e.with(damage.count() + " of " + blocks.size() + " data blocks "
                            + (damage.count() == 1 ? "was" : "were") + " not checked"));
        }
    }

    /** Why blocks could not be read: the first few reasons, and how many there are. Not thread-safe while it grows. */
    static final class Damage {
        private static final int LIMIT = Findings.USUAL_LIMIT;

        private final List<CorruptTableException> first = new ArrayList<>();
        private Optional<CorruptTableException> unreadable = Optional.empty();
        private Optional<CorruptTableException> damaged = Optional.empty();
        private long count;

        /** The exception is made only if it is kept: those of a million blocks would take seconds. */
        void add(Reason reason, Supplier<CorruptTableException> exception) {
            boolean wanted = wants(reason);
            count++;
            if (!wanted) {
                return;
            }
            CorruptTableException e = exception.get();
            if (first.size() < LIMIT) {
                first.add(e);
            }
            unreadable = unreadable.or(() -> Optional.of(e));
            if (!reason.isUndecoded()) {
                damaged = damaged.or(() -> Optional.of(e));
            }
        }

        /** Whether an exception of this reason would be kept. */
        boolean wants(Reason reason) {
            return first.size() < LIMIT || unreadable.isEmpty() || !reason.isUndecoded() && damaged.isEmpty();
        }

        List<CorruptTableException> reasons() {
            return List.copyOf(first);
        }

        long count() {
            return count;
        }

        /** The first block that could not be read, for whatever reason. */
        Optional<CorruptTableException> firstUnreadable() {
            return unreadable;
        }

        /** The first block that is damaged, not just of a kind that is not known. */
        Optional<CorruptTableException> firstDamaged() {
            return damaged;
        }
    }

    /**
     * Brings the stored keys of a table into the usual form: user key, then a tag of 8 bytes. Basho's LevelDB has
     * another one: keys that expire, of kind 2 and 3, have the time between the two, and a filter that was built over
     * the user key alone (basho/leveldb b91d5ce, {@code db/dbformat.h}). In Pebble's format 4 the kind has a flag for
     * entries that newer ones hide (PB-3). Not thread-safe.
     */
    private static final class StoredKeys {
        private static final int FIRST_EXPIRING_KIND = 2;
        private static final int LAST_EXPIRING_KIND = 3;
        private static final int EXPIRY_LENGTH = Long.BYTES;
        private static final int OBSOLETE = 0x40;
        private static final int FORMAT_WITH_OBSOLETE = 4;

        private final boolean mayExpire;
        private final boolean mayBeObsolete;
        private byte[] key = {};
        private int length;
        private byte[] shortened = {};

        StoredKeys(TableStructure structure) {
            this.mayExpire = structure.origin().basho();
            this.mayBeObsolete = structure.footer().pebbleFormat() == FORMAT_WITH_OBSOLETE;
        }

        /** Takes the next stored key; the array is only read, and only until the one after it is taken. */
        void take(byte[] stored, int storedLength) {
            key = stored;
            length = storedLength;
            if (mayExpire && KeyFormat.USER_KEY.allows(storedLength - EXPIRY_LENGTH)) {
                int tag = KeyFormat.USER_KEY.filterKeyLength(storedLength);
                if (stored[tag] >= FIRST_EXPIRING_KIND && stored[tag] <= LAST_EXPIRING_KIND) {
                    dropExpiry(stored, tag, storedLength);
                }
            }
            if (mayBeObsolete && KeyFormat.USER_KEY.allows(storedLength)) {
                int kind = KeyFormat.USER_KEY.filterKeyLength(storedLength);
                if ((stored[kind] & OBSOLETE) != 0) {
                    copy(stored, storedLength)[kind] &= ~OBSOLETE;
                }
            }
        }

        private byte[] copy(byte[] stored, int storedLength) {
            if (shortened.length < storedLength) {
                shortened = new byte[storedLength + Math.min(storedLength, KeyStatistics.MAX_GROWTH)];
            }
            System.arraycopy(stored, 0, shortened, 0, storedLength);
            key = shortened;
            return shortened;
        }

        private void dropExpiry(byte[] stored, int tag, int storedLength) {
            if (shortened.length < storedLength) {
                shortened = new byte[storedLength + Math.min(storedLength, KeyStatistics.MAX_GROWTH)];
            }
            int userKeyLength = tag - EXPIRY_LENGTH;
            System.arraycopy(stored, 0, shortened, 0, userKeyLength);
            System.arraycopy(stored, tag, shortened, userKeyLength, storedLength - tag);
            key = shortened;
            length = storedLength - EXPIRY_LENGTH;
        }
    }
}
