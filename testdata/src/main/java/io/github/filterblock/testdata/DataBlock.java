// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.OptionalLong;

/**
 * A data block of a golden table.
 *
 * <p>Immutable.
 *
 * @param offset of its first byte in the file
 * @param storedSize its length in the file in bytes, without the 5-byte trailer
 * @param type its type byte, 0..255 (TF-6)
 * @param keys how many entries it holds
 * @param uncompressedSize its length in bytes once decompressed
 */
public record DataBlock(long offset, long storedSize, int type, OptionalLong keys, OptionalLong uncompressedSize) {}
