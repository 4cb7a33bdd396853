// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Rule;
import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.database.VersionEdit.Bounds;
import io.github.filterblock.database.VersionEdit.Origin;
import io.github.filterblock.table.FilterContents.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which keys of a table's file a database shows, and how. It is all of them, but for Pebble (DB-10): several virtual
 * tables may be parts of a file, each with bounds and perhaps with another prefix or suffix of its keys. Immutable.
 */
public final class KeyView {
    /** All keys of a file, as they are. */
    public static final KeyView ALL = new KeyView(
            List.of(new Part(Optional.empty(), Optional.empty(), Origin.OF_ITS_NUMBER, OptionalLong.empty())));

    /** The kinds of a bound that is no key, with the highest sequence number: a range ends before it. */
    private static final Set<Integer> END_OF_RANGE = Set.of(15, 19, 20, 21);

    private final List<Part> parts;

    /** Whether a key is one of the database. */
    public enum Shown {
        YES,
        NO,
        /** The order of keys is not known, or the database shows them with another suffix. */
        UNKNOWN
    }

    private KeyView(List<Part> parts) {
        this.parts = parts;
    }

    /** The view of a file, by its number. */
    static KeyView of(long file, Iterable<AddedTable> tables, Optional<Order> order) {
        List<Part> parts = new ArrayList<>();
        for (AddedTable table : tables) {
            Origin origin = table.origin();
            if (origin.backing().orElse(table.number()) == file) {
                boolean isWhole = origin.backing().isEmpty() && !origin.replacesKeys();
                Optional<Bounds> bounds = isWhole ? Optional.empty() : Optional.of(table.bounds());
                parts.add(new Part(bounds, order, origin, table.bounds().commonSequence()));
            }
        }
        return new KeyView(List.copyOf(parts));
    }

    /** {@return the tables of the database that are parts of the file, at least one} */
    public List<Part> parts() {
        return parts;
    }

    /**
     * Why no key of the file is shown as a key.
     *
     * @param key a user key of the database
     * @return the reason, in one sentence; empty if the file may have such a key
     */
    public Optional<String> obstacle(byte[] key) {
        if (parts.stream().anyMatch(part -> part.shows(key) != Shown.NO)) {
            return Optional.empty();
        }
        boolean begins = parts.stream().anyMatch(part -> Part.startsWith(key, part.origin.prefix()));
        String why = begins
                ? "the key lies outside the bounds that the MANIFEST gives the table"
                : "the key does not begin with the prefix that the MANIFEST gives all keys of the table";
        return Optional.of(why + " (" + Rule.DB_10 + ")");
    }

    /** {@return whether the database shows keys with another suffix than the file has, so that none is found in it} */
    public boolean replacesSuffixes() {
        return parts.stream().anyMatch(Part::replacesSuffixes);
    }

    /** Whether the database shows keys with another prefix or suffix than the file has. */
    boolean replacesKeys() {
        return parts.stream().anyMatch(part -> part.origin.replacesKeys());
    }

    /** A table of the database: a file, or a part of one. Immutable. */
    public static final class Part {
        private final Optional<Bounds> bounds;
        private final Optional<Order> order;
        private final Origin origin;
        private final OptionalLong commonSequence;

        private Part(Optional<Bounds> bounds, Optional<Order> order, Origin origin, OptionalLong commonSequence) {
            this.bounds = bounds;
            this.order = order;
            this.origin = origin;
            this.commonSequence = commonSequence;
        }

        /**
         * {@return the sequence number that the program gives all keys of the table, whatever their tags say, 0 to 2^56
         * - 1; empty if the tags count} An ingested table has no numbers of its own.
         */
        public OptionalLong commonSequence() {
            return commonSequence;
        }

        /** {@return whether the database shows the keys with another suffix than the file has} */
        public boolean replacesSuffixes() {
            return origin.replacesSuffixes();
        }

        /**
         * Whether the table can have a key.
         *
         * @param key a user key of the database
         * @return no if it lies outside the bounds, or does not begin as all keys of the table do
         */
        public Shown shows(byte[] key) {
            if (bounds.isEmpty()) {
                return Shown.YES;
            }
            boolean begins = startsWith(key, origin.prefix());
            if (!begins || order.isPresent() && !contains(bounds.get(), key, order.get())) {
                return Shown.NO;
            }
            return order.isEmpty() || replacesSuffixes() ? Shown.UNKNOWN : Shown.YES;
        }

        private static boolean startsWith(byte[] key, byte[] prefix) {
            return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
        }

        /**
         * How the file has a key.
         *
         * @param key a user key of the database that begins as all keys of the table do
         * @return the rest of it, perhaps the same array
         */
        public byte[] inFile(byte[] key) {
            int length = origin.prefix().length;
            return length == 0 ? key : Arrays.copyOfRange(key, length, key.length);
        }

        /**
         * How the database shows a key, but for the suffix.
         *
         * @param key a user key of the file
         * @return the key with the prefix, perhaps the same array
         */
        public byte[] inDatabase(byte[] key) {
            byte[] prefix = origin.prefix();
            if (prefix.length == 0) {
                return key;
            }
            byte[] all = Arrays.copyOf(prefix, prefix.length + key.length);
            System.arraycopy(key, 0, all, prefix.length, key.length);
            return all;
        }

        private static boolean contains(Bounds bounds, byte[] key, Order order) {
            byte[] largest = bounds.largest();
            byte[] smallest = bounds.smallest();
            if (!InternalKey.hasRoomForTag(largest.length) || !InternalKey.hasRoomForTag(smallest.length)) {
                return true; // bounds without tags say nothing
            }
            int toLast = order.compare(key, InternalKey.userKey(largest));
            return order.compare(InternalKey.userKey(smallest), key) <= 0
                    && (toLast < 0 || toLast == 0 && !isEndOfRange(largest));
        }

        /** Pebble's {@code IsExclusiveSentinel}. */
        private static boolean isEndOfRange(byte[] bound) {
            return END_OF_RANGE.contains(InternalKey.kind(bound, bound.length))
                    && InternalKey.sequence(bound, bound.length) == InternalKey.MAX_SEQUENCE;
        }
    }
}
