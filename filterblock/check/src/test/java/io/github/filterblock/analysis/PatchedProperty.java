// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.Seal;
import io.github.filterblock.table.TableFile;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A table of RocksDB with another value of a property, of the same length, whose checksum fits. */
public final class PatchedProperty {
    private PatchedProperty() {}

    /**
     * Changes a copy of a table.
     *
     * @param table the table; stays as it is
     * @param property the end of its name, as far as it shares nothing with the name before
     * @param from the first characters of the value
     * @param to others, as many
     */
    public static byte[] in(byte[] table, String property, String from, String to) throws IOException {
        TableFile file = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(table), "in memory"));
        Footer footer = file.footer();
        BlockHandle handle = file.structure().metaindex().stream()
                .filter(entry -> entry.key().equals("rocksdb.properties"))
                .findFirst()
                .flatMap(entry -> entry.handle())
                .orElseThrow();
        byte[] patched = table.clone();
        String text = new String(patched, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(from, text.indexOf(property, (int) handle.offset()));
        System.arraycopy(to.getBytes(StandardCharsets.ISO_8859_1), 0, patched, at, to.length());
        Seal.block(patched, footer, handle);
        return patched;
    }
}
