// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.Iterators;
import java.math.BigInteger;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.query/1}. Answers are given while they are printed, each for a question of the user. */
record QueryJson(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        @Nullable String search,
        Iterator<Answer> answers) {
    private record Answer(String key, @Nullable BigInteger blockOffset, String answer) {
        private static Answer of(QueryAnswer answer) {
            return new Answer(
                    HexFormat.of().formatHex(answer.key()),
                    answer.blockOffset().isPresent()
                            ? Json.unsigned(answer.blockOffset().getAsLong())
                            : null,
                    answer.mayMatch() ? "may-match" : "absent");
        }
    }

    static QueryJson of(Outcome<QueryResult> outcome) {
        Optional<QueryResult> result = outcome.found();
        return new QueryJson(
                "filterblock.query/1",
                outcome.name(),
                outcome.status(),
                outcome.reason().orElse(null),
                result.map(found -> found.search().id()).orElse(null),
                result.map(answers -> Iterators.transform(answers, Answer::of)).orElse(Collections.emptyIterator()));
    }
}
