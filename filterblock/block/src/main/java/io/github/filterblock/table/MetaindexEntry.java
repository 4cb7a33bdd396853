// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** One entry of a table's metaindex: the name of a block beside the data, and where it lies (TF-8). Immutable. */
public final class MetaindexEntry {
    private static final HexFormat HEX = HexFormat.of();
    private static final String FILTER_PREFIX = FilterForm.BLOCK_BASED.prefix();

    /** LevelDB writes at most one entry, RocksDB about ten; names have a few dozen bytes. */
    private static final int MAX_ENTRIES = 10_000;

    /** Names of writers have at most 70 bytes; a file may have one of a megabyte. */
    private static final int MAX_SHOWN = 256;

    private static final int MAX_BYTES = 1 << 20;
    private static final int FREE_BYTES = 16 << 10;

    private final String key;
    private final byte[] value;

    private MetaindexEntry(String key, byte[] value) {
        this.key = key;
        this.value = value;
    }

    /**
     * All entries of a metaindex, in the order of the block.
     *
     * @param file the file's name, for messages
     * @param offset offset in the file of the metaindex, for messages
     */
    static List<MetaindexEntry> readAll(KeyValueBlock metaindex, String file, long offset)
            throws CorruptTableException {
        List<MetaindexEntry> entries = new ArrayList<>();
        long mostBytes = Math.min(MAX_BYTES, FREE_BYTES + metaindex.length()); // keys that share are kept in full
        long bytes = 0;
        KeyValueBlock.Cursor cursor = metaindex.cursor();
        while (cursor.next()) {
            bytes += cursor.keyLength() + cursor.valueLength();
            if (entries.size() == MAX_ENTRIES || bytes > mostBytes) {
                throw new CorruptTableException(
                        file,
                        offset,
                        Reason.TOO_LARGE,
                        "the metaindex has more than " + MAX_ENTRIES + " entries, or their names and values more than "
                                + mostBytes + " bytes");
            }
            entries.add(new MetaindexEntry(cursor.keyText(), cursor.copyOfValue()));
        }
        return List.copyOf(entries);
    }

    /**
     * The key under which a policy's filter block is stored.
     *
     * @param policyName the policy's name; its characters are written as one byte each
     * @return a new array, {@code "filter."} and the name
     * @throws IllegalArgumentException if the name has a character above U+00FF, which does not fit into a byte
     */
    public static byte[] keyOf(String policyName) {
        return keyOf(FilterForm.BLOCK_BASED, policyName);
    }

    /**
     * The key under which a policy's filter of a form is stored.
     *
     * @param form of the filter
     * @param policyName the policy's name; its characters are written as one byte each
     * @return a new array, the form's {@linkplain FilterForm#prefix() prefix} and the name
     * @throws IllegalArgumentException if the name has a character above U+00FF, which does not fit into a byte
     */
    static byte[] keyOf(FilterForm form, String policyName) {
        for (int i = 0; i < policyName.length(); i++) {
            if (policyName.charAt(i) > 0xff) {
                throw new IllegalArgumentException("a policy name has characters up to U+00FF only: " + policyName);
            }
        }
        return (form.prefix() + policyName).getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * {@return the key, each byte as the character with its number, for example {@code
     * "filter.leveldb.BuiltinBloomFilter2"}}
     */
    public String key() {
        return key;
    }

    /**
     * The key for display, as {@link #printable} shows it.
     *
     * @return safe to print on a terminal
     */
    public String printableKey() {
        return printable(key);
    }

    /**
     * A name from a file, for display: printable ASCII as it is, any other byte as {@code \xNN}. A name of more than
     * 256 bytes is cut after these, followed by its length.
     *
     * @param name each character is one byte
     * @return safe to print on a terminal, at most about a kilobyte
     */
    public static String printable(String name) {
        int shown = Math.min(name.length(), MAX_SHOWN);
        StringBuilder text = new StringBuilder(shown);
        for (int i = 0; i < shown; i++) {
            char c = name.charAt(i);
            if (c >= 0x20 && c <= 0x7e) {
                text.append(c);
            } else {
                text.append("\\x").append(HEX.toHexDigits((byte) c));
            }
        }
        return shown == name.length()
                ? text.toString()
                : text.append("... (").append(name.length()).append(" bytes)").toString();
    }

    /**
     * {@return the name of the policy whose filter block the entry points at, the key without {@code "filter."};
     * empty for an entry of another kind}
     */
    public Optional<String> policyName() {
        return key.startsWith(FILTER_PREFIX) ? Optional.of(key.substring(FILTER_PREFIX.length())) : Optional.empty();
    }

    /** {@return the form of the filter that the entry leads to; empty for an entry of another kind} */
    public Optional<FilterForm> filterForm() {
        for (FilterForm form : FilterForm.values()) {
            if (key.startsWith(form.prefix())) {
                return Optional.of(form);
            }
        }
        return Optional.empty();
    }

    /** Whether the entry leads to a filter of this form that RocksDB's own policies make (RF-4). */
    boolean leadsToRocksDbFilter(FilterForm form) {
        return key.equals(form.prefix() + FilterDialect.ROCKSDB_BLOCK.policyName());
    }

    /** {@return whether the entry leads to a binary fuse filter of Pebble (PB-5)} */
    public boolean leadsToBinaryFuse() {
        return key.equals(FilterForm.FULL.prefix() + FilterForm.BINARY_FUSE_POLICY);
    }

    /**
     * Reads the full filter of this entry, or a partition of its filter, whose kind may follow from the name.
     *
     * @param contents bits and trailer, without the block's type byte and checksum; kept, so they must no longer change
     * @param hash with which a legacy filter is probed
     * @return the filter
     */
    FullFilter fullFilter(byte[] contents, LegacyHash hash) {
        return leadsToBinaryFuse() ? FullFilter.wrapBinaryFuse(contents) : FullFilter.wrap(contents, hash);
    }

    /** {@return the value as it is stored, a new array: an encoded handle, padded by some writers} */
    public byte[] value() {
        return value.clone();
    }

    /** {@return where the block lies; empty if the value does not hold a handle} */
    public Optional<BlockHandle> handle() {
        return BlockHandle.decode(value, 0, value.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MetaindexEntry that && key.equals(that.key) && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return printableKey() + " " + handle().map(BlockHandle::toString).orElse("without a handle");
    }
}
