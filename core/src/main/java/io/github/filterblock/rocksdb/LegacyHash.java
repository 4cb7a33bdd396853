// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

/** Which of LevelDB's two hashes a legacy filter is probed with. Its bytes do not say which is right (RF-14). */
public enum LegacyHash {
    /** With a signed tail: every RocksDB, and Pebble from 2020-04-17 on. */
    SIGNED,
    /** With an unsigned tail: Pebble before that date. */
    UNSIGNED,
    /** With both: a key is denied only if both deny it. */
    EITHER
}
