// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * The calls from which a filter block is built: {@code AddKey* (StartBlock AddKey*)*}, and then finish (FB-15).
 *
 * <p>Immutable, provided that no code changes the keys' arrays.
 *
 * @param baseLg log2 of the window's length in bytes, 0..63 (FB-12)
 * @param calls all calls but the closing finish, in order
 */
public record BlockPlan(int baseLg, List<BuilderCall> calls) {
    /** The base lg of nearly all writers: windows of 2 KiB. */
    public static final int DEFAULT_BASE_LG = 11;

    /**
     * Keeps an unmodifiable copy of the calls.
     *
     * @throws IllegalArgumentException if the base lg is not 0..63
     */
    public BlockPlan {
        if (baseLg < 0 || baseLg > 63) {
            throw new IllegalArgumentException("base lg is not 0..63: " + baseLg);
        }
        calls = List.copyOf(calls);
    }

    /**
     * Returns the plan with these calls.
     *
     * @param calls texts of {@link BuilderCall}s with blanks between them, such as {@code S0 K61 K S2048}
     * @throws IllegalArgumentException if one of them is not the text of a call
     */
    public static BlockPlan parse(int baseLg, String calls) {
        List<BuilderCall> parsed = Arrays.stream(calls.split("\\s+"))
                .filter(text -> !text.isEmpty())
                .map(BuilderCall::parse)
                .toList();
        return new BlockPlan(baseLg, parsed);
    }

    /**
     * Returns the plan that a sequence of binary records describes.
     *
     * @param records {@code S} and a u64 offset for each started block, {@code K}, a u32 length and the key for each
     *     key; little-endian
     * @throws IllegalArgumentException if a record is of another kind
     * @throws java.nio.BufferUnderflowException if the last record is incomplete
     */
    public static BlockPlan decode(int baseLg, byte[] records) {
        ByteBuffer source = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);
        List<BuilderCall> calls = new ArrayList<>();
        while (source.hasRemaining()) {
            calls.add(decodeCall(source));
        }
        return new BlockPlan(baseLg, calls);
    }

    private static BuilderCall decodeCall(ByteBuffer source) {
        byte kind = source.get();
        return switch (kind) {
            case 'S' -> new BuilderCall.StartBlock(source.getLong());
            case 'K' -> {
                byte[] key = new byte[source.getInt()];
                source.get(key);
                yield new BuilderCall.AddKey(key);
            }
            default -> throw new IllegalArgumentException("neither S nor K: " + kind);
        };
    }

    /** Makes the calls, in order, on a builder; it must not keep the keys' arrays. */
    public void replay(LongConsumer startBlock, Consumer<byte[]> addKey) {
        for (BuilderCall call : calls) {
            if (call instanceof BuilderCall.StartBlock start) {
                startBlock.accept(start.offset());
            } else if (call instanceof BuilderCall.AddKey add) {
                addKey.accept(add.key());
            }
        }
    }

    /**
     * Returns every added key, in order, with an offset at which a reader must find it: that of its block, or 0 for
     * keys before the first block. Holds for legal plans.
     */
    public List<PlacedKey> keys() {
        List<PlacedKey> keys = new ArrayList<>();
        long[] blockOffset = {0};
        replay(offset -> blockOffset[0] = offset, key -> keys.add(new PlacedKey(blockOffset[0], key)));
        return keys;
    }

    /** Returns the offsets of the started blocks, in order. */
    public List<Long> blockOffsets() {
        List<Long> offsets = new ArrayList<>();
        replay(offsets::add, key -> {});
        return offsets;
    }

    /**
     * Whether a builder must accept the calls: no offset is negative, and no window comes after a later one (FB-18).
     */
    public boolean isLegal() {
        long window = 0;
        for (long offset : blockOffsets()) {
            if (offset < 0 || offset >>> baseLg < window) {
                return false;
            }
            window = offset >>> baseLg;
        }
        return true;
    }

    /** Returns the base lg and the text of all calls, from which {@link #parse} makes the plan again. */
    @Override
    public String toString() {
        return calls.stream()
                .map(BuilderCall::toString)
                .collect(Collectors.joining(" ", "base lg " + baseLg + ": ", ""));
    }
}
