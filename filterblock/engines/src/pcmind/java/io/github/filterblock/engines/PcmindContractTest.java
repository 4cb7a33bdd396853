// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;

class PcmindContractTest extends EngineContract {
    @Override
    Engine engine(int writeBuffer) {
        return new Pcmind(writeBuffer);
    }

    /** The filters are the same bits, so they let the same keys pass. */
    @Override
    void check(Map<Layout, LookupCost> absent) {
        assertEquals(
                absent.get(Layout.OWN).blocksPerGet(),
                absent.get(Layout.WINDOWS).blocksPerGet(),
                0.01);
    }
}
