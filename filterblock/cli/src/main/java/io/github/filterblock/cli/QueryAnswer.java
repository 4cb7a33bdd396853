// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableQuery;
import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * One question of a query, and its answer once it has been asked.
 *
 * @param label the key as the user wrote it
 * @param key the key's bytes
 * @param blockOffset the data block that is asked about; for a plain key only known with the answer, if at all
 * @param direct whether the filter is asked about just this data block
 * @param mayMatch the answer
 */
record QueryAnswer(String label, byte[] key, OptionalLong blockOffset, boolean direct, boolean mayMatch) {

    static QueryAnswer about(String label, byte[] key) {
        return new QueryAnswer(label, key, OptionalLong.empty(), false, true);
    }

    static QueryAnswer probe(long blockOffset, byte[] key) {
        return new QueryAnswer(HexFormat.of().formatHex(key), key, OptionalLong.of(blockOffset), true, true);
    }

    QueryAnswer askedOf(TableQuery query) {
        if (direct) {
            return new QueryAnswer(label, key, blockOffset, true, query.askFilter(blockOffset.orElseThrow(), key));
        }
        TableQuery.Answer answer = query.ask(key);
        return new QueryAnswer(label, key, answer.blockOffset(), false, answer.mayMatch());
    }
}
