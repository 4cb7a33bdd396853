// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Arrays;

/** Any bytes as the end of a table: it has a footer, or is refused with a reason, and nothing outside is read. */
class FooterFuzzTest {
    private static final int BODY = 1000;
    private static final byte[] MAGIC = {0x57, (byte) 0xfb, (byte) 0x80, (byte) 0x8b, 0x24, 0x75, 0x47, (byte) 0xdb};
    private static final byte[] ROCKSDB_MAGIC = {
        (byte) 0xf7, (byte) 0xcf, (byte) 0xf4, (byte) 0x85, (byte) 0xb7, 0x41, (byte) 0xe2, (byte) 0x88
    };

    @FuzzTest(maxDuration = "10m")
    void anyEndIsAFooterOrIsRefused(byte[] input) throws IOException {
        open(input);
        open(behindABody(input, new byte[0]));
        open(behindABody(input, MAGIC));
        open(behindABody(input, ROCKSDB_MAGIC));
    }

    private static byte[] behindABody(byte[] input, byte[] magic) {
        byte[] table = Arrays.copyOf(new byte[BODY], BODY + input.length + magic.length);
        System.arraycopy(input, 0, table, BODY, input.length);
        System.arraycopy(magic, 0, table, BODY + input.length, magic.length);
        return table;
    }

    private static void open(byte[] table) throws IOException {
        try (TableFile file = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(table), "fuzz"))) {
            checkHandle(file, file.footer().metaindex(), table.length);
            checkHandle(file, file.footer().index(), table.length);
            file.openFilter();
            file.index();
        } catch (CorruptTableException e) {
            if (e.reason() == null || e.getMessage().isEmpty()) {
                throw new AssertionError("no reason", e);
            }
        }
    }

    private static void checkHandle(TableFile file, BlockHandle handle, int length) throws IOException {
        try {
            file.ignoringChecksums().read(handle);
            if (!handle.liesInside(length)) {
                throw new AssertionError("read " + handle + " of " + length + " bytes");
            }
        } catch (CorruptTableException e) {
            if (handle.liesInside(length)) {
                throw e; // whatever lies inside can be read as it is stored
            }
        }
    }
}
