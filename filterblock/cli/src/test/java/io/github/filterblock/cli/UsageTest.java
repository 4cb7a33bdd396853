// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong usage is told in one line, help and version are asked for. */
class UsageTest {
    private static final Path TABLE = Golden.path("tb123-onekey");

    @Test
    void onlyWhatIsWrongIsCalledWrong() {
        Path out = Path.of("out");
        ToolRun run = ToolRun.of("rebuild", "-b", "14", TABLE, out);
        run.assertOneLineOfError(2, "there is no option '-b'");
        assertFalse(run.err().contains("out'"), run.err());
        ToolRun.of("rebuild", TABLE, out, "more").assertOneLineOfError(2, "unexpected argument 'more'");
        ToolRun.of("audit", "--seeds", "1", TABLE).assertOneLineOfError(2, "'--seeds', did you mean '--seed'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "verify", "query", "rebuild", "audit"})
    void choicesThatDoNotExistAreWrongUsage(String verb) {
        ToolRun.of(verb, "--dialect", "no-such-dialect", TABLE, "a")
                .assertOneLineOfError(2, "no-such-dialect", "leveldb-1.17-signed", "goleveldb", "rocksdb-block");
        ToolRun.of(verb, "--dialect", "LEVELDB_117_SIGNED", TABLE, "a").assertOneLineOfError(2, "LEVELDB_117_SIGNED");
        ToolRun.of(verb, "--key-domain", "raw", TABLE, "a").assertOneLineOfError(2, "raw");
        ToolRun.of(verb, "--dialect", "leveldb", "--dialect", "goleveldb", TABLE, "a")
                .assertOneLineOfError(2, "--dialect");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "many", ""})
    void jobsAreAtLeastOne(String jobs) {
        for (String verb : List.of("inspect", "verify", "audit")) {
            ToolRun.of(verb, "--jobs=" + jobs, TABLE).assertOneLineOfError(2, "--jobs");
        }
    }

    @Test
    void stackTracesAreShownOnlyOnDemand() {
        Path none = Path.of("no-such-directory", "probes");
        ToolRun.of("query", TABLE, "--questions", none).assertOneLineOfError(3, "no such file");
        ToolRun debug = ToolRun.of("query", "--debug", TABLE, "--questions", none);
        assertEquals(3, debug.status());
        assertTrue(debug.err().contains("\tat "), debug.err());
    }
}
