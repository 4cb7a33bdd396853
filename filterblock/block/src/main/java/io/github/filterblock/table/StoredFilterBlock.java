// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A filter as a table writer stores it, and the metaindex entry that leads to it: all that an LSM tree needs to put a
 * filter into a table without knowledge of the format.
 *
 * <p>The block is stored raw, after the last data block, with its type byte and checksum (TF-4, TF-10); the metaindex
 * gets {@link #metaindexKey()} with {@link #metaindexValue()}, at its place in the order of bytes. A table
 * without the entry has no filter; a table without any entry still has a metaindex block.
 *
 * <p>A full filter may be stored in a table with LevelDB's footer, where LevelDB ignores it and RocksDB from 6.6 on
 * uses it, or with RocksDB's (RF-19). Readers that trust no policy deny keys only if the table also has {@link
 * StoredProperties}.
 *
 * <p>Immutable.
 */
public final class StoredFilterBlock {
    private static final Footer LEVELDB = new Footer(Footer.NO_INDEX, Footer.NO_INDEX);

    /** From this version on RocksDB reads the newer kinds of filters. */
    private static final int FIRST_WITH_FAST_LOCAL = 5;

    private final byte[] bytes;
    private final BlockHandle handle;
    private final byte[] metaindexKey;

    /** Of a full filter. */
    private final @Nullable FullFilterGeometry geometry;

    private final long additions;

    private StoredFilterBlock(
            byte[] contents,
            long offset,
            Footer footer,
            byte[] metaindexKey,
            @Nullable FullFilterGeometry geometry,
            long additions) {
        this.bytes = StoredBlock.raw(contents, footer.checksum(), footer.context(offset));
        this.handle = new BlockHandle(offset, contents.length);
        this.metaindexKey = metaindexKey;
        this.geometry = geometry;
        this.additions = additions;
    }

    /**
     * Finishes a filter block and returns it in its stored form.
     *
     * @param builder has taken all keys; is finished by this and may be reset
     * @param fileOffset offset in the file at which the block will be written, 0 or more
     * @return the block, where it will lie, and its metaindex entry
     * @throws IllegalStateException as {@link FilterBlockBuilder#finish()} does
     */
    public static StoredFilterBlock of(FilterBlockBuilder builder, long fileOffset) {
        checkOffset(fileOffset);
        byte[] metaindexKey = MetaindexEntry.keyOf(builder.policy().name());
        return new StoredFilterBlock(builder.finish(), fileOffset, LEVELDB, metaindexKey, null, 0);
    }

    /**
     * Finishes a full filter for a table with LevelDB's footer.
     *
     * @param builder has taken all keys; is empty afterwards
     * @param fileOffset offset in the file at which the block will be written, 0 or more
     * @return as {@link #of(FullFilterBuilder, long, Footer)}
     * @throws IllegalStateException as {@link FullFilterBuilder#finish()} does
     */
    public static Optional<StoredFilterBlock> of(FullFilterBuilder builder, long fileOffset) {
        return of(builder, fileOffset, LEVELDB);
    }

    /**
     * Finishes a full filter. Its bytes are RocksDB's, except that under LevelDB's footer and those of format versions
     * up to 4 some fast local Bloom filters get one line more, since RocksDB before 6.6 would hang at them ({@link
     * FullFilterGeometry#forOldFooter()}).
     *
     * @param builder has taken all keys; is empty afterwards
     * @param fileOffset offset in the file at which the block will be written, 0 or more
     * @param footer gives format version, kind of checksum and its context; its handles are not looked at
     * @return the block, where it will lie, and its metaindex entry; empty if no key was added, since an empty filter
     *     would deny every key
     * @throws IllegalStateException as {@link FullFilterBuilder#finish()} does
     * @throws IllegalArgumentException if the offset is negative, or if this library does not compute checksums of this
     *     kind
     */
    public static Optional<StoredFilterBlock> of(FullFilterBuilder builder, long fileOffset, Footer footer) {
        checkOffset(fileOffset);
        if (!footer.checksum().isComputed()) {
            throw new IllegalArgumentException(
                    "checksums of the kind " + footer.checksum().label() + " are not computed");
        }
        long additions = builder.additions();
        if (additions == 0) {
            return Optional.empty();
        }
        FullFilterGeometry planned = solved(builder);
        FullFilterGeometry geometry = underFooter(planned, footer);
        byte[] contents = geometry.equals(planned) ? builder.finish() : builder.finish(geometry);
        byte[] key = MetaindexEntry.keyOf(FilterForm.FULL, FullFilterPolicy.NAME);
        return Optional.of(new StoredFilterBlock(contents, fileOffset, footer, key, geometry, additions));
    }

    private static FullFilterGeometry solved(FullFilterBuilder builder) {
        Optional<FullFilterGeometry> geometry = builder.solve();
        if (geometry.isEmpty()) {
            throw new IllegalStateException("the given Ribbon geometry has no solution for these keys");
        }
        return geometry.get();
    }

    private static FullFilterGeometry underFooter(FullFilterGeometry planned, Footer footer) {
        return footer.formatVersion() < FIRST_WITH_FAST_LOCAL ? planned.forOldFooter() : planned;
    }

    /**
     * The number of bytes that a full filter would take now in a table with LevelDB's footer, found without building
     * it.
     *
     * @param builder has taken keys
     * @return a number of bytes, block trailer included; 0 without keys. It will be more only if a Ribbon filter has no
     *     solution
     */
    public static long sizeOf(FullFilterBuilder builder) {
        return builder.additions() == 0
                ? 0
                : underFooter(builder.plan(), LEVELDB).sizeInBytes() + BlockHandle.TRAILER_LENGTH;
    }

    private static void checkOffset(long fileOffset) {
        if (fileOffset < 0) {
            throw new IllegalArgumentException("file offset " + fileOffset + " is negative");
        }
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
        return metaindexKey.clone();
    }

    /** {@return the value of the metaindex entry, a new array: the encoded handle} */
    public byte[] metaindexValue() {
        return handle.encode();
    }

    /** {@return the form of a full filter; empty for a filter block} */
    public Optional<FullFilterGeometry> geometry() {
        return Optional.ofNullable(geometry);
    }

    /** How many keys were added to a full filter, as RocksDB counts them. */
    long additions() {
        return additions;
    }
}
