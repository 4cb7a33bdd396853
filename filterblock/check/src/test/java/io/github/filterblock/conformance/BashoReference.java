// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableBytes;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferenceBloomFilter;
import io.github.filterblock.testdata.ReferenceHash;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Basho's filters, filter blocks and tables, after FORMAT-DIALECTS.md and written to be read. */
final class BashoReference {
    static final String NAME_1 = "leveldb.BuiltinBloomFilter";
    static final String NAME_2 = "leveldb.BuiltinBloomFilter2";
    static final int LZ4 = 2;

    private static final int LAST_OF_TABLE = 12_497;
    private static final int MIN_BITS = 61;
    private static final long TWO_TO_32 = 1L << 32;
    private static final int BLOCK_SIZE = 4096;

    private BashoReference() {}

    /** The largest prime below eight times the bytes, by trial division; behind the table eight times the bytes. */
    static long modulus(long bytes) {
        long modulus = 8 * bytes;
        while (bytes <= LAST_OF_TABLE && !isPrime(modulus)) {
            modulus--;
        }
        return modulus;
    }

    private static boolean isPrime(long number) {
        return number >= 2
                && LongStream.rangeClosed(2, (long) Math.sqrt((double) number))
                        .noneMatch(divisor -> number % divisor == 0);
    }

    /** MurmurHash64A with Basho's seed, in numbers that do not wrap by themselves. */
    static BigInteger murmur(byte[] key) {
        BigInteger hash = new BigInteger("5bd1e995", 16).xor(times(BigInteger.valueOf(key.length)));
        int whole = key.length / 8 * 8;
        for (int at = 0; at < whole; at += 8) {
            BigInteger word = times(number(key, at, 8));
            hash = times(hash.xor(times(mixed(word))));
        }
        if (whole < key.length) {
            hash = times(hash.xor(number(key, whole, key.length - whole)));
        }
        return mixed(times(mixed(hash)));
    }

    private static BigInteger times(BigInteger number) {
        return number.multiply(new BigInteger("c6a4a7935bd1e995", 16)).mod(BigInteger.TWO.pow(64));
    }

    private static BigInteger mixed(BigInteger number) {
        return number.xor(number.shiftRight(47));
    }

    private static BigInteger number(byte[] bytes, int at, int length) {
        BigInteger number = BigInteger.ZERO;
        for (int i = 0; i < length; i++) {
            number = number.add(BigInteger.valueOf(bytes[at + i] & 0xff).shiftLeft(8 * i));
        }
        return number;
    }

    /** The positions of a key's bits. */
    static long[] positions(byte[] key, int probes, long modulus) {
        long hash = ReferenceHash.SIGNED_TAIL.hash(key, ReferenceHash.BLOOM_SEED);
        long delta = hash % (1 << 17) * (1 << 15) + hash / (1 << 17);
        long second = murmur(key).mod(BigInteger.valueOf(TWO_TO_32)).longValueExact();
        return LongStream.range(0, probes)
                .map(j -> ((hash + j * delta) % TWO_TO_32 + (j + 1) * second) % modulus)
                .toArray();
    }

    /** Bloom 2. */
    static byte[] filter2(List<byte[]> keys, int bitsPerKey) {
        long bits = Math.max(MIN_BITS, (long) keys.size() * bitsPerKey);
        long bytes = (bits + 7) / 8;
        while (modulus(bytes) < bits) {
            bytes++;
        }
        long modulus = modulus(bytes);
        int probes = Math.max(1, Math.min(30, (int) (bitsPerKey * 0.69)));
        byte[] filter = new byte[Math.toIntExact(bytes) + 1];
        for (byte[] key : keys) {
            for (long position : positions(key, probes, modulus)) {
                filter[(int) (position / 8)] |= (byte) (1 << position % 8);
            }
        }
        filter[filter.length - 1] = (byte) probes;
        return filter;
    }

    /** Bloom 1 is the filter of LevelDB 1.17. */
    static byte[] filter1(List<byte[]> keys, int bitsPerKey) {
        return new ReferenceBloomFilter(bitsPerKey, ReferenceHash.SIGNED_TAIL).createFilter(keys);
    }

    /** Basho's filter block builder, which picks the base lg as it goes. */
    static final class BlockBuilder {
        private static final int MANY_KEYS = 1500;
        private static final long FAR_OFFSET = 1L << 28;

        private final Function<List<byte[]>, byte[]> policy;
        private final ByteArrayOutputStream filters = new ByteArrayOutputStream();
        private final List<Integer> offsets = new ArrayList<>();
        private final List<byte[]> pending = new ArrayList<>();
        private long lastOffset;
        private int baseLg;

        BlockBuilder(Function<List<byte[]>, byte[]> policy) {
            this.policy = policy;
        }

        void startBlock(long offset) {
            if (baseLg == 0 && (pending.size() > MANY_KEYS || offset > FAR_OFFSET)) {
                baseLg = baseLgFor(offset);
            }
            while (baseLg > 0 && offsets.size() < offset >> baseLg) {
                closeWindow();
            }
            lastOffset = offset;
        }

        void addKey(byte[] key) {
            pending.add(key);
        }

        byte[] finish() {
            if (baseLg == 0) {
                baseLg = baseLgFor(lastOffset);
            }
            if (!pending.isEmpty()) {
                closeWindow();
            }
            int arrayOffset = filters.size();
            offsets.forEach(offset -> filters.writeBytes(TestBlocks.u32(offset)));
            filters.writeBytes(TestBlocks.u32(arrayOffset));
            filters.write(baseLg);
            return filters.toByteArray();
        }

        private void closeWindow() {
            offsets.add(filters.size());
            if (!pending.isEmpty()) {
                filters.writeBytes(policy.apply(pending));
                pending.clear();
            }
        }

        /** The logarithm of the smallest power of two not below the offset, within bounds. */
        private static int baseLgFor(long offset) {
            int lg = 0;
            while (1L << lg < offset) {
                lg++;
            }
            return offset == 0 || offset > FAR_OFFSET ? 28 : lg;
        }
    }

    /** How a table is to be written. */
    record Options(String policy, Function<List<byte[]>, byte[]> filter, boolean lz4, boolean withStats) {
        static Options bloom1(int bitsPerKey) {
            return new Options(NAME_1, keys -> filter1(keys, bitsPerKey), false, true);
        }

        static Options bloom2(int bitsPerKey) {
            return new Options(NAME_2, keys -> filter2(keys, bitsPerKey), false, true);
        }

        Options compressedByLz4() {
            return new Options(policy, filter, true, withStats);
        }

        Options withoutStats() {
            return new Options(policy, filter, lz4, false);
        }
    }

    /** A table of a database with a value for each user key; keys ascend. Of the index nothing is shortened. */
    static byte[] table(List<byte[]> userKeys, int valueLength, Options options) {
        TableBytes table = new TableBytes();
        BlockBuilder filter = new BlockBuilder(options.filter);
        List<Entry> index = new ArrayList<>();
        List<Entry> block = new ArrayList<>();
        int blockLength = 0;
        filter.startBlock(0);
        for (int i = 0; i < userKeys.size(); i++) {
            filter.addKey(userKeys.get(i));
            block.add(new Entry(TestTable.internalKey(userKeys.get(i), 1000L + i, 1), value(i, valueLength)));
            blockLength += userKeys.get(i).length + valueLength;
            if (blockLength >= BLOCK_SIZE || i == userKeys.size() - 1) {
                byte[] contents = TestBlocks.entries(block, 16);
                BlockHandle handle = options.lz4 ? table.block(lz4(contents), LZ4) : table.block(contents, 0);
                index.add(new Entry(block.get(block.size() - 1).key(), handle.encode()));
                filter.startBlock(table.offset());
                block.clear();
                blockLength = 0;
            }
        }
        return finished(table, filter.finish(), index, options);
    }

    /** Appends filter block, statistics, metaindex, index and footer. */
    static byte[] finished(TableBytes table, byte[] filterBlock, List<Entry> index, Options options) {
        List<Entry> metaindex = new ArrayList<>();
        metaindex.add(new Entry(
                ("filter." + options.policy).getBytes(US_ASCII),
                table.block(filterBlock, 0).encode()));
        if (options.withStats) {
            BlockHandle stats = table.block(new byte[] {2, 1, 5, 10}, 0);
            metaindex.add(new Entry("stats.sst1".getBytes(US_ASCII), stats.encode()));
        }
        BlockHandle metaindexHandle = table.block(TestBlocks.entries(metaindex, 16), 0);
        return table.finish(metaindexHandle, table.block(TestBlocks.entries(index, 16), 0));
    }

    private static byte[] value(int number, int length) {
        byte[] value = new byte[length];
        Arrays.fill(value, (byte) number);
        return value;
    }

    /** An LZ4 block of literals alone, behind the raw length. */
    static byte[] lz4(byte[] contents) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(TestBlocks.u32(contents.length));
        block.write(Math.min(15, contents.length) << 4);
        if (contents.length >= 15) {
            for (int rest = contents.length - 15; ; rest -= 255) {
                block.write(Math.min(255, rest));
                if (rest < 255) {
                    break;
                }
            }
        }
        block.writeBytes(contents);
        return block.toByteArray();
    }
}
