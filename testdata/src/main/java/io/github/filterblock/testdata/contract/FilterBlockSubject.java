// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An implementation under test: bytes in, bytes out.
 *
 * <p>Override what your implementation can do, and nothing else: a law that needs a method which is not overridden is
 * skipped with that reason. A subject is used by one thread at a time, except for {@link Lookup}. Whatever a method
 * throws counts as a violation of the law that called it.
 *
 * <p>A policy that is passed is always one that {@link #knows} accepts. Block offsets are unsigned: negative from 2^63
 * upwards.
 */
public interface FilterBlockSubject {

    /** A filter block being built. */
    interface Build {
        /** A data block begins at this offset. */
        void startBlock(long offset);

        /** Adds the key in {@code [offset, offset + length)}; the caller overwrites the array when this returns. */
        void addKey(byte[] array, int offset, int length);

        /** Returns the filter block; the last call. */
        byte[] finish();
    }

    /**
     * A filter block as it is stored in a table file. Immutable, provided that no code changes the arrays.
     *
     * @param metaindexKey the key of its entry in the metaindex block (TF-8)
     * @param stored the bytes in the file: contents, then type and checksum (TF-4)
     */
    record StoredForm(byte[] metaindexKey, byte[] stored) {}

    /** An opened filter block. */
    @FunctionalInterface
    interface Lookup {
        /** Answers as the subject's {@code keyMayMatch} does; called by several threads at the same time. */
        boolean keyMayMatch(long blockOffset, byte[] key);
    }

    /**
     * Returns the filter block that the calls of the plan produce, finish included.
     *
     * <p>Hand the keys to your builder as they come, see {@link BlockPlan#replay}.
     *
     * @param plan legal calls (FB-15); its base lg is 11 unless {@link #writesBaseLg} says more
     */
    default byte[] build(BlockPlan plan, PolicySpec policy) {
        throw Law.notOverridden("build");
    }

    /**
     * Whether the key may be in the data block at an offset, according to the filter block.
     *
     * @param block any bytes, not all of them a filter block: if they make no sense, the answer is yes
     * @param policy its bits per key have nothing to do with the block's (FB-7)
     * @param key the filter key; may be empty
     */
    default boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
        throw Law.notOverridden("keyMayMatch(byte[], ..)");
    }

    /** Whether the subject has this policy; LevelDB's present one alone unless overridden. */
    default boolean knows(PolicySpec.Dialect dialect) {
        return dialect == PolicySpec.Dialect.LEVELDB;
    }

    /** Whether the subject builds blocks with windows of 2^baseLg bytes; 11 alone unless overridden. */
    default boolean writesBaseLg(int baseLg) {
        return baseLg == BlockPlan.DEFAULT_BASE_LG;
    }

    /** Returns a new builder that takes keys out of a larger array, which the caller reuses for the next key. */
    default Build startBuild(int baseLg, PolicySpec policy) {
        throw Law.notOverridden("startBuild");
    }

    /** Returns the filter block of a plan as the subject's table writer stores it by default. */
    default StoredForm store(BlockPlan plan, PolicySpec policy) {
        throw Law.notOverridden("store");
    }

    /** Answers from the block in {@code [offset, offset + length)} of a larger array. */
    default boolean keyMayMatch(byte[] array, int offset, int length, PolicySpec policy, long blockOffset, byte[] key) {
        throw Law.notOverridden("keyMayMatch(byte[], int, int, ..)");
    }

    /**
     * Answers from the readable bytes of a Netty buffer of any kind.
     *
     * @param block borrowed: its indexes, its reference count and the bytes around must be the same afterwards
     */
    default boolean keyMayMatch(ByteBuf block, PolicySpec policy, long blockOffset, byte[] key) {
        throw Law.notOverridden("keyMayMatch(ByteBuf, ..)");
    }

    /**
     * Answers from the remaining bytes of a buffer of the JDK: on the heap, direct, or read-only.
     *
     * @param block borrowed: position, limit and byte order must be the same afterwards
     */
    default boolean keyMayMatch(ByteBuffer block, PolicySpec policy, long blockOffset, byte[] key) {
        throw Law.notOverridden("keyMayMatch(ByteBuffer, ..)");
    }

    /** Opens a filter block once, for many questions by several threads at once. */
    default Lookup open(byte[] block, PolicySpec policy) {
        throw Law.notOverridden("open");
    }

    /** Builds as {@link #build} does, from internal keys: with sequence number and kind in the last eight bytes. */
    default byte[] buildFromInternalKeys(BlockPlan plan, PolicySpec policy) {
        throw Law.notOverridden("buildFromInternalKeys");
    }

    /** Answers about the user key of an internal key (TF-12). */
    default boolean internalKeyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] internalKey) {
        throw Law.notOverridden("internalKeyMayMatch");
    }

    /**
     * Answers from the filter block of the policy's name in a whole table file; a table without one may contain every
     * key.
     *
     * @param table the bytes of the file; perhaps damaged
     * @param key the filter key: without the tag of an internal key
     * @throws IOException if the subject refuses the file, which it may do where the file is damaged
     */
    default boolean keyMayBeInTable(byte[] table, PolicySpec policy, long blockOffset, byte[] key) throws IOException {
        throw Law.notOverridden("keyMayBeInTable");
    }

    /**
     * Returns the length in bytes of the filter over this number of keys, the byte k included (FB-5, FB-6), without
     * building it; or throws {@link ArithmeticException} or {@link IllegalArgumentException} where the filter is longer
     * than the subject can build.
     *
     * @param keys how many calls added one, 1 or more
     * @param bitsPerKey the policy's parameter
     */
    default long filterLength(long keys, int bitsPerKey) {
        throw Law.notOverridden("filterLength");
    }

    /** Returns the subject's name for messages; that of its class unless overridden. */
    default String name() {
        String simple = getClass().getSimpleName();
        return simple.isEmpty() ? getClass().getName() : simple; // of an anonymous class it is empty
    }
}
