// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

class Iq80ContractTest extends EngineContract {
    /** Starts the table again, to which the other engine adds its rows later. */
    @BeforeAll
    static void begin() throws IOException {
        Files.createDirectories(Engine.DIRECTORY);
        Files.writeString(TABLE, "engine\tlayout\tquestion\tblocks_per_get\tcpu_ns_per_get\tfilter_percent_of_file\n");
    }

    @Override
    Engine engine(int writeBuffer) {
        return new Iq80(writeBuffer);
    }

    /** One filter is asked before the index is searched, which is most of what a denial costs. */
    @Override
    void check(Map<Layout, LookupCost> absent) {
        double windows = absent.get(Layout.WINDOWS).cpuNanosPerGet();
        for (Layout layout : List.of(Layout.TABLE, Layout.FAST_LOCAL, Layout.RIBBON)) {
            double table = absent.get(layout).cpuNanosPerGet();
            assertTrue(table <= 0.4 * windows, table + " ns with " + layout + ", " + windows + " ns with windows");
        }
    }
}
