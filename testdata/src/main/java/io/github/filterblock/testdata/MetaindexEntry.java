// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
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
public record MetaindexEntry(String key, @At("value_hex") byte[] value, Optional<Handle> handle) {}
