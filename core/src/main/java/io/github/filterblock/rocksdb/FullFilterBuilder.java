// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.Ranges;
import io.github.filterblock.arithmetic.Xxh3;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.HashedKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes the keys of a table, or of a partition of it, and makes their filter; then it is empty and can be used again.
 *
 * <p>What is added counts as RocksDB counts it (RF-16): a key whose hash equals that of the key added directly before
 * is not an addition, any other repetition is one. A policy's builder needs the keys in the order of the table to make
 * the bytes that RocksDB makes: the number of additions follows from that order, and the first key decides the seed of
 * a Ribbon filter. The builder of a {@linkplain #of given geometry} takes keys in any
 * order.
 *
 * <p>A builder keeps 8 bytes for each addition, 4 for a legacy filter, and none of the caller's memory: bytes of keys
 * may be reused as soon as a method has returned. Nothing else is allocated for a key. One that
 * {@linkplain FullFilterPolicy#newBuilder(long) knows how many keys come} keeps the bits of a Bloom filter in their
 * place. Not thread-safe.
 */
public final class FullFilterBuilder {
    private static final int MAX_SEEDS = 256;
    private static final byte[] NOTHING = {};

    /** HotSpot allocates no longer arrays. */
    static final long MAX_BYTES = Integer.MAX_VALUE - 8;

    private final @Nullable FullFilterPolicy policy;
    private final @Nullable FullFilterGeometry given;
    private final boolean isLegacy;
    private final HashList hashes = new HashList();

    /** The geometry of a Bloom filter whose bits are set as keys come; none if their hashes are kept. */
    private final @Nullable LineGeometry known;

    /** The filter of {@link #known}, made for the first key; empty without one. */
    private byte[] early = NOTHING;

    /** Takes keys in buffers, and copies those that are in no accessible array. */
    private final HashedKey keyInBuffer = new HashedKey();

    private long additions;
    private long firstHash;
    private long lastHash;

    /** What {@link #solve()} has found for so many additions. */
    private @Nullable FullFilterGeometry solved;

    private @Nullable RibbonSolver solver;
    private long solvedAdditions = -1;
    private final int seeds;

    FullFilterBuilder(FullFilterPolicy policy) {
        this(policy, null, policy.kind(), MAX_SEEDS, null);
    }

    /**
     * A builder that makes filters of a given geometry. It is for checking and repairing stored filters; a new one is
     * made by {@link FullFilterPolicy#newBuilder()}.
     *
     * @param geometry of a filter that has bits
     * @return a builder without keys
     * @throws IllegalArgumentException if the filter has no bits, since its kind is {@link FullFilterKind#EMPTY} or
     *     {@link FullFilterKind#ALWAYS}, or if its kind is {@link FullFilterKind#BINARY_FUSE}
     */
    public static FullFilterBuilder of(FullFilterGeometry geometry) {
        if (geometry.bits() == 0 || geometry.kind() == FullFilterKind.BINARY_FUSE) {
            throw new IllegalArgumentException("no such filter is built: " + geometry);
        }
        return new FullFilterBuilder(null, geometry, geometry.kind(), 1, null);
    }

    /** For tests, with fewer seeds. */
    FullFilterBuilder(FullFilterPolicy policy, int seeds) {
        this(policy, null, policy.kind(), seeds, null);
    }

    /** Of a policy whose filter has this geometry, however many keys come. */
    FullFilterBuilder(FullFilterPolicy policy, LineGeometry known) {
        this(policy, null, policy.kind(), MAX_SEEDS, known);
    }

    private FullFilterBuilder(
            @Nullable FullFilterPolicy policy,
            @Nullable FullFilterGeometry given,
            FullFilterKind kind,
            int seeds,
            @Nullable LineGeometry known) {
        this.policy = policy;
        this.given = given;
        this.isLegacy = kind == FullFilterKind.LEGACY_BLOOM;
        this.seeds = seeds;
        this.known = known;
    }

    /**
     * Adds a key.
     *
     * @param key the user key, or a prefix of it; borrowed for the length of the call
     */
    public void addKey(byte[] key) {
        addKey(key, 0, key.length);
    }

    /**
     * Adds a key.
     *
     * @param key holds the key; borrowed for the length of the call
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public void addKey(byte[] key, int offset, int length) {
        if (isLegacy) {
            addLegacy(BloomHash.SIGNED_TAIL.hash(key, offset, length));
        } else {
            add(Xxh3.preview(key, offset, length));
        }
    }

    /**
     * Adds a key. Bytes that are in no accessible array are copied first, into memory that the builder keeps.
     *
     * @param key the bytes from its position to its limit, which are not moved; borrowed for the length of the call
     */
    public void addKey(ByteBuffer key) {
        addKey(keyInBuffer.reset(key));
    }

    /**
     * Adds a key that is hashed once for many filters.
     *
     * @param key the user key, or a prefix of it
     */
    public void addKey(HashedKey key) {
        if (isLegacy) {
            addLegacy(key.hash(BloomHash.SIGNED_TAIL));
        } else {
            add(key.xxph3());
        }
    }

    /**
     * Adds many keys of one length, as if one after the other.
     *
     * @param keys holds the keys, one directly after the other; borrowed for the length of the call
     * @param offset index of the first key's first byte
     * @param keyLength number of bytes of each key, 0 or more
     * @param count number of keys, 0 or more
     * @throws IndexOutOfBoundsException if a number is negative or the keys are not inside the array; none is added
     *     then
     */
    public void addKeys(byte[] keys, int offset, int keyLength, int count) {
        if (keyLength < 0 || count < 0) {
            throw new IndexOutOfBoundsException(
                    "count and length of keys must not be negative: " + count + ", " + keyLength);
        }
        Ranges.check(offset, (long) keyLength * count, keys.length);
        if (isLegacy) {
            for (int i = 0; i < count; i++) {
                addLegacy(BloomHash.SIGNED_TAIL.hash(keys, offset + i * keyLength, keyLength));
            }
        } else {
            for (int i = 0; i < count; i++) {
                add(Xxh3.preview(keys, offset + i * keyLength, keyLength));
            }
        }
    }

    /**
     * Adds the hash of a key.
     *
     * @param hash XXPH3 of the key ({@link FullFilter#xxph3}); for a legacy filter its lower half is LevelDB's hash
     *     with a signed tail ({@link BloomHash#SIGNED_TAIL})
     */
    public void addHash(long hash) {
        if (isLegacy) {
            addLegacy((int) hash);
        } else {
            add(hash);
        }
    }

    private void add(long hash) {
        if (hash == lastHash && additions > 0) {
            return;
        }
        if (additions++ == 0) {
            firstHash = hash;
        }
        lastHash = hash;
        if (known == null) {
            hashes.add(hash);
        } else {
            BloomLines.setFastLocal(hash, known, early(known));
        }
    }

    private byte[] early(LineGeometry geometry) {
        if (early.length == 0) {
            early = new byte[(int) geometry.sizeInBytes()];
        }
        return early;
    }

    /** Two hashes are kept as one number; the first of a pair waits in {@link #lastHash}. */
    private void addLegacy(int hash) {
        if (hash == (int) lastHash && additions > 0) {
            return;
        }
        if (known != null) {
            additions++;
            BloomLines.setLegacy(hash, known, early(known), 0);
        } else if ((additions++ & 1) != 0) {
            hashes.add(lastHash & 0xffff_ffffL | (long) hash << Integer.SIZE);
        }
        lastHash = hash;
    }

    /** {@return the number of additions since the last filter; equal hashes in a row count once} */
    public long additions() {
        return additions;
    }

    /**
     * The form of the filter that would be made now. A Ribbon filter is not solved for it: the form has the seed that
     * would be tried first, even if that one fails.
     *
     * @return the geometry; of kind {@link FullFilterKind#EMPTY} and 0 bytes if a policy's builder has no key
     */
    public FullFilterGeometry plan() {
        if (known != null && additions > 0) {
            return known;
        }
        return policy != null ? policy.plan(additions, firstHash) : Objects.requireNonNull(given);
    }

    /**
     * {@return the size of the filter with its trailer as {@link #plan()} finds it; possibly more than fits an array}
     */
    public long sizeInBytes() {
        return plan().sizeInBytes();
    }

    /**
     * How many bytes of memory the builder holds, together with those that {@link #finish()} will allocate.
     *
     * @return a number of bytes, the filter included
     */
    public long memoryInBytes() {
        FullFilterGeometry plan = plan();
        long working = plan instanceof RibbonGeometry ? RibbonSolver.memory(plan) : 0;
        return hashes.memory() + working + plan.sizeInBytes(); // of a known number the filter alone
    }

    /**
     * The form of the filter that will be made, found by solving it if it is a Ribbon filter, which is most of its
     * work; {@link #finish()} does not repeat it. If no seed works, a policy's builder makes a fast local Bloom filter
     * instead, as RocksDB does.
     *
     * @return the exact geometry; empty if a given Ribbon geometry has no solution for these keys
     * @throws IllegalStateException if a Ribbon geometry is given and there are more than 950,000,000 additions
     */
    public Optional<FullFilterGeometry> solve() {
        if (solvedAdditions != additions) {
            FullFilterGeometry plan = plan();
            solver = null;
            solved = plan instanceof RibbonGeometry ? solve((RibbonGeometry) plan) : plan;
            solvedAdditions = additions;
        }
        return Optional.ofNullable(solved);
    }

    private @Nullable FullFilterGeometry solve(RibbonGeometry plan) {
        if (additions > RibbonSize.MAX_KEYS) {
            throw new IllegalStateException(
                    additions + " additions are more than a Ribbon filter takes, " + RibbonSize.MAX_KEYS);
        }
        RibbonSolver candidate = new RibbonSolver(hashes, plan);
        for (int i = 0; i < seeds; i++) {
            int seed = plan.seed() + i & 0xff;
            if (candidate.solves(seed)) {
                solver = candidate;
                return plan.withSeed(seed);
            }
        }
        return policy == null ? null : policy.planFastLocal(additions);
    }

    /**
     * Makes the filter and forgets the keys.
     *
     * @return bits and trailer, to be stored as a block; a new array, empty if a policy's builder has no key: then no
     *     filter is to be stored
     * @throws IllegalStateException if the filter would not fit an array, or a given Ribbon geometry
     *     has no solution ({@link #solve()} tells it before); no key is forgotten then
     */
    public byte[] finish() {
        FullFilterGeometry geometry = solvedOrThrow();
        byte[] filter = Objects.equals(known, geometry) ? early : new byte[(int) geometry.sizeInBytes()];
        write(geometry, filter, 0);
        return filter;
    }

    /**
     * Makes a Bloom filter of another geometry, and forgets the keys.
     *
     * @param geometry of a fast local Bloom filter, or for a builder of legacy filters of a legacy one
     * @return bits and trailer, a new array
     * @throws IllegalArgumentException if the geometry is of another kind
     * @throws IllegalStateException if the filter would not fit an array, or the builder was
     *     {@linkplain FullFilterPolicy#newBuilder(long) made for a number of keys}; no key is forgotten then
     */
    public byte[] finish(FullFilterGeometry geometry) {
        if (known != null) {
            throw new IllegalStateException("bits were set as keys came, in this geometry: " + known);
        }
        FullFilterKind kind = isLegacy ? FullFilterKind.LEGACY_BLOOM : FullFilterKind.FAST_LOCAL_BLOOM;
        if (geometry.kind() != kind) {
            throw new IllegalArgumentException(
                    "the hashes of these keys make a filter of kind " + kind.label() + ", not: " + geometry);
        }
        if (geometry.sizeInBytes() > MAX_BYTES) {
            throw tooLarge(geometry);
        }
        byte[] filter = new byte[(int) geometry.sizeInBytes()];
        write(geometry, filter, 0);
        return filter;
    }

    /**
     * Writes the filter into memory of the caller and forgets the keys.
     *
     * @param dst receives the filter with its trailer; every one of its bytes is written, whatever was there
     * @param offset index of the first byte to write
     * @return how many bytes were written: {@link #sizeInBytes()}, unless a Ribbon filter cannot be solved
     * @throws IndexOutOfBoundsException if the filter does not fit; nothing is written then, and no key forgotten
     * @throws IllegalStateException as {@link #finish()}
     */
    public int finish(byte[] dst, int offset) {
        FullFilterGeometry geometry = solvedOrThrow();
        int size = (int) geometry.sizeInBytes();
        Ranges.check(offset, size, dst.length);
        Arrays.fill(dst, offset, offset + size, (byte) 0);
        write(geometry, dst, offset);
        return size;
    }

    /**
     * Writes the filter into memory of the caller, from the buffer's position on, which is moved to the filter's end,
     * and forgets the keys. For a buffer without an accessible array the filter is made in an array and copied.
     *
     * @param dst receives the filter with its trailer
     * @throws java.nio.BufferOverflowException if the filter does not fit; nothing is written then, and no key
     *     forgotten
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
     * @throws IllegalStateException as {@link #finish()}
     */
    public void finish(ByteBuffer dst) {
        int size = (int) solvedOrThrow().sizeInBytes();
        if (dst.isReadOnly()) {
            throw new java.nio.ReadOnlyBufferException();
        }
        if (size > dst.remaining()) {
            throw new java.nio.BufferOverflowException();
        }
        if (dst.hasArray()) {
            finish(dst.array(), dst.arrayOffset() + dst.position());
            dst.position(dst.position() + size);
        } else {
            dst.put(finish());
        }
    }

    private FullFilterGeometry solvedOrThrow() {
        if (sizeInBytes() > MAX_BYTES) {
            throw tooLarge(plan());
        }
        Optional<FullFilterGeometry> geometry = solve();
        if (!geometry.isPresent()) { // not a lambda, whose first use takes an engine milliseconds
            throw new IllegalStateException(
                    "the equations of " + additions + " additions contradict each other in this geometry: " + given);
        }
        if (geometry.get().sizeInBytes() > MAX_BYTES) {
            throw tooLarge(geometry.get());
        }
        return geometry.get();
    }

    private IllegalStateException tooLarge(FullFilterGeometry geometry) {
        return new IllegalStateException("a filter of " + geometry.sizeInBytes() + " bytes for " + additions
                + " additions does not fit an array, which has at most " + MAX_BYTES + ": " + geometry);
    }

    /** Writes into zeros. */
    private void write(FullFilterGeometry geometry, byte[] dst, int offset) {
        int end = offset + (int) geometry.length();
        if (geometry instanceof RibbonGeometry) {
            Objects.requireNonNull(solver).write(dst, offset);
            ((RibbonGeometry) geometry).writeTrailer(dst, end);
        } else if (geometry instanceof LineGeometry) {
            if (known == null) {
                setBits(geometry, dst, offset);
            } else if (dst != early) {
                System.arraycopy(early, 0, dst, offset, (int) geometry.length());
            }
            ((LineGeometry) geometry).writeTrailer(dst, end);
        }
        reset();
    }

    private void setBits(FullFilterGeometry geometry, byte[] dst, int offset) {
        if (!isLegacy) {
            BloomLines.setFastLocal(hashes, geometry, dst, offset);
            return;
        }
        for (int number = 0; number < hashes.chunkCount(); number++) {
            BloomLines.setLegacy(hashes.chunk(number), hashes.sizeOfChunk(number), geometry, dst, offset);
        }
        if ((additions & 1) != 0) {
            BloomLines.setLegacy((int) lastHash, geometry, dst, offset);
        }
    }

    /** Forgets the keys; the memory for their hashes is kept. */
    public void reset() {
        hashes.clear();
        early = NOTHING;
        additions = 0;
        firstHash = 0;
        solver = null;
        solved = null;
        solvedAdditions = -1;
    }

    @Override
    public String toString() {
        return (policy != null ? policy : given) + ", " + additions + " additions";
    }
}
