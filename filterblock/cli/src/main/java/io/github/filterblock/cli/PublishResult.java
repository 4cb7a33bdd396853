// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

/**
 * The result of publishing.
 *
 * @param format {@code go-zero} or {@code redisbloom}
 * @param key the Redis key
 * @param keys number of keys that were added, each as often as it was found
 * @param bits of the filter
 * @param bytes of the string or of the layers
 * @param expectedRate the expected share of absent keys that match
 * @param destination where the filter went or would have gone
 * @param written whether it was written there
 * @param line what a reader writes to ask the filter
 */
record PublishResult(
        String format,
        String key,
        long keys,
        long bits,
        long bytes,
        double expectedRate,
        String destination,
        boolean written,
        String line) {}
