// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Keys.Law;
import io.github.filterblock.benchmark.Questions.Mode;
import java.util.Optional;

/** What is to be done, whoever does it. */
public sealed interface Shape {

    /** Prepares it; nothing if that side cannot do it. */
    Optional<Work> on(Side side);

    /** What native_bench.cc calls it. */
    String nativeCase();

    /** What others than this library are to do, which have not all of its ways. */
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

    /** Where our builder writes. */
    enum Output {
        HEAP,
        DIRECT
    }

    /** A filter block for that many data blocks of 4 KiB, 40 keys in each. */
    record Build(int blocks, Memory builder, Output output) implements Shape {
        Build(int blocks, Memory builder) {
            this(blocks, builder, Output.HEAP);
        }

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
        /** The array itself. */
        WRAPPING_ARRAY,
        COPY_OF_HEAP,
        COPY_OF_DIRECT,
        COPY_OF_COMPOSITE,
        RETAINING_HEAP,
        RETAINING_DIRECT,
        RETAINING_POOLED_DIRECT,
        /** All of these in turns, table after table. */
        MIXED;

        /** The door for a table. */
        Door of(int table) {
            return this == MIXED ? values()[table % MIXED.ordinal()] : this;
        }
    }

    /** How our readers are asked; everybody else is always asked a question at a time, with keys in an array. */
    enum Manner {
        SINGLE,
        /** 64 at a time. */
        BATCH,
        KEYS_IN_HEAP_BUFFER,
        KEYS_IN_DIRECT_BUFFER
    }

    /** Questions to the filter blocks of that many tables of 2 MiB. */
    record Lookup(int tables, int questions, Mode mode, Door door, Manner manner) implements Shape {
        @Override
        public Optional<Work> on(Side side) {
            return side.lookup(this);
        }

        @Override
        public Shape forPeers() {
            return new Lookup(tables, questions, mode, Door.WRAPPING_ARRAY, Manner.SINGLE);
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
}
