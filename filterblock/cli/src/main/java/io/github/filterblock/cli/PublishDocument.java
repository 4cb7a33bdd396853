// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.publish/1}; all but the first members are null where there is no filter.
 *
 * @param format {@code go-zero} or {@code redisbloom}
 * @param key the Redis key
 * @param keys number of keys that were added, each as often as it was found
 * @param bits of the filter
 * @param bytes of the string or of the layers
 * @param expectedRate the expected share of absent keys that match
 * @param destination where the filter went or would have gone; null for a dry run without one
 * @param written whether it was written there
 * @param line what a reader writes to ask the filter
 */
record PublishDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        @Nullable String format,
        @Nullable String key,
        @Nullable Long keys,
        @Nullable Long bits,
        @Nullable Long bytes,
        @Nullable Double expectedRate,
        @Nullable String destination,
        boolean written,
        @Nullable String line)
        implements Document {}
