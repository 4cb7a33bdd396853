// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.Windows;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;

/**
 * Builds the filter block of a table from its keys, by the calls that a table writer makes: {@code startBlock} with the
 * offset of each data block, and finally with the end of the data (FB-15).
 *
 * @param table the table; stays open
 * @param structure what leads to its data
 * @param dataEnd the end of the data as its writer saw it
 */
record FilterBuild(TableFile table, TableStructure structure, long dataEnd) {

    byte[] block(BloomFilterPolicy policy, KeyFormat domain, int baseLg) throws IOException {
        FilterBlockBuilder builder = new FilterBlockBuilder(policy, baseLg);
        try {
            TableKeys.visit(table, structure, domain, (blockOffset, key, length) -> {
                builder.startBlock(blockOffset);
                builder.addKey(key, 0, length);
            });
            builder.startBlock(dataEnd);
            byte[] block = new byte[Math.toIntExact(builder.sizeInBytes())];
            ByteBuf dst = Unpooled.wrappedBuffer(block).clear();
            builder.finishBuf(dst);
            return block;
        } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
            // The offsets ascend and the numbers are in range, so it is the size of the block or of a filter.
            Parameter parameter = baseLg < Windows.DEFAULT_BASE_LG ? Parameter.BASE_LG : Parameter.BITS_PER_KEY;
            throw new UnwritableFilterException(
                    table.name(), parameter, "the filter cannot be built: " + e.getMessage());
        }
    }
}
