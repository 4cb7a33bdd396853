// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.damage.TableParts.Stored;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.PlacedKey;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Sound tables of one or two kilobytes: writers, orders and forms of keys, with a filter and without one. */
public final class LicenceTables {
    private static final String[] COMPARATORS = {
        "leveldb.BytewiseComparator", "rocksdb.ReverseBytewiseComparator", "mine"
    };
    static final String PROPERTIES = "rocksdb.properties";
    static final String INDEX_TYPE = "rocksdb.block.based.table.index.type";
    static final String DATA_SIZE = "rocksdb.data.size";
    static final String NUM_ENTRIES = "rocksdb.num.entries";
    static final byte PARTITIONED = 2;
    private static final String WITH_TIMESTAMPS = "leveldb.BytewiseComparator.u64ts";
    private static final int TAG = 8;
    private static final int TRAILER = 5;
    private static final int BLOCKS = 5;
    private static final int KEYS = 6;
    private static final int NO_CHECKSUM = 0;
    private static final int CRC32C = 1;
    private static final int UNKNOWN_CHECKSUM = 5;

    /** From this kind on RocksDB's tables have its footer, which names the type of checksums. */
    private static final int FIRST_WITH_FOOTER = 7;

    /** From this kind on the index has two levels. */
    private static final int FIRST_WITH_INDEX_PARTS = 10;

    /** From this kind on properties say where the data ends, and how many entries there are. */
    private static final int FIRST_WITH_DATA_SIZE = 8;

    /** A kind without a filter and without checksums. */
    private static final int BARE = 13;

    private static final int[] CHECKSUMS = {
        CRC32C,
        CRC32C,
        CRC32C,
        CRC32C,
        CRC32C,
        CRC32C,
        CRC32C,
        CRC32C,
        NO_CHECKSUM,
        UNKNOWN_CHECKSUM,
        CRC32C,
        NO_CHECKSUM,
        NO_CHECKSUM,
        NO_CHECKSUM
    };
    private static final int ROCKSDB_FOOTER = 53;
    private static final long ROCKSDB_MAGIC = 0x88e241b785f4cff7L;

    /**
     * A sound table, and what is known of it because it was made so.
     *
     * @param bytes the table; copy before damaging
     * @param keyForm what stored keys are like
     * @param checksum the type of checksums by RocksDB's numbers
     * @param blocks those of the data, others, parts of the index if it has two levels, metaindex and index, as they
     *     lie in the file
     * @param index the entries that lead to the data, whatever the levels of the index are
     */
    public record Sound(
            String name,
            byte[] bytes,
            Keys keyForm,
            boolean filtered,
            int checksum,
            List<Block> blocks,
            List<Entry> index) {
        public boolean tagged() {
            return keyForm.suffix >= TAG;
        }

        List<Block> data() {
            return blocks.subList(0, index.size());
        }

        boolean hasIndexParts() {
            return !Arrays.equals(
                    index.get(0).value(),
                    blocks.get(blocks.size() - 1).entries().get(0).value());
        }

        /** Each key as the filter has it, at the offset of its data block. */
        public List<PlacedKey> keys() {
            List<PlacedKey> keys = new ArrayList<>();
            for (Block block : data()) {
                for (Entry entry : block.entries()) {
                    byte[] key = Arrays.copyOf(entry.key(), entry.key().length - keyForm.suffix);
                    keys.add(new PlacedKey(block.offset(), key));
                }
            }
            return keys;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A block.
     *
     * @param stored its bytes in the file, without the trailer
     * @param type the type byte
     * @param entries its entries; empty if it is of another kind
     */
    public record Block(long offset, byte[] stored, int type, List<Entry> entries) {
        byte[] handle() {
            return TestBlocks.handle(offset, stored.length);
        }

        /** Where its trailer ends. */
        int end() {
            return (int) offset + stored.length + TRAILER;
        }
    }

    /** What stored keys are like. */
    public enum Keys {
        WHOLE(0),
        TAGGED(TAG),
        /** Two big-endian numbers, which look like a key and its tag. */
        TWO_NUMBERS(0),
        /** Some in several versions, also in two blocks. */
        VERSIONS(TAG),
        /** RocksDB's filter holds only prefixes of keys. */
        PREFIXES(TAG),
        /** RocksDB's timestamps, which are compared and not filtered. */
        TIMESTAMPS(2 * TAG);

        private final int suffix;

        Keys(int suffix) {
            this.suffix = suffix;
        }
    }

    enum Order {
        ASCENDING,
        DESCENDING,
        SHUFFLED
    }

    private LicenceTables() {}

    /** All of them, always the same. */
    public static List<Sound> all() {
        List<Sound> tables = new ArrayList<>();
        for (Keys keys : Keys.values()) {
            for (Order order : Order.values()) {
                int kinds = keys.suffix > 0 ? CHECKSUMS.length : FIRST_WITH_FOOTER;
                for (int kind = 0; kind < kinds; kind++) {
                    tables.add(table(keys, order, kind));
                }
            }
        }
        return tables;
    }

    private static boolean isRocksDbs(Keys form, int kind) {
        return form == Keys.TIMESTAMPS || form == Keys.PREFIXES || kind >= 5 && form.suffix > 0;
    }

    private static boolean isFiltered(Keys form, int kind) {
        return kind > 1 && kind != BARE || form == Keys.TIMESTAMPS || form == Keys.PREFIXES;
    }

    static Sound table(Keys form, Order order, int kind) {
        TableParts parts = parts(form, order, kind);
        boolean footer = isRocksDbs(form, kind) && kind >= FIRST_WITH_FOOTER;
        List<Block> blocks = new ArrayList<>();
        List<Entry> index = new ArrayList<>();
        for (List<Entry> block : data(form, order, kind)) {
            byte[] separator = parts.separators.get(index.size());
            index.add(new Entry(separator, add(blocks, parts.data.get(index.size()), block)));
        }
        List<Entry> metaindex = new ArrayList<>();
        for (int i = 0; i < parts.side.size(); i++) {
            byte[] name = parts.sideNames.get(i);
            boolean named = Arrays.equals(name, PROPERTIES.getBytes(US_ASCII));
            List<Entry> entries = named ? properties(form, order, kind, dataEnd(parts)) : List.of();
            metaindex.add(new Entry(name, add(blocks, parts.side.get(i), entries)));
        }
        List<Entry> top = kind < FIRST_WITH_INDEX_PARTS ? index : addIndexParts(blocks, parts, index, 1 + kind % 3);
        add(blocks, Stored.of(parts.indexPacking, TestBlocks.entries(metaindex, 1)), metaindex);
        add(blocks, Stored.of(parts.indexPacking, TestBlocks.entries(top, 1)), top);
        int checksum = footer ? CHECKSUMS[kind] : CRC32C;
        byte[] bytes = bytes(blocks, checksum);
        return new Sound(
                form + " " + order + " " + kind,
                footer ? withRocksDbFooter(bytes, checksum) : bytes,
                form,
                isFiltered(form, kind),
                checksum,
                blocks,
                index);
    }

    private static List<Entry> addIndexParts(List<Block> blocks, TableParts parts, List<Entry> index, int size) {
        List<Entry> top = new ArrayList<>();
        for (List<Entry> part : groups(index, size)) {
            byte[] key = part.get(part.size() - 1).key();
            top.add(new Entry(key, add(blocks, Stored.of(parts.indexPacking, TestBlocks.entries(part, 1)), part)));
        }
        return top;
    }

    /** Entries in groups of a size; the last one may have fewer. */
    static List<List<Entry>> groups(List<Entry> entries, int size) {
        List<List<Entry>> groups = new ArrayList<>();
        for (int first = 0; first < entries.size(); first += size) {
            groups.add(List.copyOf(entries.subList(first, Math.min(first + size, entries.size()))));
        }
        return groups;
    }

    /** Adds a block behind the others and returns its handle. */
    private static byte[] add(List<Block> blocks, Stored stored, List<Entry> entries) {
        int offset = blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1).end();
        Block block = new Block(offset, stored.bytes(), stored.type(), entries);
        blocks.add(block);
        return block.handle();
    }

    /** The blocks and LevelDB's footer, which leads to the last two. */
    private static byte[] bytes(List<Block> blocks, int checksum) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        blocks.forEach(block -> file.writeBytes(withTrailer(block.stored(), block.type(), checksum)));
        int index = blocks.size() - 1;
        file.writeBytes(TestBlocks.footer(
                blocks.get(index - 1).handle(), blocks.get(index).handle()));
        return file.toByteArray();
    }

    private static int dataEnd(TableParts parts) {
        return parts.data.stream()
                .mapToInt(block -> block.bytes().length + TRAILER)
                .sum();
    }

    /** Kinds 0, 1 and 13 have no filter, 5 and above and those with timestamps are RocksDB's. */
    static TableParts parts(Keys form, Order order, int kind) {
        FilterPolicy[] policies = {
            BloomFilterPolicy.levelDb(10),
            BloomFilterPolicy.goLevelDb(14),
            BloomFilterPolicy.levelDb117Signed(8),
            BloomFilterPolicy.rocksDbBlockBased(5)
        };
        int[] baseLgs = {8, 11, 63};
        FilterPolicy policy = policies[(kind + order.ordinal()) % policies.length];
        boolean prefixes = form == Keys.PREFIXES;
        boolean rocksDb = isRocksDbs(form, kind);
        Packing packing = rocksDb ? Packing.RAW : Packing.values()[kind % Packing.values().length];
        FilterBlockBuilder filter = new FilterBlockBuilder(policy, baseLgs[kind % baseLgs.length]);
        TableParts parts = new TableParts();
        parts.indexPacking = packing;
        for (List<Entry> block : data(form, order, kind)) {
            filter.startBlock(dataEnd(parts));
            for (Entry entry : block) {
                filter.addKey(entry.key(), 0, prefixes ? 2 : entry.key().length - form.suffix);
            }
            parts.separators.add(block.get(block.size() - 1).key());
            parts.data.add(Stored.of(packing, TestBlocks.entries(block, 1 + kind)));
        }
        filter.startBlock(dataEnd(parts));
        if (isFiltered(form, kind)) {
            add(parts, "filter." + policy.name(), filter.finish());
        }
        if (rocksDb) {
            add(parts, PROPERTIES, TestBlocks.entries(properties(form, order, kind, dataEnd(parts)), 16));
        }
        return parts;
    }

    private static List<List<Entry>> data(Keys form, Order order, int kind) {
        List<byte[]> keys = keys(form, order, kind == 1 ? 1 : BLOCKS * KEYS, kind);
        List<List<Entry>> blocks = new ArrayList<>();
        for (int first = 0; first < keys.size(); first += KEYS) {
            byte[] value = ("value " + first).repeat(1 + kind).getBytes(US_ASCII);
            blocks.add(keys.subList(first, Math.min(keys.size(), first + KEYS)).stream()
                    .map(key -> new Entry(key, value))
                    .toList());
        }
        return blocks;
    }

    /** Adds a block beside the data. */
    static void add(TableParts parts, String name, byte[] block) {
        parts.side.add(Stored.of(Packing.RAW, block));
        parts.sideNames.add(name.getBytes(US_ASCII));
    }

    /** The same blocks under a footer of RocksDB's format version 2, with CRC-32C. */
    static byte[] withRocksDbFooter(byte[] table) {
        return withRocksDbFooter(table, CRC32C);
    }

    /** The same blocks under a footer that names a type of checksums. */
    static byte[] withRocksDbFooter(byte[] table, int checksum) {
        int footer = table.length - Footer.LENGTH;
        return ByteBuffer.allocate(footer + ROCKSDB_FOOTER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(table, 0, footer)
                .put((byte) checksum)
                .put(table, footer, Footer.LENGTH - Long.BYTES)
                .putInt(2)
                .putLong(ROCKSDB_MAGIC)
                .array();
    }

    /** A trailer that fits. */
    static byte[] withTrailer(byte[] stored, int type, int checksum) {
        byte[] block = TestBlocks.withTrailer(stored, type);
        if (checksum == NO_CHECKSUM) {
            clearChecksum(block, block.length);
        }
        return block;
    }

    private static void clearChecksum(byte[] table, int end) {
        Arrays.fill(table, end - Integer.BYTES, end, (byte) 0);
    }

    private static List<Entry> properties(Keys form, Order order, int kind, int dataEnd) {
        boolean prefixes = form == Keys.PREFIXES;
        String comparator = form == Keys.TIMESTAMPS ? WITH_TIMESTAMPS : COMPARATORS[order.ordinal()];
        List<Entry> entries = new ArrayList<>();
        if (kind >= FIRST_WITH_INDEX_PARTS) {
            entries.add(Entry.of(INDEX_TYPE, new byte[] {PARTITIONED, 0, 0, 0}));
        }
        entries.add(
                Entry.of("rocksdb.block.based.table.whole.key.filtering", new byte[] {(byte) (prefixes ? '0' : '1')}));
        entries.add(Entry.of("rocksdb.comparator", comparator.getBytes(US_ASCII)));
        if (kind >= FIRST_WITH_DATA_SIZE) {
            entries.add(Entry.of(DATA_SIZE, TestBlocks.varint(dataEnd)));
            entries.add(Entry.of(NUM_ENTRIES, TestBlocks.varint(BLOCKS * KEYS)));
        }
        entries.add(Entry.of("rocksdb.prefix.extractor.name", (prefixes ? "two" : "nullptr").getBytes(US_ASCII)));
        return entries;
    }

    /** Stored keys in their order; half of them have a tail of bytes from 0x80 on. */
    private static List<byte[]> keys(Keys form, Order order, int count, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int place = order == Order.ASCENDING ? i : order == Order.DESCENDING ? count - i : (i * 17 + 5) % count;
            byte[] tail = new byte[random.nextInt(5)];
            random.nextBytes(tail);
            String text = String.format("k%03d", form == Keys.VERSIONS ? place / 4 : place);
            byte[] key = TestBlocks.join(text.getBytes(US_ASCII), form == Keys.VERSIONS ? new byte[0] : tail);
            keys.add(
                    switch (form) {
                        case WHOLE -> key;
                        case TWO_NUMBERS ->
                            ByteBuffer.allocate(16).putLong(place).putLong(i).array();
                        case TAGGED, VERSIONS, PREFIXES -> TestBlocks.join(key, number((1000L - i) << 8 | i % 2));
                        case TIMESTAMPS -> TestBlocks.join(key, number(i), number((1000L - i) << 8 | 1));
                    });
        }
        return keys;
    }

    private static byte[] number(long number) {
        return ByteBuffer.allocate(TAG)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(number)
                .array();
    }
}
