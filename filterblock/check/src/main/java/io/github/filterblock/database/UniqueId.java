// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.arithmetic.Xxh3;
import io.github.filterblock.coding.Varint;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What tells a table of RocksDB from every other one (DB-9): a number of the session of the program that wrote it, and
 * a hash of its database and its session, with the number that its file had first. From 7.2 on the MANIFEST has it too.
 *
 * @param session the lower 64 bits of the session
 * @param origin the hash, with the bits of the file's number turned over
 */
record UniqueId(long session, long origin) {
    private static final String DATABASE = "rocksdb.creating.db.identity";
    private static final String SESSION = "rocksdb.creating.session.identity";
    private static final String FILE = "rocksdb.original.file.number";

    private static final int DIGITS = 36;
    private static final int LOWER_DIGITS = 12;
    private static final int MOST_DIGITS = 24;
    private static final int MOST_OF_A_NAME = 64;

    /** What the properties say of a table's origin, as far as they were found. */
    private static final class Properties {
        private byte[] database = {};
        private String session = "";
        private long file;

        void add(KeyValueBlock.Cursor cursor) {
            if (cursor.keyLength() > MOST_OF_A_NAME) {
                return;
            }
            switch (new String(cursor.copyOfKey(), StandardCharsets.ISO_8859_1)) {
                case DATABASE -> database = cursor.copyOfValue();
                case SESSION -> session = new String(cursor.copyOfValue(), StandardCharsets.ISO_8859_1);
                case FILE -> file = number(cursor.copyOfValue());
                default -> {} // another property
            }
        }

        private static long number(byte[] value) {
            int length = Varint.length(value, 0, value.length);
            return length < 0 ? 0 : Varint.value(value, 0, length);
        }
    }

    /** The id in its stored form; empty for zeros, which mean that there is none. */
    static Optional<UniqueId> inManifest(byte[] stored) {
        ByteBuffer numbers = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
        UniqueId id = new UniqueId(numbers.getLong(), numbers.getLong());
        return id.session == 0 && id.origin == 0 ? Optional.empty() : Optional.of(id);
    }

    /**
     * Compares the id in the MANIFEST with the one that follows from a table's properties; RocksDB does so when it
     * opens the table ({@code BlockBasedTable::Open}).
     */
    Optional<Finding> check(LiveTable live, TableFile table, TableStructure structure) throws IOException {
        return of(table, structure)
                .filter(found -> !found.equals(this))
                .map(found -> new Finding(
                        Rule.DB_9,
                        live.recordOffset(),
                        "the unique id of the table is not the one that the MANIFEST gives, so it is another table;"
                                + " RocksDB refuses it unless verify_sst_unique_id_in_manifest is off"));
    }

    /**
     * The id that follows from a table's properties.
     *
     * @return empty if they cannot be read, do not say enough, or in a form that is not known
     */
    static Optional<UniqueId> of(TableFile table, TableStructure structure) throws IOException {
        Optional<MetaindexEntry> entry = structure.propertiesEntry();
        if (entry.isEmpty() || structure.propertiesDamage().isPresent()) {
            return Optional.empty();
        }
        try {
            Properties properties = new Properties();
            KeyValueBlock.Cursor cursor =
                    table.ignoringChecksums().read(entry.get()).entries().cursor();
            while (cursor.next()) {
                properties.add(cursor);
            }
            return of(properties);
        } catch (CorruptTableException e) {
            return Optional.empty(); // the table's own findings tell
        }
    }

    private static Optional<UniqueId> of(Properties properties) {
        String session = properties.session;
        boolean isKnown = session.length() > LOWER_DIGITS
                && session.length() <= MOST_DIGITS
                && properties.file != 0
                && Xxh3.hasUpperOf128(properties.database.length);
        return isKnown ? of(properties, session.length() - LOWER_DIGITS) : Optional.empty();
    }

    /** A session is a number with up to 12 digits of base 36 for its lower 62 bits, and others for the rest. */
    private static Optional<UniqueId> of(Properties properties, int upperDigits) {
        try {
            long upper = Long.parseUnsignedLong(properties.session.substring(0, upperDigits), DIGITS);
            long lower = Long.parseUnsignedLong(properties.session.substring(upperDigits), DIGITS);
            long hash = Xxh3.upperOf128(properties.database, upper >>> 2);
            return Optional.of(new UniqueId(lower & (-1L >>> 2) | upper << (Long.SIZE - 2), hash ^ properties.file));
        } catch (NumberFormatException e) {
            return Optional.empty(); // RocksDB's fallback for other sessions is not known
        }
    }
}
