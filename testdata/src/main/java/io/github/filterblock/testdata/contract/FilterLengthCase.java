// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.LengthCase;

/**
 * A number of keys whose filter has a known length.
 *
 * @param lengths keys, bits per key and length
 */
public record FilterLengthCase(LengthCase lengths) implements LawCase {
    @Override
    public String toString() {
        return lengths.toString();
    }
}
