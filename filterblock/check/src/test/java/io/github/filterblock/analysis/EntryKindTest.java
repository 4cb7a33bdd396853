// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryKindTest {
    /** Basho's LevelDB has the numbers 2 and 3 for other kinds. */
    @ParameterizedTest
    @CsvSource({
        "false, '0 delete, 1 put, 2 merge, 7 single-delete, 15 delete-range, 17 put-blob, 18 put-deleting,"
                + " 20 delete-with-timestamp, 22 put-entity, 23 delete-sized, 24 put-timed'",
        "true, '0 delete, 1 put, 2 put-expiring, 3 put-expiring-at, 7 single-delete, 15 delete-range, 17 put-blob,"
                + " 18 put-deleting, 20 delete-with-timestamp, 22 put-entity, 23 delete-sized, 24 put-timed'"
    })
    void kindsAreFoundByTheirNumbers(boolean basho, String kinds) {
        assertEquals(
                kinds,
                IntStream.range(0, 256)
                        .boxed()
                        .flatMap(number -> EntryKind.of(number, basho).stream().map(kind -> number + " " + kind.id()))
                        .collect(Collectors.joining(", ")));
    }

    @Test
    void fourKindsDelete() {
        assertEquals(
                "0 7 20 23",
                IntStream.range(0, 256)
                        .filter(EntryKind::deletes)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(" ")));
    }
}
