// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

/** The two manners of answering, for tests that go through both. */
enum Manner {
    SAFE {
        @Override
        FilterBlockReader of(FilterBlockReader reader) {
            return reader;
        }
    },

    LIKE_LEVELDB {
        @Override
        FilterBlockReader of(FilterBlockReader reader) {
            return reader.likeLevelDb();
        }
    };

    abstract FilterBlockReader of(FilterBlockReader reader);
}
