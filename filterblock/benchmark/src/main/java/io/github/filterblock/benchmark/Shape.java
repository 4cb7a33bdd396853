// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Keys.Law;
import io.github.filterblock.benchmark.Questions.Mode;
import java.util.Optional;

/** An operation, whichever side does it. */
public sealed interface Shape {

    /** Prepares it; empty if that side cannot do it. */
    Optional<Work> on(Side side);

    /** What native_bench.cc calls it, if it does it. */
    default String nativeCase() {
        throw new UnsupportedOperationException(this + " is not in native_bench.cc");
    }

    /** The work of other libraries, which lack some of the ways of this one. */
    default Shape forPeers() {
        return this;
    }

    /** Whether the memory for what is made is new each time. */
    enum Memory {
        NEW,
        REUSED;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Filters of that many keys, one after the other, over at least 65,536 keys or one filter. */
    record Create(int keysPerFilter, Law law, Memory memory) implements Shape {
        int filters() {
            return Math.max(1, Questions.IN_CACHE / keysPerFilter);
        }

        int filtersPerChunk() {
            return Math.max(1, Math.min(filters(), Questions.PER_CHUNK / keysPerFilter));
        }

        @Override
        public Optional<Work> on(Side side) {
            return side.create(this);
        }

        @Override
        public String nativeCase() {
            return "create " + keysPerFilter + " " + law + " " + memory;
        }
    }

    /** A filter block for that many data blocks of 4 KiB, 40 keys in each. */
    record Build(int blocks, Memory builder) implements Shape {
        @Override
        public Optional<Work> on(Side side) {
            return side.build(this);
        }

        @Override
        public Shape forPeers() {
            return new Build(blocks, Memory.NEW);
        }

        @Override
        public String nativeCase() {
            return "build " + blocks;
        }
    }

    /** Questions to single filters, which together hold the keys of one table. */
    record AskFilters(int keysPerFilter, Mode mode) implements Shape {
        int filters() {
            return Math.max(1, Keys.PER_TABLE / keysPerFilter);
        }

        @Override
        public Optional<Work> on(Side side) {
            return side.askFilters(this);
        }

        @Override
        public String nativeCase() {
            return "filter " + keysPerFilter + " " + mode;
        }
    }

    /** How our readers get their blocks. */
    enum Door {
        COPY_OF_HEAP,
        COPY_OF_DIRECT,
        RETAINING_DIRECT,
        RETAINING_POOLED;

        /** Whether readers keep the buffer. */
        boolean retains() {
            return this == RETAINING_DIRECT || this == RETAINING_POOLED;
        }
    }

    /** How our readers are asked; all others are always asked one question at a time. */
    enum Manner {
        SINGLE,
        /** 64 at a time. */
        BATCH
    }

    /** Questions to the filter blocks of that many tables of 2 MiB. */
    record Lookup(int tables, int questions, Mode mode, Door door, Manner manner) implements Shape {
        @Override
        public Optional<Work> on(Side side) {
            return side.lookup(this);
        }

        @Override
        public Shape forPeers() {
            return new Lookup(tables, questions, mode, Door.COPY_OF_HEAP, Manner.SINGLE);
        }

        @Override
        public String nativeCase() {
            return "reader " + tables + " " + questions + " " + mode;
        }
    }

    /** Each key asked of eight tables, of which all have it or none has. */
    record SharedLookup(Mode mode) implements Shape {
        @Override
        public Optional<Work> on(Side side) {
            return side.sharedLookup(this);
        }

        @Override
        public String nativeCase() {
            return "shared " + mode;
        }
    }

    /** Questions to tables whose filter blocks have one filter each. */
    record TableLookup(int tables, int keysPerTable, int questions, Mode mode) implements Shape {
        @Override
        public Optional<Work> on(Side side) {
            return side.tableLookup(this);
        }

        @Override
        public String nativeCase() {
            return "table " + tables + " " + keysPerTable + " " + questions + " " + mode;
        }
    }

    /** Questions to one of RocksDB's full filters, which that library's program made. */
    record FullLookup(FullKind kind, int keys, int questions, Mode mode) implements Shape {
        /** The name of the file with the filter. */
        String file() {
            return kind + "-" + keys + ".filter";
        }

        @Override
        public Optional<Work> on(Side side) {
            return side.fullLookup(this);
        }

        @Override
        public String nativeCase() {
            return "full " + kind + " " + keys + " " + questions + " " + mode;
        }
    }

    /** The kinds of full filters. */
    enum FullKind {
        FAST,
        LEGACY,
        RIBBON;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** An engine's questions for keys that a table does not have, with filters for windows or one for the table. */
    record Denial(boolean onePerTable) implements Shape {
        @Override
        public Optional<Work> on(Side side) {
            return side.denial(this);
        }

        @Override
        public String nativeCase() {
            return "denial " + (onePerTable ? "table" : "windows");
        }
    }

    /** The positions of keys of that length in a filter of go-zero for a million keys. */
    record Positions(int keyLength) implements Shape {
        static final int KEYS_OF_FILTER = 1_000_000;

        @Override
        public Optional<Work> on(Side side) {
            return side.positions(this);
        }
    }
}
