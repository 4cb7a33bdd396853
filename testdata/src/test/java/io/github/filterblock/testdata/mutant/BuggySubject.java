// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.contract.CompleteSubject;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.Deflater;

/** A right subject, but for the bugs that it is given. */
final class BuggySubject extends CompleteSubject {
    private static final int MULTIPLIER = 0xc6a4a793;
    private static final int TRAILER = 5;

    private final Set<Bug> bugs;

    BuggySubject(Set<Bug> bugs) {
        this.bugs = bugs;
    }

    private boolean has(Bug bug) {
        return bugs.contains(bug);
    }

    @Override
    public boolean knows(PolicySpec.Dialect dialect) {
        return dialect == PolicySpec.Dialect.LEVELDB;
    }

    @Override
    public boolean writesBaseLg(int baseLg) {
        return baseLg == BlockPlan.DEFAULT_BASE_LG;
    }

    @Override
    public byte[] build(BlockPlan plan, PolicySpec policy) {
        Building building = new Building(plan.baseLg(), policy.bitsPerKey());
        plan.replay(building::startBlock, key -> building.addKey(key, 0, key.length));
        return building.finish();
    }

    @Override
    public Build startBuild(int baseLg, PolicySpec policy) {
        return new Building(baseLg, policy.bitsPerKey());
    }

    private final class Building implements Build {
        private final int baseLg;
        private final int bitsPerKey;
        private final ByteArrayOutputStream filters = new ByteArrayOutputStream();
        private final List<Integer> offsets = new ArrayList<>();
        private final List<ByteBuffer> pending = new ArrayList<>();
        private long window;

        private Building(int baseLg, int bitsPerKey) {
            this.baseLg = baseLg;
            this.bitsPerKey = bitsPerKey;
        }

        @Override
        public void startBlock(long offset) {
            while (window < (has(Bug.M27) ? Math.max(0, offset - 1) : offset) >>> baseLg) {
                closeWindow();
            }
        }

        @Override
        public void addKey(byte[] array, int offset, int length) {
            byte[] kept = has(Bug.M11) ? array : array.clone();
            pending.add(ByteBuffer.wrap(kept, offset, length));
        }

        private void closeWindow() {
            window++;
            List<byte[]> keys = (has(Bug.M31) ? new LinkedHashSet<>(pending) : pending)
                    .stream()
                            .map(key -> Arrays.copyOfRange(key.array(), key.position(), key.limit()))
                            .toList();
            if (has(Bug.M16) && keys.stream().allMatch(key -> key.length == 0)) {
                keys = List.of();
            }
            if (!keys.isEmpty() || !has(Bug.M28)) {
                offsets.add(filters.size());
            }
            if (!keys.isEmpty()) {
                filters.writeBytes(createFilter(keys, bitsPerKey));
            }
            pending.clear();
        }

        @Override
        public byte[] finish() {
            if (!pending.isEmpty() && !has(Bug.M26)) {
                closeWindow();
            }
            int arrayOffset = filters.size();
            offsets.forEach(this::writeOffset);
            writeOffset(arrayOffset);
            filters.write(has(Bug.M09) ? 1 << baseLg : baseLg);
            return filters.toByteArray();
        }

        private void writeOffset(int offset) {
            int rest = offset;
            for (int i = 0; has(Bug.M08) ? i == 0 || rest != 0 : i < 4; i++) {
                filters.write(has(Bug.M08) && rest >= 128 ? rest | 128 : rest);
                rest >>>= has(Bug.M08) ? 7 : 8;
            }
        }
    }

    private byte[] createFilter(List<byte[]> keys, int bitsPerKey) {
        long wanted = Math.max(has(Bug.M04) ? 1 : 64, (long) keys.size() * bitsPerKey);
        int bytes = Math.toIntExact((wanted + 7) / 8);
        double wantedProbes = bitsPerKey * (has(Bug.M02) ? Math.log(2) : 0.69);
        int k = Math.max(1, Math.min(30, has(Bug.M03) ? (int) Math.round(wantedProbes) : (int) wantedProbes));
        int bits = has(Bug.M05) ? 1 : 0;
        byte[] filter = new byte[bytes + 1];
        filter[has(Bug.M05) ? 0 : bytes] = (byte) k;
        for (byte[] key : keys) {
            int h = hash(key);
            for (int i = 0; i < k; i++) {
                int position = position(h + i * rotated(h), bytes * 8);
                filter[bits + position / 8] |= (byte) (1 << position % 8);
            }
        }
        return filter;
    }

    private int hash(byte[] given) {
        byte[] key = has(Bug.M32_KEYS)
                ? new String(given, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8)
                : given;
        int h = 0xbc9f1d34 ^ key.length * MULTIPLIER;
        int at = 0;
        for (; at + 4 <= key.length; at += 4) {
            h += ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
            h *= MULTIPLIER;
            h ^= h >>> 16;
        }
        for (int i = key.length - 1; i >= at; i--) {
            h += (has(Bug.M01) ? key[i] : Byte.toUnsignedInt(key[i])) << 8 * (i - at);
        }
        if (at < key.length) {
            h *= MULTIPLIER;
            h ^= h >>> 24;
        }
        return h;
    }

    private int rotated(int h) {
        return (has(Bug.M06) ? h >> 17 : h >>> 17) | h << 15;
    }

    private int position(int h, int bits) {
        int position = has(Bug.M07) ? Math.abs(h % bits) : Integer.remainderUnsigned(h, bits);
        return has(Bug.M23) && position == 0 ? bits : position;
    }

    @Override
    public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
        if (block.length < TRAILER) {
            return true;
        }
        ByteBuffer bytes = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        int arrayOffset = bytes.getInt(block.length - TRAILER);
        long array = has(Bug.M14) ? arrayOffset : Integer.toUnsignedLong(arrayOffset);
        int last = Byte.toUnsignedInt(block[block.length - 1]);
        int baseLg = has(Bug.M19) ? 11 : has(Bug.M29) ? last & 63 : last;
        if (array > block.length - TRAILER || baseLg > 63) {
            return true;
        }
        long window = windowOf(blockOffset, baseLg);
        if (window >= (block.length - TRAILER - array) / 4) {
            return true;
        }
        int entry = Math.toIntExact(array + 4 * window);
        long start = Integer.toUnsignedLong(bytes.getInt(entry));
        long limit = Integer.toUnsignedLong(bytes.getInt(entry + 4));
        return start > limit
                || limit > array && !has(Bug.M24)
                || filterMayMatch(block, (int) start, (int) limit, hash(key));
    }

    /** Returns the window as a number that is not negative; far ones as the largest. */
    private long windowOf(long blockOffset, int baseLg) {
        if (has(Bug.M15)) {
            return (int) (blockOffset >>> baseLg);
        }
        long window = (has(Bug.M18) ? Integer.toUnsignedLong((int) blockOffset) : blockOffset) >>> baseLg;
        return window < 0 ? Long.MAX_VALUE : window;
    }

    private boolean filterMayMatch(byte[] block, int start, int limit, int h) {
        int bytes = limit - start - 1;
        if (bytes < 1) {
            return has(Bug.M21);
        }
        int k = Byte.toUnsignedInt(block[has(Bug.M10) ? bytes : limit - 1]);
        if (has(Bug.M33) && k == 30) {
            return true;
        }
        for (int i = 0; i < k && (k <= 30 || has(Bug.M20)); i++) {
            int position = position(h + i * rotated(h), bytes * 8);
            if ((block[start + position / 8] & 1 << position % 8) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean keyMayMatch(ByteBuf block, PolicySpec policy, long blockOffset, byte[] key) {
        byte[] bytes = new byte[block.readableBytes()];
        (has(Bug.M30) ? block : block.duplicate()).readBytes(bytes);
        return keyMayMatch(bytes, policy, blockOffset, key);
    }

    /** With the bug each lookup waits until another one has overwritten its key: the race, made certain. */
    @Override
    public Lookup open(byte[] block, PolicySpec policy) {
        CyclicBarrier race = new CyclicBarrier(2);
        byte[][] scratch = new byte[1][];
        return (blockOffset, key) -> {
            scratch[0] = key;
            if (has(Bug.M22)) {
                meet(race);
            }
            return keyMayMatch(block, policy, blockOffset, has(Bug.M22) ? scratch[0] : key);
        };
    }

    private static void meet(CyclicBarrier race) {
        try {
            race.await(200, TimeUnit.MILLISECONDS);
        } catch (BrokenBarrierException | TimeoutException alone) {
            // the other thread is done: no race any more
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public StoredForm store(BlockPlan plan, PolicySpec policy) {
        StoredForm right = super.store(plan, policy);
        byte[] key = right.metaindexKey();
        if (has(Bug.M13)) {
            key = "filter.leveldb.BuiltinBoolmFilter".getBytes(StandardCharsets.US_ASCII);
        } else if (has(Bug.M32_NAMES)) {
            key = ("filter." + policy.name()).getBytes(StandardCharsets.UTF_16LE);
        }
        return new StoredForm(key, has(Bug.M12) ? compressed(right.stored()) : right.stored());
    }

    /** Keeps the compressed form if it is an eighth shorter, as tables do with data blocks. */
    private static byte[] compressed(byte[] raw) {
        int contents = raw.length - TRAILER;
        byte[] stored = new byte[contents + 64];
        Deflater deflater = new Deflater();
        deflater.setInput(raw, 0, contents);
        deflater.finish();
        int length = deflater.deflate(stored);
        deflater.end();
        return length < contents - contents / 8 ? withTrailer(Arrays.copyOf(stored, length), 2) : raw;
    }

    @Override
    public byte[] buildFromInternalKeys(BlockPlan plan, PolicySpec policy) {
        return has(Bug.M25_WRITER) ? build(plan, policy) : super.buildFromInternalKeys(plan, policy);
    }

    @Override
    public boolean keyMayBeInTable(byte[] table, PolicySpec policy, long blockOffset, byte[] key) throws IOException {
        // Without the last eight bytes of the metaindex key no filter is found, and every key may be there.
        return super.keyMayBeInTable(table, policy, blockOffset, key) || has(Bug.M25_READER);
    }

    @Override
    public long filterLength(long keys, int bitsPerKey) {
        return has(Bug.M17)
                ? (Math.max(64, (int) keys * bitsPerKey) + 7) / 8 + 1
                : super.filterLength(keys, bitsPerKey);
    }
}
