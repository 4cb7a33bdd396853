// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.nio.ByteBuffer;

/** A buffer whose memory fails at the n-th access, as a store over a network may; its array can be hidden. */
final class FailingBuffer extends UnpooledHeapByteBuf {
    private final boolean showsArray;
    private int allowed = Integer.MAX_VALUE;

    FailingBuffer(byte[] bytes, boolean showsArray) {
        super(UnpooledByteBufAllocator.DEFAULT, bytes.length + 2, bytes.length + 2);
        this.showsArray = showsArray;
        writeZero(1).skipBytes(1).writeBytes(bytes);
    }

    /** The failure, to be told from any other. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure() {
            super("as the test wants it", null, false, false);
        }
    }

    /** How many more accesses succeed. */
    void allow(int more) {
        allowed = more;
    }

    private void access() {
        if (allowed-- <= 0) {
            throw new Failure();
        }
    }

    @Override
    public boolean hasArray() {
        return showsArray;
    }

    @Override
    public byte[] array() {
        access();
        return super.array();
    }

    @Override
    public int arrayOffset() {
        access();
        return super.arrayOffset();
    }

    @Override
    public int nioBufferCount() {
        access();
        return super.nioBufferCount();
    }

    @Override
    public ByteBuffer nioBuffer(int index, int length) {
        access();
        return super.nioBuffer(index, length);
    }

    @Override
    public ByteBuf getBytes(int index, byte[] dst, int dstIndex, int length) {
        access();
        return super.getBytes(index, dst, dstIndex, length);
    }

    @Override
    public ByteBuf getBytes(int index, ByteBuf dst, int dstIndex, int length) {
        access();
        return super.getBytes(index, dst, dstIndex, length);
    }

    @Override
    protected byte _getByte(int index) {
        access();
        return super._getByte(index);
    }

    @Override
    protected int _getIntLE(int index) {
        access();
        return super._getIntLE(index);
    }

    @Override
    public ByteBuf retain() {
        access();
        return super.retain();
    }

    @Override
    public ByteBuf slice(int index, int length) {
        access();
        return super.slice(index, length);
    }
}
