// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

class PcmindContractTest extends EngineContract {
    @Override
    Engine withSmallTables() {
        return Pcmind.withSmallTables();
    }

    @Override
    Engine engine() {
        return Pcmind.usual();
    }

    /** The filters are the same bits, so they let the same keys pass. */
    @Override
    void check(Results results) {
        assertEquals(
                results.absent(Layout.OWN).blocksPerGet(),
                results.absent(Layout.WINDOWS).blocksPerGet(),
                0.01);
    }
}
