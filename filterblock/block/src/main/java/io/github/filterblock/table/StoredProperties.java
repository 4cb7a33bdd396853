// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterKind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.SortedMap;

/**
 * RocksDB's properties of a table with a full filter, as a table writer stores them: with these every reader may deny
 * keys (RF-5, RF-19). They say that the filter holds whole user keys and no prefixes, how keys are ordered, and that
 * the index is not partitioned; LevelDB ignores them, and RocksDB from 11 on opens no table without them.
 *
 * <p>Write {@link #bytes()} after the filter, and the entry {@link #metaindexKey()} with {@link #metaindexValue()} into
 * the metaindex, at its place in the order of bytes. An engine whose own policy wrote the filter needs none of this.
 *
 * <p>Immutable.
 */
public final class StoredProperties {
    /**
     * The property whose value of 8 bytes ingestion overwrites in place ({@code table/meta_blocks.cc}): the checksum of
     * the block counts it as zero (RF-3).
     */
    public static final String GLOBAL_SEQNO = "rocksdb.external_sst_file.global_seqno";

    /** The property with the number of bytes of the filter, a varint. */
    public static final String FILTER_SIZE = "rocksdb.filter.size";

    /** The property with the number of keys and prefixes in the filter, a varint; stored from 6.21 on. */
    public static final String FILTER_ENTRIES = "rocksdb.num.filter_entries";

    /** The property with the name of the filter's policy, or with its class and options. */
    public static final String FILTER_POLICY = "rocksdb.filter.policy";

    /** The property that says whether whole keys are in the filter: {@code "1"} or {@code "0"}. */
    public static final String WHOLE_KEYS = "rocksdb.block.based.table.whole.key.filtering";

    /** The property that says whether prefixes of keys are in the filter: {@code "1"} or {@code "0"}. */
    public static final String PREFIXES = "rocksdb.block.based.table.prefix.filtering";

    private final byte[] bytes;
    private final BlockHandle handle;

    private StoredProperties(byte[] bytes, BlockHandle handle) {
        this.bytes = bytes;
        this.handle = handle;
    }

    /**
     * The name of RocksDB's policy that writes a filter of one kind, as {@link #FILTER_POLICY} has it.
     *
     * @param kind of the filter
     * @return {@code "ribbonfilter"} or {@code "bloomfilter"}
     */
    public static String policyOf(FullFilterKind kind) {
        return kind == FullFilterKind.RIBBON ? "ribbonfilter" : "bloomfilter";
    }

    /**
     * The properties of a table with LevelDB's footer.
     *
     * @param filter the table's full filter
     * @param comparator the name of the database's comparator, for example {@link FilterContents#BYTEWISE}.
     *     Readers that do not know it deny no key
     * @param fileOffset offset in the file at which the block will be written, 0 or more
     * @return the block, and its metaindex entry
     * @throws IllegalArgumentException if the filter is not a full filter, or the offset is negative
     */
    public static StoredProperties of(StoredFilterBlock filter, String comparator, long fileOffset) {
        return of(filter, comparator, Map.of(), fileOffset, new Footer(Footer.NO_INDEX, Footer.NO_INDEX));
    }

    /**
     * The properties of a table.
     *
     * @param filter the table's full filter
     * @param comparator the name of the database's comparator, for example {@link FilterContents#BYTEWISE}.
     *     Readers that do not know it deny no key
     * @param others further properties, as a name and the bytes of a value. A table to be ingested needs those of
     *     RF-19; {@code rocksdb.num.entries} without the sizes of all keys and values crashes some releases
     * @param fileOffset offset in the file at which the block will be written, 0 or more
     * @param footer gives the kind of checksum and its context; its handles are not looked at
     * @return the block, and its metaindex entry
     * @throws IllegalArgumentException if the filter is not a full filter, if another property has a name that is
     *     written anyway, if the offset is negative, or if this library does not compute checksums of this kind
     */
    public static StoredProperties of(
            StoredFilterBlock filter, String comparator, Map<String, byte[]> others, long fileOffset, Footer footer) {
        if (fileOffset < 0) {
            throw new IllegalArgumentException("file offset " + fileOffset + " is negative");
        }
        FullFilterGeometry geometry = filter.geometry()
                .orElseThrow(() -> new IllegalArgumentException("a filter block needs no properties of RocksDB"));
        SortedMap<String, byte[]> entries = RocksDbProperties.ofWholeKeys(
                comparator, geometry.kind(), filter.handle().size(), filter.additions());
        others.forEach((name, value) -> {
            if (entries.putIfAbsent(name, value) != null) {
                throw new IllegalArgumentException("the property " + name + " is written anyway");
            }
        });
        byte[] contents = block(entries);
        return new StoredProperties(
                StoredBlock.raw(contents, footer.checksum(), footer.context(fileOffset)),
                new BlockHandle(fileOffset, contents.length));
    }

    /** A block in which no entry shares bytes with another: each is a restart. */
    private static byte[] block(SortedMap<String, byte[]> entries) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        ByteBuffer restarts =
                ByteBuffer.allocate(Integer.BYTES * (entries.size() + 1)).order(ByteOrder.LITTLE_ENDIAN);
        entries.forEach((name, value) -> {
            restarts.putInt(block.size());
            byte[] key = RocksDbProperties.bytes(name);
            block.write(0);
            block.writeBytes(RocksDbProperties.varint(key.length));
            block.writeBytes(RocksDbProperties.varint(value.length));
            block.writeBytes(key);
            block.writeBytes(value);
        });
        block.writeBytes(restarts.putInt(entries.size()).array());
        return block.toByteArray();
    }

    /**
     * {@return the block and its 5-byte trailer, to be written at the offset that was given: read-only, a new view of
     * the same bytes at each call}
     */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** {@return where the block lies in the file} */
    public BlockHandle handle() {
        return handle;
    }

    /** {@return the key of the metaindex entry, a new array} */
    public byte[] metaindexKey() {
        return RocksDbProperties.bytes(RocksDbProperties.METAINDEX_KEY);
    }

    /** {@return the value of the metaindex entry, a new array: the encoded handle} */
    public byte[] metaindexValue() {
        return handle.encode();
    }
}
