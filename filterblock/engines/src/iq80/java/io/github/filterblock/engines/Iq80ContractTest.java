// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;

class Iq80ContractTest extends EngineContract {
    @BeforeAll
    static void begin() throws IOException {
        Results.begin();
    }

    @Override
    Engine withSmallTables() {
        return Iq80.withSmallTables();
    }

    @Override
    Engine engine() {
        return Iq80.usual();
    }

    /** One filter is asked before the index is searched, which is most of what a denial costs. */
    @Override
    void check(Results results) {
        double windows = results.absent(Layout.WINDOWS).cpuNanosPerGet();
        double table = results.absent(Layout.TABLE).cpuNanosPerGet();
        assertTrue(table <= 0.4 * windows, table + " ns with one filter, " + windows + " ns with windows");
    }
}
