// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A question about a key.
 *
 * @param key the bytes; not to be changed
 * @param text the key as it was written; null where a data block was named
 * @param blockOffset the data block whose filter is asked, unsigned; empty for a plain key
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
record Question(byte[] key, @Nullable String text, OptionalLong blockOffset) {
    boolean isOfKey() {
        return blockOffset.isEmpty();
    }
}
