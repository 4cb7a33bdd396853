// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

/**
 * A question before it is asked: its key and offset depend on the block.
 *
 * @param choice which of the block's keys or windows, 0 or more
 * @param offset a block offset, for questions that are about none of the block's own
 * @param key a key, for questions that are about none of the block's own
 */
record Pick(int choice, long offset, byte[] key) {}
