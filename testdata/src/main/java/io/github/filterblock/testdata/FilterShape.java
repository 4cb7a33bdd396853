// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonElement;
import java.util.Optional;

/**
 * The length and the number of probes of one filter.
 *
 * <p>Immutable.
 *
 * @param k the filter's last byte, 0..255: the number of probes when it is a Bloom filter (FB-6)
 * @param bitLength how many bits come before that byte
 */
public record FilterShape(int k, long bitLength) {

    /** Returns the shape in a {@code [k, bits]} list; null stands for an empty filter (FB-13). */
    static Optional<FilterShape> from(JsonElement element) {
        if (element.isJsonNull()) {
            return Optional.empty();
        }
        Row row = new Row(element.getAsJsonArray());
        return Optional.of(new FilterShape(row.small(0), row.number(1)));
    }
}
