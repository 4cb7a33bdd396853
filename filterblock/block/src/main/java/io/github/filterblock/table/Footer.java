// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The last bytes of a table: 48 of LevelDB, 53 of RocksDB (TF-1), 53 to 61 of Pebble (PB-2). Immutable.
 *
 * <pre>
 *   LevelDB    0                                             40          48
 *              | metaindex handle | index handle | padding ... | magic     |
 *                2 to 20 bytes      2 to 20 bytes                8 bytes
 *
 *   RocksDB    0          1                                  41               45          53
 *              | checksum | two handles and padding ...       | format version | magic     |
 *   from 6 on             | magic, own checksum, context, metaindex size, padding, 8 bytes of zero
 * </pre>
 *
 * The contents of the padding do not matter. RocksDB's format version 0 has LevelDB's footer. From version 6 on the
 * footer has a checksum of its own and the context of all others, and the index is an entry of the metaindex (RF-1).
 *
 * @param metaindex where the metaindex block lies
 * @param index where the index block lies; {@link #NO_INDEX} if the metaindex, which should lead to it, does not
 * @param checksum how the blocks of the file are checksummed
 * @param formatVersion RocksDB's format version; 0 for LevelDB
 * @param baseContext the random number of the file that its checksums depend on (RF-1); 0 below version 6
 * @param pebbleFormat the format of a table with Pebble's own footer (PB-2), 1 to 8; 0 for LevelDB and RocksDB
 * @param pebbleAttributes the attributes in the footer of Pebble's formats 7 and 8, a bit for each; 0 for others
 */
public record Footer(
        BlockHandle metaindex,
        BlockHandle index,
        BlockChecksum checksum,
        int formatVersion,
        int baseContext,
        int pebbleFormat,
        int pebbleAttributes) {
    /** The handle of an index whose place is not known. */
    public static final BlockHandle NO_INDEX = new BlockHandle(0, 0);

    /** Number of bytes of LevelDB's footer, the shortest one. */
    public static final int LENGTH = 48;

    private static final int HANDLES_LENGTH = 40;
    private static final int ROCKSDB_LENGTH = 53;
    private static final int ROCKSDB_VERSION_AT = 41;

    /** From this version on RocksDB's footer has another form, and block-based filters are no longer written. */
    private static final int FIRST_WITH_CONTEXT = 6;

    private static final int LAST_VERSION = 7;

    /** RocksDB's tables have this version or a later one; below, they may be Pebble's. */
    private static final int FIRST_OF_ROCKSDB_ALONE = 3;

    /** The metaindex entry that leads to the index from version 6 on. */
    private static final String INDEX_KEY = "rocksdb.index";

    private static final int EXTENDED_MAGIC_AT = 1;
    private static final int EXTENDED_MAGIC = 0x007a003e;
    private static final int OWN_CHECKSUM_AT = 5;
    private static final int BASE_CONTEXT_AT = 9;
    private static final int METAINDEX_SIZE_AT = 13;
    private static final int RESERVED_AT = 33;

    private static final long MAGIC = 0xdb4775248b80fb57L;
    private static final long ROCKSDB_MAGIC = 0x88e241b785f4cff7L;

    /** The bit of Pebble's attributes that says that the index has two levels. */
    private static final int PARTITIONED_INDEX = 1 << 5;

    /** Tables of related programs that are named and not read. */
    private static final Map<Long, String> FOREIGN = Map.of(
            0x80a69ff0b3aa9ff0L, "a blob file of Pebble: values, no keys",
            0x82a69ff0b3aa9ff0L, "a blob file of Pebble: values, no keys",
            0x8242229663bf9564L, "a plain table of RocksDB",
            0x4f3418eb7a8f13b8L, "a plain table of RocksDB",
            0x926789d0c5f17873L, "a cuckoo table of RocksDB");

    /** Checks that no part is missing. */
    public Footer {
        Objects.requireNonNull(metaindex, "metaindex");
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(checksum, "checksum");
    }

    /**
     * A footer of LevelDB.
     *
     * @param metaindex where the metaindex block lies
     * @param index where the index block lies
     */
    public Footer(BlockHandle metaindex, BlockHandle index) {
        this(metaindex, index, BlockChecksum.CRC32C, 0);
    }

    /**
     * A footer without a context: LevelDB's, or RocksDB's up to version 5.
     *
     * @param metaindex where the metaindex block lies
     * @param index where the index block lies
     * @param checksum how the blocks of the file are checksummed
     * @param formatVersion RocksDB's format version; 0 for LevelDB
     */
    public Footer(BlockHandle metaindex, BlockHandle index, BlockChecksum checksum, int formatVersion) {
        this(metaindex, index, checksum, formatVersion, 0);
    }

    /**
     * A footer of LevelDB or RocksDB.
     *
     * @param metaindex where the metaindex block lies
     * @param index where the index block lies
     * @param checksum how the blocks of the file are checksummed
     * @param formatVersion RocksDB's format version; 0 for LevelDB
     * @param baseContext as {@link #baseContext()}
     */
    public Footer(
            BlockHandle metaindex, BlockHandle index, BlockChecksum checksum, int formatVersion, int baseContext) {
        this(metaindex, index, checksum, formatVersion, baseContext, 0, 0);
    }

    /** Whether the footer has attributes that contradict an index of one level, or of two. */
    boolean deniesIndex(boolean partitioned) {
        return pebbleFormat >= PebbleFooter.FIRST_WITH_ATTRIBUTES
                && (pebbleAttributes & PARTITIONED_INDEX) != 0 != partitioned;
    }

    /** Whether the footer alone says that all properties are RocksDB's or Pebble's, and what they mean. */
    boolean hasProperties() {
        return formatVersion > 0 || pebbleFormat > 0;
    }

    /** Whether Pebble may have written the table: with a footer of its own, LevelDB's, or RocksDB's oldest. */
    boolean mayBePebbles() {
        return formatVersion < FIRST_OF_ROCKSDB_ALONE;
    }

    /** Whether the index is an entry of the metaindex, and checksums have a context. */
    boolean hasContext() {
        return formatVersion >= FIRST_WITH_CONTEXT;
    }

    /**
     * What is added to the checksum of a block (RF-3).
     *
     * @param offset of the block in the file
     * @return any 32-bit value, 0 below version 6
     */
    public int context(long offset) {
        return baseContext == 0 ? 0 : baseContext ^ (int) offset + (int) (offset >>> Integer.SIZE);
    }

    /** The same footer with the place of the index, as the metaindex says from version 6 on. */
    Footer withIndexOf(List<MetaindexEntry> metaindexEntries) {
        return metaindexEntries.stream()
                .filter(entry -> entry.key().equals(INDEX_KEY))
                .findFirst()
                .flatMap(MetaindexEntry::handle)
                .map(found -> new Footer(metaindex, found, checksum, formatVersion, baseContext, 0, 0))
                .orElse(this);
    }

    /**
     * The footer as a table stores it.
     *
     * @return a new array: of 48 bytes for LevelDB, of 53 with RocksDB's magic number for a format version above 0 or
     *     another kind of checksum than LevelDB's
     * @throws IllegalStateException for checksums of an {@linkplain BlockChecksum#UNKNOWN unknown} kind, and from
     *     version 6 on, where the bytes {@linkplain #encode(long) depend on the place}
     */
    public byte[] encode() {
        if (pebbleFormat > 0) {
            throw new IllegalStateException("footers of Pebble are read but not written");
        }
        if (hasContext()) {
            throw new IllegalStateException(
                    "the bytes of a footer of version " + formatVersion + " depend on its place");
        }
        if (formatVersion == 0 && checksum == BlockChecksum.CRC32C) {
            byte[] footer = new byte[LENGTH];
            putHandles(footer, 0);
            LittleEndian.putLong(footer, LENGTH - Long.BYTES, MAGIC);
            return footer;
        }
        byte[] footer = rocksDbFooter();
        putHandles(footer, 1);
        return footer;
    }

    /**
     * The footer as a table stores it at a place. From version 6 on it has no handle of the index, which the metaindex
     * must have under {@code rocksdb.index}, and none of the metaindex, which must end where the footer begins (RF-1).
     *
     * @param offset offset in the file of the footer's first byte
     * @return a new array of 48 or 53 bytes, as {@link #encode()}
     * @throws IllegalArgumentException if the metaindex must end at the offset and does not
     * @throws IllegalStateException for checksums of an {@linkplain BlockChecksum#UNKNOWN unknown} kind
     */
    public byte[] encode(long offset) {
        if (!hasContext()) {
            return encode();
        }
        if (metaindex.end() != offset || metaindex.size() >>> Integer.SIZE != 0) {
            throw new IllegalArgumentException(
                    "the metaindex " + metaindex + " does not end where the footer begins, at " + offset);
        }
        byte[] footer = rocksDbFooter();
        LittleEndian.putInt(footer, EXTENDED_MAGIC_AT, EXTENDED_MAGIC);
        LittleEndian.putInt(footer, BASE_CONTEXT_AT, baseContext);
        LittleEndian.putInt(footer, METAINDEX_SIZE_AT, (int) metaindex.size());
        LittleEndian.putInt(
                footer, OWN_CHECKSUM_AT, checksum.of(footer, 0, footer.length).orElseThrow() + context(offset));
        return footer;
    }

    /** RocksDB's footer without what lies between the kind of checksum and the version. */
    private byte[] rocksDbFooter() {
        byte[] footer = new byte[ROCKSDB_LENGTH];
        footer[0] = checksum.rocksDbNumber();
        LittleEndian.putInt(footer, ROCKSDB_VERSION_AT, formatVersion);
        LittleEndian.putLong(footer, ROCKSDB_LENGTH - Long.BYTES, ROCKSDB_MAGIC);
        return footer;
    }

    private void putHandles(byte[] footer, int at) {
        byte[] first = metaindex.encode();
        byte[] second = index.encode();
        System.arraycopy(first, 0, footer, at, first.length);
        System.arraycopy(second, 0, footer, at + first.length, second.length);
    }

    /** Reads the bytes of the footer at the end of a table: 48, 53, 57 or 61, by magic number and format. */
    static byte[] readStored(TableSource source) throws IOException {
        long fileSize = source.size();
        if (fileSize < LENGTH) {
            throw new CorruptTableException(
                    source.name(),
                    0,
                    Reason.TOO_SHORT,
                    "the file has " + fileSize + " bytes, fewer than the 48 of a table's footer");
        }
        byte[] end = new byte[LENGTH];
        source.read(fileSize - LENGTH, end, 0, LENGTH);
        long magic = LittleEndian.longAt(end, LENGTH - Long.BYTES);
        int length = magic == ROCKSDB_MAGIC ? ROCKSDB_LENGTH : LENGTH;
        if (magic == PebbleFooter.MAGIC) {
            length = PebbleFooter.length(end);
        }
        if (length == LENGTH || fileSize < length) {
            return end;
        }
        byte[] footer = new byte[length];
        int more = length - LENGTH;
        source.read(fileSize - length, footer, 0, more);
        System.arraycopy(end, 0, footer, more, LENGTH);
        return footer;
    }

    /** Decodes the footer of a table, as {@link #readStored} gives it. */
    static Footer decode(byte[] stored, String file, long fileSize) throws CorruptTableException {
        return new Decoder(file, fileSize, stored).footer();
    }

    /** The end of a file while it is decoded. */
    private record Decoder(String file, long fileSize, byte[] stored) {

        Footer footer() throws CorruptTableException {
            long magic = LittleEndian.longAt(stored, stored.length - Long.BYTES);
            if (magic == MAGIC) {
                return handles(stored.length - LENGTH, BlockChecksum.CRC32C, 0);
            }
            if (magic == ROCKSDB_MAGIC) {
                return rocksDb();
            }
            if (magic == PebbleFooter.MAGIC) {
                return new PebbleFooter(stored, file, fileSize - stored.length).decode();
            }
            if (FOREIGN.containsKey(magic)) {
                throw corrupt(
                        stored.length - Long.BYTES, Reason.FOREIGN_FORMAT, FOREIGN.get(magic) + ", which is not read");
            }
            throw corrupt(
                    stored.length - Long.BYTES,
                    Reason.BAD_MAGIC,
                    String.format(
                            Locale.ROOT,
                            "not a LevelDB table: the magic number is %016x, neither LevelDB's %016x nor RocksDB's"
                                    + " %016x",
                            magic,
                            MAGIC,
                            ROCKSDB_MAGIC));
        }

        private Footer rocksDb() throws CorruptTableException {
            if (stored.length < ROCKSDB_LENGTH) {
                throw corrupt(
                        0, Reason.TOO_SHORT, "RocksDB's magic number, but no room for the 53 bytes of its footer");
            }
            int version = LittleEndian.intAt(stored, ROCKSDB_VERSION_AT);
            if (version < 0 || version > LAST_VERSION) {
                throw corrupt(
                        ROCKSDB_VERSION_AT,
                        Reason.FOREIGN_FORMAT,
                        "RocksDB's format version " + Integer.toUnsignedString(version)
                                + " is not read, only those up to " + LAST_VERSION);
            }
            BlockChecksum checksum = BlockChecksum.ofRocksDb(stored[0] & 0xff);
            return version >= FIRST_WITH_CONTEXT ? withContext(checksum, version) : handles(1, checksum, version);
        }

        private Footer withContext(BlockChecksum checksum, int version) throws CorruptTableException {
            int extended = LittleEndian.intAt(stored, EXTENDED_MAGIC_AT);
            if (extended != EXTENDED_MAGIC) {
                throw corrupt(
                        EXTENDED_MAGIC_AT,
                        Reason.BAD_MAGIC,
                        String.format(
                                Locale.ROOT,
                                "the extended magic number of the footer is %08x, not %08x",
                                extended,
                                EXTENDED_MAGIC));
            }
            long offset = fileSize - stored.length;
            long metaindexSize = Integer.toUnsignedLong(LittleEndian.intAt(stored, METAINDEX_SIZE_AT));
            BlockHandle metaindex = new BlockHandle(offset - BlockHandle.TRAILER_LENGTH - metaindexSize, metaindexSize);
            Footer footer =
                    new Footer(metaindex, NO_INDEX, checksum, version, LittleEndian.intAt(stored, BASE_CONTEXT_AT));
            checkOwnChecksum(footer, offset);
            if (LittleEndian.longAt(stored, RESERVED_AT) != 0) {
                throw corrupt(
                        RESERVED_AT,
                        Reason.FOREIGN_FORMAT,
                        "reserved bytes of the footer announce a feature of a later RocksDB, so the table is not read");
            }
            if (metaindex.offset() < 0) {
                throw corrupt(
                        METAINDEX_SIZE_AT,
                        Reason.OUTSIDE_FILE,
                        "the metaindex of " + metaindexSize
                                + " bytes that the footer announces does not fit into the file");
            }
            return footer;
        }

        private void checkOwnChecksum(Footer footer, long offset) throws CorruptTableException {
            int storedSum = LittleEndian.intAt(stored, OWN_CHECKSUM_AT);
            byte[] summed = stored.clone();
            LittleEndian.putInt(summed, OWN_CHECKSUM_AT, 0);
            OptionalInt sum = footer.checksum().of(summed, 0, summed.length);
            if (sum.isPresent() && sum.getAsInt() + footer.context(offset) != storedSum) {
                throw corrupt(
                        OWN_CHECKSUM_AT,
                        Reason.CHECKSUM,
                        String.format(
                                Locale.ROOT,
                                "the checksum of the footer is %08x, but %08x is stored",
                                sum.getAsInt() + footer.context(offset),
                                storedSum));
            }
        }

        private Footer handles(int start, BlockChecksum checksum, int version) throws CorruptTableException {
            int limit = start + HANDLES_LENGTH;
            BlockHandle metaindex = handle(start, limit, "metaindex");
            BlockHandle index = handle(start + BlockHandle.encodedLength(stored, start, limit), limit, "index");
            return new Footer(metaindex, index, checksum, version);
        }

        private BlockHandle handle(int at, int limit, String what) throws CorruptTableException {
            Optional<BlockHandle> handle = BlockHandle.decode(stored, at, limit);
            if (handle.isEmpty()) {
                throw corrupt(at, Reason.BAD_HANDLE, "the handle of the " + what + " does not end");
            }
            return handle.get();
        }

        private CorruptTableException corrupt(int at, Reason reason, String detail) {
            return new CorruptTableException(file, fileSize - stored.length + at, reason, detail);
        }
    }
}
