// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.publish/1}.
 *
 * @param format {@code go-zero} or {@code redisbloom}
 * @param key the Redis key
 * @param keys number of keys that were added, each as often as it was found
 * @param bits of the filter, all its layers together
 * @param bytes of the string or of the layers
 * @param expectedRate the expected share of absent keys that match, 0 to 1
 * @param destination where the filter went or would have gone; null for a dry run without one
 * @param written whether it was written there
 * @param line what a reader writes to ask the filter
 */
record PublishDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        String format,
        String key,
        long keys,
        long bits,
        long bytes,
        double expectedRate,
        @Nullable String destination,
        boolean written,
        String line)
        implements Document {}
