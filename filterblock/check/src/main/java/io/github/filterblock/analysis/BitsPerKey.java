// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

/**
 * A range of whole numbers of bits per key.
 *
 * @param least the smallest, 1 or more; 0 only if no other number fits
 * @param most the largest
 */
public record BitsPerKey(int least, int most) {
    @Override
    public String toString() {
        return least == most ? Integer.toString(least) : least + " to " + most;
    }
}
