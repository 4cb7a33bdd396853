// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.KeyValueBlockBuilder;
import io.github.filterblock.table.StoredBlock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Databases of many tiny tables, with whatever stored keys. */
public final class HandMadeDatabase {
    private static final long MAGIC = 0xdb4775248b80fb57L;

    private HandMadeDatabase() {}

    /** A database of one table with these stored keys. */
    static void write(Path directory, String... storedKeys) throws IOException {
        Files.createDirectories(directory);
        byte[] table = table(storedKeys);
        Files.write(directory.resolve("000010.ldb"), table);
        finish(directory, EditBytes.manifest(EditBytes.complete().added(0, 10, table.length)));
    }

    /** A database of tables with one key each. */
    public static void write(Path directory, int tables) throws IOException {
        Files.createDirectories(directory);
        LogWriter manifest = new LogWriter();
        manifest.add(EditBytes.complete().field(3, 100L + tables).toByteArray());
        for (int i = 0; i < tables; i++) {
            byte[] table = table(String.format("key%09d\u0001\0\0\0\0\0\0\0", i));
            long number = 10L + i;
            Files.write(directory.resolve(DatabaseFileName.ofTable(number, ".ldb")), table);
            manifest.add(new EditBytes().added(1, number, table.length).toByteArray());
        }
        finish(directory, manifest.toByteArray());
    }

    private static void finish(Path directory, byte[] manifest) throws IOException {
        Files.write(directory.resolve("MANIFEST-000005"), manifest);
        Files.writeString(directory.resolve("CURRENT"), "MANIFEST-000005\n");
    }

    /** A table with a block of these stored keys, without a filter. */
    static byte[] table(String... storedKeys) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        KeyValueBlockBuilder keys = new KeyValueBlockBuilder(16);
        for (String key : storedKeys) {
            keys.add(bytes(key), bytes("value"));
        }
        BlockHandle data = block(file, keys.contents());
        BlockHandle metaindex = block(file, new KeyValueBlockBuilder(16).contents());
        KeyValueBlockBuilder entries = new KeyValueBlockBuilder(1);
        entries.add(bytes(storedKeys[storedKeys.length - 1]), data.encode());
        BlockHandle index = block(file, entries.contents());
        byte[] footer = new byte[Footer.LENGTH];
        ByteBuffer.wrap(footer).order(ByteOrder.LITTLE_ENDIAN).putLong(Footer.LENGTH - Long.BYTES, MAGIC);
        file.writeBytes(Footer.withHandles(footer, metaindex, index));
        return file.toByteArray();
    }

    private static BlockHandle block(ByteArrayOutputStream file, byte[] contents) {
        BlockHandle handle = new BlockHandle(file.size(), contents.length);
        file.writeBytes(StoredBlock.raw(contents, BlockChecksum.CRC32C));
        return handle;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
