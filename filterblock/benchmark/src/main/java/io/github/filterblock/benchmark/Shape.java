// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Locale;

/** An operation, whichever side does it. */
public sealed interface Shape {

    /** The same as the other libraries do it, which lack some of the ways of this one. */
    default Shape forPeers() {
        return this;
    }

    /** The words by which the native programs know it: what it is, and its values in order. */
    default String words() {
        return toString().replaceAll("\\w+=|\\W", " ").toLowerCase(Locale.ROOT);
    }

    /** Whether the memory for what is made is new each time. */
    enum Memory {
        NEW,
        REUSED
    }

    /** How long keys are: 16 bytes, or 8 to 40, all lengths alike often. */
    enum Law {
        FIXED,
        MIXED
    }

    /** Filters of that many keys, one after the other, over at least 65,536 keys or one filter. */
    record Create(int keysPerFilter, Law law, Memory memory) implements Shape {
        public int filters() {
            return Math.max(1, Ask.IN_CACHE / keysPerFilter);
        }
    }

    /** A full filter of RocksDB over that many keys, the same again and again. */
    record CreateFull(Target target, int keys) implements Shape {}

    /** A filter block for that many data blocks of 4 KiB, 40 keys in each. */
    record Build(int blocks, Memory builder) implements Shape {
        @Override
        public Shape forPeers() {
            return new Build(blocks, Memory.NEW);
        }
    }

    /** What is asked. */
    enum Target {
        /** Single filters. */
        FILTERS,
        /** The filter blocks of tables of 2 MiB. */
        WINDOWS,
        /** All filter blocks of eight tables about each key, which all of them have or none has. */
        SHARED,
        /** Filter blocks with one filter for the whole table. */
        TABLES,
        /** An engine with filters for windows. */
        DENIAL_WINDOWS,
        /** An engine with one filter for the table. */
        DENIAL_TABLE,
        /** An engine with a fast local Bloom filter. */
        DENIAL_FAST,
        /** Full filters of RocksDB, which that library's program made. */
        FAST,
        LEGACY,
        RIBBON;

        public boolean isFull() {
            return compareTo(FAST) >= 0;
        }
    }

    /** Whether the keys are there. */
    enum Mode {
        HIT,
        MISS
    }

    /** How our readers get their blocks, and are asked. */
    enum Way {
        COPY_OF_HEAP,
        COPY_OF_DIRECT,
        RETAINING_DIRECT,
        RETAINING_POOLED,
        /** Copies of the heap, or full filters, asked 64 questions at a time. */
        BATCH
    }

    /**
     * Questions to filters.
     *
     * @param tables how many filters or tables are asked at random
     */
    record Ask(Target target, int tables, int keysPerTable, int questions, Mode mode, Way way) implements Shape {
        /** The number of questions where the filters fit the cache, and where they do not. */
        public static final int IN_CACHE = 65_536;

        public static final int COLD = 1 << 20;

        /** Hits in the cache, one question at a time. */
        public Ask(Target target, int tables, int keysPerTable) {
            this(target, tables, keysPerTable, IN_CACHE, Mode.HIT, Way.COPY_OF_HEAP);
        }

        public Ask cold() {
            return new Ask(target, tables, keysPerTable, COLD, mode, way);
        }

        public Ask with(Mode other) {
            return new Ask(target, tables, keysPerTable, questions, other, way);
        }

        public Ask by(Way other) {
            return new Ask(target, tables, keysPerTable, questions, mode, other);
        }

        @Override
        public Shape forPeers() {
            return by(Way.COPY_OF_HEAP);
        }

        /** The name of the file with a full filter. */
        public String file() {
            return target.name().toLowerCase(Locale.ROOT) + "-" + keysPerTable + ".filter";
        }
    }

    /** The positions of keys of that length in a filter of go-zero for a million keys. */
    record Positions(int keyLength) implements Shape {
        public static final int KEYS_OF_FILTER = 1_000_000;
    }
}
