// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.publish/1}. */
record PublishJson(
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
        @Nullable String line) {

    static PublishJson of(Outcome<PublishResult> outcome) {
        Optional<PublishResult> result = outcome.found();
        return new PublishJson(
                "filterblock.publish/1",
                outcome.name(),
                outcome.status(),
                outcome.reason().orElse(null),
                result.map(PublishResult::format).orElse(null),
                result.map(PublishResult::key).orElse(null),
                result.map(PublishResult::keys).orElse(null),
                result.map(PublishResult::bits).orElse(null),
                result.map(PublishResult::bytes).orElse(null),
                result.map(PublishResult::expectedRate).orElse(null),
                result.map(PublishResult::destination)
                        .filter(destination -> !destination.isEmpty())
                        .orElse(null),
                result.map(PublishResult::written).orElse(false),
                result.map(PublishResult::line).orElse(null));
    }
}
