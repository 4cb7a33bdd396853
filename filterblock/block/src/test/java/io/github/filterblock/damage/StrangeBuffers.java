// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Buffers that a caller may come with beside those of {@link ByteBufKind}, and those too, by name. */
final class StrangeBuffers {
    private StrangeBuffers() {}

    /** Each makes a buffer whose readable bytes are a copy of the given ones, and which the caller releases. */
    static Map<String, Function<byte[], ByteBuf>> all() {
        Map<String, Function<byte[], ByteBuf>> all = new LinkedHashMap<>();
        for (ByteBufKind kind : ByteBufKind.values()) {
            all.put(kind.name(), kind::of);
            all.put(kind + " in little-endian order", bytes -> swapped(kind.of(bytes)));
            all.put(kind + " read-only", bytes -> kind.of(bytes).asReadOnly());
            all.put(kind + " duplicated", bytes -> kind.of(bytes).duplicate());
            all.put(kind + " sliced", bytes -> kind.of(bytes).slice());
        }
        all.put("wrapped array", bytes -> Unpooled.wrappedBuffer(bytes.clone()));
        all.put("wrapped arrays", StrangeBuffers::wrappedArrays);
        all.put("unmodifiable parts", StrangeBuffers::unmodifiableParts);
        all.put(
                "wrapped little-endian buffer",
                bytes -> Unpooled.wrappedBuffer(ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN)));
        all.put("wrapped direct buffer", bytes -> Unpooled.wrappedBuffer(direct(bytes)));
        all.put(
                "wrapped read-only buffer",
                bytes -> Unpooled.wrappedBuffer(direct(bytes).asReadOnlyBuffer()));
        all.put(
                "composite of one part",
                bytes -> Unpooled.compositeBuffer().addComponent(true, ByteBufKind.SLICED_DIRECT.of(bytes)));
        all.put("unreleasable", bytes -> Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(bytes)));
        return all;
    }

    @SuppressWarnings("deprecation") // whoever still uses the other order hands over such a buffer
    private static ByteBuf swapped(ByteBuf buffer) {
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuf wrappedArrays(byte[] bytes) {
        int middle = bytes.length / 2;
        return Unpooled.wrappedBuffer(Arrays.copyOf(bytes, middle), Arrays.copyOfRange(bytes, middle, bytes.length));
    }

    private static ByteBuf unmodifiableParts(byte[] bytes) {
        int middle = bytes.length / 3;
        return Unpooled.wrappedUnmodifiableBuffer(
                Unpooled.copiedBuffer(bytes, 0, middle),
                ByteBufKind.DIRECT
                        .of(Arrays.copyOfRange(bytes, middle, bytes.length))
                        .slice());
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
