// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.coding.Varint;
import io.github.filterblock.rewrite.FilterChange.NewBlock;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.StoredProperties;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * RocksDB's properties of a table, with others about its filter. Names have a character for each byte. For one change.
 */
final class PropertiesBlock {
    static final String EXTERNAL_FILE = "rocksdb.external_sst_file.version";

    private final byte[] before;
    private final SortedMap<String, byte[]> values = new TreeMap<>();
    private final int restartInterval;

    private PropertiesBlock(byte[] before, KeyValueBlock block) throws CorruptTableException {
        this.before = before;
        KeyValueBlock.Cursor cursor = block.cursor();
        while (cursor.next()) {
            values.putIfAbsent(new String(cursor.copyOfKey(), StandardCharsets.ISO_8859_1), cursor.copyOfValue());
        }
        int restarts = Math.max(1, block.restartCount());
        this.restartInterval = Math.max(1, (values.size() + restarts - 1) / restarts);
    }

    /** Reads the block; RocksDB stores it raw. */
    static PropertiesBlock read(TableFile table, TableStructure structure, BlockHandle handle) throws IOException {
        byte[] stored = new byte[(int) handle.size() + 1];
        structure.readBytes(table, handle.offset(), stored, 0, stored.length);
        byte[] contents = Arrays.copyOf(stored, stored.length - 1);
        if (stored[contents.length] != 0) {
            throw new UnwritableFilterException(
                    table.name(), Parameter.NONE, "compressed properties are read but not written");
        }
        return new PropertiesBlock(contents, KeyValueBlock.wrap(contents, table.name(), handle.offset()));
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Says that the table has no filter. */
    void dropFilter() {
        sizes(0, 0);
        values.remove(StoredProperties.FILTER_POLICY);
    }

    /** Describes a filter. */
    void describe(FilterRecipe.Full recipe, long size) {
        sizes(size, recipe.additions());
        FullFilterKind kind = recipe.policy().kind();
        boolean isRibbon = kind == FullFilterKind.RIBBON;
        String named = text(StoredProperties.FILTER_POLICY);
        if (named.isEmpty() || !named.equals(FullFilterPolicy.NAME) && named.contains("ibbon") != isRibbon) {
            put(StoredProperties.FILTER_POLICY, StoredProperties.policyOf(kind));
        }
        if (!has(StoredProperties.WHOLE_KEYS) || recipe.extractor().isEmpty()) {
            put(StoredProperties.WHOLE_KEYS, "1"); // as readers assume, or since nothing else is in the filter
        }
        if (!has(StoredProperties.PREFIXES)) {
            put(StoredProperties.PREFIXES, recipe.extractor().isPresent() ? "1" : "0");
        }
    }

    /** The number of additions is stored from 6.21 on. */
    private void sizes(long size, long additions) {
        values.put(StoredProperties.FILTER_SIZE, varint(size));
        values.computeIfPresent(StoredProperties.FILTER_ENTRIES, (name, value) -> varint(additions));
    }

    private static byte[] varint(long value) {
        byte[] bytes = new byte[Varint.shortestLength(value)];
        Varint.write(value, bytes, 0);
        return bytes;
    }

    private String text(String name) {
        return new String(values.getOrDefault(name, new byte[0]), StandardCharsets.ISO_8859_1);
    }

    private void put(String name, String value) {
        values.put(name, value.getBytes(StandardCharsets.ISO_8859_1));
    }

    boolean isUnchanged() {
        return Arrays.equals(before, contents(values));
    }

    /** Ingestion overwrites the global sequence number, and the checksum counts it as zero (RF-3). */
    NewBlock block() {
        SortedMap<String, byte[]> summed = new TreeMap<>(values);
        summed.computeIfPresent(
                StoredProperties.GLOBAL_SEQNO,
                (name, value) -> value.length == Long.BYTES ? new byte[Long.BYTES] : value);
        return new NewBlock(contents(values), contents(summed));
    }

    private byte[] contents(SortedMap<String, byte[]> entries) {
        KeyValueBlockBuilder block = new KeyValueBlockBuilder(restartInterval);
        entries.forEach((name, value) -> block.add(name.getBytes(StandardCharsets.ISO_8859_1), value));
        return block.contents();
    }
}
