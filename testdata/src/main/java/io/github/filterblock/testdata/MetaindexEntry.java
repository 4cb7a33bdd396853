// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.Optional;

/**
 * An entry of a table's metaindex block (TF-8).
 *
 * <p>Immutable, provided that no code changes the value's array.
 *
 * @param key for instance {@code filter.} and a policy's name
 * @param value the entry's bytes as they are stored
 * @param handle what they decode to; empty when they do not
 */
public record MetaindexEntry(String key, byte[] value, Optional<Handle> handle) {

    static MetaindexEntry from(Members members) {
        return new MetaindexEntry(
                members.textOrEmpty("key"), members.hexOrEmpty("value_hex"), Handle.from(members, "handle"));
    }
}
