// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TableFile;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;

/**
 * A table written again in memory.
 *
 * @param bytes the new file
 * @param result what was done to it
 */
record Rebuilt(byte[] bytes, TableResult result) {

    static TableFile open(byte[] table) throws IOException {
        return TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(table), "in memory"));
    }

    static Rebuilt of(byte[] table, FilterPlan plan) throws IOException {
        return of(table, plan, FilterHints.NONE);
    }

    static Rebuilt of(byte[] table, FilterPlan plan, FilterHints hints) throws IOException {
        TableRebuild rebuild = TableRebuild.of(open(table), plan, hints);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        rebuild.writeTo(Channels.newChannel(out));
        return new Rebuilt(out.toByteArray(), rebuild.result());
    }

    /** Writes this table again. */
    Rebuilt again(FilterPlan plan) throws IOException {
        return of(bytes, plan);
    }
}
