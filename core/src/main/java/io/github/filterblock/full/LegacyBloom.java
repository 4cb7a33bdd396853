// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.full;

import io.github.filterblock.arithmetic.UnsignedMultiplyHigh;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.full.FullFilterTrace.Step;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A Bloom filter whose probes for one key stay in one line of cache (RF-7; RocksDB {@code util/bloom_impl.h}). */
final class LegacyBloom extends FullFilter {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bits;
    private final int probes;
    private final long lines;

    /** ceil(2^64 / lines): the remainder of a 32-bit number takes two multiplications (Lemire, Kaser, Kurz 2019). */
    private final long multiplier;

    private final int lineShift;
    private final int lineMask;
    private final LegacyHash hash;

    private LegacyBloom(FullFilterInfo info, byte[] bits, LegacyHash hash) {
        super(info);
        this.bits = bits;
        this.probes = info.probes();
        this.lines = info.lines();
        this.multiplier = Long.divideUnsigned(-1, lines) + 1;
        this.lineShift = Integer.numberOfTrailingZeros(info.lineBytes());
        this.lineMask = (info.lineBytes() << 3) - 1;
        this.hash = hash;
    }

    static FullFilter open(byte[] block, int length, LegacyHash hash) {
        long lines = (int) INT.get(block, length + 1) & 0xffff_ffffL;
        long lineBytes = lines == 0 || length % lines != 0 ? 0 : length / lines;
        if (Long.bitCount(lineBytes) != 1 || lineBytes > 1 << 27) {
            return NoBits.always(lines + " lines do not fit into " + length + " bytes");
        }
        FullFilterInfo info =
                FullFilterInfo.bloom(FullFilterKind.LEGACY_BLOOM, trailer(block, length, 0), lines, (int) lineBytes);
        return new LegacyBloom(info, block, hash);
    }

    @Override
    public FullFilter withHash(LegacyHash other) {
        return new LegacyBloom(info(), bits, other);
    }

    @Override
    public boolean keyMayMatch(byte[] key, int offset, int length) {
        return switch (hash) {
            case SIGNED -> matches(BloomHash.SIGNED_TAIL.hash(key, offset, length));
            case UNSIGNED -> matches(BloomHash.UNSIGNED_TAIL.hash(key, offset, length));
            case EITHER ->
                matches(BloomHash.SIGNED_TAIL.hash(key, offset, length))
                        || matches(BloomHash.UNSIGNED_TAIL.hash(key, offset, length));
        };
    }

    @Override
    public boolean keyMayMatch(FilterKey key) {
        return switch (hash) {
            case SIGNED -> matches(key.signed());
            case UNSIGNED -> matches(key.unsigned());
            case EITHER -> matches(key.signed()) || matches(key.unsigned());
        };
    }

    private long line(int keyHash) {
        return UnsignedMultiplyHigh.of(multiplier * (keyHash & 0xffff_ffffL), lines);
    }

    private boolean matches(int keyHash) {
        int base = (int) line(keyHash) << lineShift;
        int position = keyHash;
        int delta = keyHash >>> 17 | keyHash << 15;
        for (int i = 0; i < probes; i++) {
            int bit = position & lineMask;
            if ((bits[base + (bit >>> 3)] >>> (bit & 7) & 1) == 0) {
                return false;
            }
            position += delta;
        }
        return true;
    }

    @Override
    public FullFilterTrace trace(byte[] key) {
        FilterKey hashes = FilterKey.of(key);
        int keyHash = hash == LegacyHash.UNSIGNED || hash == LegacyHash.EITHER && !matches(hashes.signed())
                ? hashes.unsigned()
                : hashes.signed();
        List<Step> steps = new ArrayList<>();
        long base = line(keyHash) << lineShift + 3;
        boolean matches = true;
        for (int i = 0, position = keyHash; i < probes && matches; i++, position += Integer.rotateRight(keyHash, 17)) {
            long bit = base + (position & lineMask);
            matches = (bits[(int) (bit >>> 3)] >>> (bit & 7) & 1) != 0;
            steps.add(new Step(bit, matches));
        }
        return new FullFilterTrace(info(), keyHash & 0xffff_ffffL, line(keyHash), steps, matches);
    }
}
