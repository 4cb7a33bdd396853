// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.filterblock.coding.Varint;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The properties that RocksDB and Pebble store with a table, all of them. Immutable, but for the bytes of the values,
 * which are not to be changed.
 */
public final class TableProperties {
    /** The names of the metaindex entries that lead to them; the second one RocksDB gave up with 2.7. */
    private static final Set<String> NAMES = Set.of("rocksdb.properties", "rocksdb.stats");

    private static final List<String> TEXTS = List.of(
            "comparator",
            "operator",
            "policy",
            "extractor.name",
            "collectors",
            "compression",
            "compression_options",
            "filtering",
            "column.family.name",
            "identity");

    private static final int MAX_PROPERTIES = 10_000;

    private static final TableProperties NONE = new TableProperties(new TreeMap<>());

    private final SortedMap<String, byte[]> values;

    private TableProperties(SortedMap<String, byte[]> values) {
        this.values = Collections.unmodifiableSortedMap(values);
    }

    /**
     * Takes the properties out of what was read of a table.
     *
     * @param structure that of the table
     * @return its properties; none if it has no block of properties that could be read
     */
    public static TableProperties of(TableStructure structure) {
        return handle(structure.metaindex())
                .flatMap(structure::block)
                .map(TableProperties::of)
                .orElse(NONE);
    }

    /**
     * Reads the properties of a table without its index.
     *
     * @param table the table; stays open
     * @param metaindex its metaindex
     * @return its properties; none if it has no block of properties that can be read
     * @throws IOException if the file cannot be read; damage does not throw
     */
    static TableProperties of(TableFile table, List<MetaindexEntry> metaindex) throws IOException {
        Optional<BlockHandle> handle = handle(metaindex);
        if (handle.isEmpty()) {
            return NONE;
        }
        try {
            // Ingestion changes a number in the block after the checksum was made (RF-3).
            return of(table.ignoringChecksums().readEntries(handle.get()));
        } catch (CorruptTableException e) {
            return NONE;
        }
    }

    private static Optional<BlockHandle> handle(List<MetaindexEntry> metaindex) {
        return metaindex.stream()
                .filter(entry -> NAMES.contains(entry.key()))
                .findFirst()
                .flatMap(MetaindexEntry::handle);
    }

    private static TableProperties of(KeyValueBlock block) {
        SortedMap<String, byte[]> values = new TreeMap<>();
        try {
            KeyValueBlock.Cursor cursor = block.cursor();
            while (cursor.next() && values.size() < MAX_PROPERTIES) {
                values.put(new String(cursor.copyOfKey(), ISO_8859_1), cursor.copyOfValue());
            }
        } catch (CorruptTableException e) {
            return new TableProperties(values); // what precedes the damage
        }
        return new TableProperties(values);
    }

    /** {@return all of them by their names; each character of a name stands for one byte} */
    public SortedMap<String, byte[]> values() {
        return values;
    }

    /**
     * {@return all of them by their names, for display: numbers in decimal digits, text as it is, other values in
     * hexadecimal digits}
     */
    public SortedMap<String, String> printable() {
        SortedMap<String, String> texts = new TreeMap<>();
        values.forEach((name, value) -> texts.put(MetaindexEntry.printable(name), printable(name, value)));
        return texts;
    }

    private String printable(String name, byte[] value) {
        OptionalLong number = name.startsWith("rocksdb.") && !isText(name) ? number(name) : OptionalLong.empty();
        if (number.isPresent()) {
            return Long.toUnsignedString(number.getAsLong());
        }
        if (fixed(name).isPresent() && name.endsWith("seqno")) {
            return Long.toUnsignedString(fixed(name).getAsLong());
        }
        if (value.length == Integer.BYTES && name.endsWith(".index.type")) {
            return Integer.toUnsignedString(
                    ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getInt());
        }
        String text = new String(value, ISO_8859_1);
        return text.chars().allMatch(c -> c >= ' ' && c < 0x7f)
                ? text
                : HexFormat.of().formatHex(value);
    }

    /** Other properties of RocksDB's that have one character or two could be taken for numbers. */
    private static boolean isText(String name) {
        return TEXTS.stream().anyMatch(name::endsWith);
    }

    /**
     * A property as text.
     *
     * @param name its name
     * @return the value, each character standing for one byte; empty if there is no such property
     */
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(value -> new String(value, ISO_8859_1));
    }

    /**
     * A property that is stored as a varint.
     *
     * @param name its name
     * @return the number, unsigned; empty if there is no such property, or it is no varint
     */
    public OptionalLong number(String name) {
        byte[] value = values.get(name);
        int length = value == null ? -1 : Varint.length(value, 0, value.length);
        return value == null || length != value.length
                ? OptionalLong.empty()
                : OptionalLong.of(Varint.value(value, 0, length));
    }

    /**
     * A property that is stored as eight bytes, the lowest first.
     *
     * @param name its name
     * @return the number, unsigned; empty if there is no such property, or it has another length
     */
    public OptionalLong fixed(String name) {
        byte[] value = values.get(name);
        return value == null || value.length != Long.BYTES
                ? OptionalLong.empty()
                : OptionalLong.of(
                        ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong());
    }

    /**
     * {@return the sequence number that all keys of an ingested table have, as its properties say; empty if the tags of
     * the keys count}
     */
    public OptionalLong commonSequence() {
        OptionalLong stored = fixed("rocksdb.external_sst_file.global_seqno");
        return stored.isPresent() && stored.getAsLong() != 0 ? stored : OptionalLong.empty();
    }
}
