// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tables whose bytes stand for as much as they can: one part of a small table is replaced by a block of many entries,
 * keys, offsets or restarts, packed in any way. All checksums are right.
 */
public final class HostileTables {
    private static final String FILTER = "filter." + TestTable.LEVELDB;
    private static final String SECOND_FILTER = "filter.test.Second";
    private static final String PROPERTIES = "rocksdb.properties";
    private static final byte[] KEY = {'k', 'e', 'y'};

    private HostileTables() {}

    /** The part of a table that is replaced. */
    public enum Part {
        DATA,
        FILTER,
        SECOND_FILTER,
        PROPERTIES,
        METAINDEX,
        INDEX
    }

    /** What the part's contents are. */
    public enum Contents {
        /** Entries of three bytes with an empty key and value; as a filter block, offsets that are all 0. */
        ZEROS {
            @Override
            byte[] of(int length) {
                byte[] contents = new byte[length];
                contents[length - 1] = 0;
                return contents;
            }
        },
        /** A filter block with base lg 11 whose offsets are all 0. */
        EQUAL_OFFSETS {
            @Override
            byte[] of(int length) {
                byte[] contents = new byte[length];
                contents[length - 1] = 11;
                return contents;
            }
        },
        /** Bytes that are all 1: entries that share a byte, have one of their own, and a value of one byte. */
        ONES {
            @Override
            byte[] of(int length) {
                byte[] contents = new byte[length];
                Arrays.fill(contents, 3, length - 4, (byte) 1);
                return contents;
            }
        },
        /** A key of a quarter of the block, and entries that share all of it. */
        SHARED_KEYS {
            @Override
            byte[] of(int length) {
                int key = length / 4;
                ByteArrayOutputStream block = new ByteArrayOutputStream(length);
                block.writeBytes(TestBlocks.entry(0, new byte[key], new byte[] {0, 10}));
                byte[] entry = TestBlocks.entry(key, new byte[0], new byte[] {0, 10});
                while (block.size() + entry.length + 4 <= length) {
                    block.writeBytes(entry);
                }
                block.writeBytes(new byte[4]);
                return block.toByteArray();
            }
        },
        /** Sixty entries that share a key that is nearly as long as the block. */
        LONG_KEYS {
            @Override
            byte[] of(int length) {
                byte[] key = new byte[length - 1000];
                TestEntries entries = new TestEntries(Integer.MAX_VALUE).add(key, new byte[] {0, 10});
                for (int i = 0; i < 60; i++) {
                    entries.entry(key.length, new byte[0], new byte[] {0, 10}, key);
                }
                return entries.block();
            }
        },
        /** Entries with a key of one byte and a handle: 0, 10. */
        HANDLES {
            @Override
            byte[] of(int length) {
                byte[] entry = TestBlocks.entry(0, new byte[] {'k'}, new byte[] {0, 10});
                ByteBuffer block = ByteBuffer.allocate(length / entry.length * entry.length + 4);
                while (block.remaining() > 4) {
                    block.put(entry);
                }
                return block.array();
            }
        },
        /** Entries that all have the name of one of RocksDB's properties. */
        NAMES {
            @Override
            byte[] of(int length) {
                byte[] name = "rocksdb.prefix.extractor.name".getBytes(StandardCharsets.US_ASCII);
                ByteArrayOutputStream block = new ByteArrayOutputStream(length);
                block.writeBytes(TestBlocks.entry(0, name, new byte[] {'x'}));
                byte[] entry = TestBlocks.entry(name.length, new byte[0], new byte[] {'x'});
                while (block.size() + entry.length + 4 <= length) {
                    block.writeBytes(entry);
                }
                block.writeBytes(new byte[4]);
                return block.toByteArray();
            }
        },
        /** Nothing but restarts, all at 0. */
        RESTARTS {
            @Override
            byte[] of(int length) {
                return ByteBuffer.allocate(length / 4 * 4)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(length / 4 * 4 - 4, length / 4 - 1)
                        .array();
            }
        };

        abstract byte[] of(int length);
    }

    /** Returns contents of about this length, packed, for {@link #table}. */
    public static byte[] packed(Contents contents, Packing packing, int length) {
        return packing.pack(contents.of(length));
    }

    /** Returns a table with one key, of which a part has these packed contents; it has all parts. */
    public static byte[] table(Part part, byte[] hostile, Packing packing) {
        TableBytes table = new TableBytes();
        BlockHandle data = write(table, part == Part.DATA, hostile, packing, TestBlocks.entries(one("", 0, 0), 16));
        List<TestBlocks.Entry> metaindex = new ArrayList<>();
        for (Part side : List.of(Part.FILTER, Part.SECOND_FILTER, Part.PROPERTIES)) {
            byte[] sound = side == Part.PROPERTIES
                    ? TestBlocks.entries(List.of(TestBlocks.Entry.of("rocksdb.num.entries", new byte[] {1})), 1)
                    : new byte[] {0, 0, 0, 0, 11};
            BlockHandle place = write(table, part == side, hostile, packing, sound);
            metaindex.add(TestBlocks.Entry.of(name(side), TestBlocks.handle(place)));
        }
        byte[] index = TestBlocks.entries(List.of(new TestBlocks.Entry(KEY, TestBlocks.handle(data))), 1);
        return table.finish(
                write(table, part == Part.METAINDEX, hostile, packing, TestBlocks.entries(metaindex, 16)),
                write(table, part == Part.INDEX, hostile, packing, index));
    }

    /** Returns a table of many data blocks, each of one value of zeros: together they are what may take minutes. */
    public static byte[] values(Packing packing, int blocks, int length) {
        byte[] block = TestBlocks.entries(List.of(new TestBlocks.Entry(KEY, new byte[length])), 16);
        byte[] stored = packing.pack(block);
        TableBytes table = new TableBytes();
        List<TestBlocks.Entry> index = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            index.add(new TestBlocks.Entry(KEY, TestBlocks.handle(table.block(stored, packing.type()))));
        }
        BlockHandle filter = table.block(new byte[] {0, 0, 0, 0, 11}, 0);
        TestBlocks.Entry entry = TestBlocks.Entry.of(FILTER, TestBlocks.handle(filter));
        return table.finish(
                table.block(TestBlocks.entries(List.of(entry), 16), 0), table.block(TestBlocks.entries(index, 1), 0));
    }

    private static BlockHandle write(TableBytes table, boolean hostile, byte[] stored, Packing packing, byte[] sound) {
        return hostile ? table.block(stored, packing.type()) : table.block(sound, 0);
    }

    private static List<TestBlocks.Entry> one(String suffix, long offset, long size) {
        return List.of(new TestBlocks.Entry(
                TestBlocks.join(KEY, suffix.getBytes(StandardCharsets.US_ASCII)), TestBlocks.handle(offset, size)));
    }

    private static String name(Part part) {
        return switch (part) {
            case FILTER -> FILTER;
            case SECOND_FILTER -> SECOND_FILTER;
            default -> PROPERTIES;
        };
    }
}
