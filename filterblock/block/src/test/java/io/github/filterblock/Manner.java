// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

/** The two manners of answering, for tests that go through both. */
public enum Manner {
    SAFE {
        @Override
        public FilterBlockReader of(FilterBlockReader reader) {
            return reader;
        }
    },

    LIKE_LEVELDB {
        @Override
        public FilterBlockReader of(FilterBlockReader reader) {
            return reader.likeLevelDb();
        }
    };

    /** The reader in this manner. */
    public abstract FilterBlockReader of(FilterBlockReader reader);
}
