// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.netty.buffer.Unpooled;
import java.io.IOException;

/** Tables that are bytes of a test's own. */
final class InMemory {
    private InMemory() {}

    /** Opens a table; it need not be closed. */
    static TableFile open(byte[] bytes) throws IOException {
        return TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(bytes), "in memory"));
    }

    static TableReport analysis(byte[] bytes) throws IOException {
        return TableReport.of(open(bytes));
    }
}
