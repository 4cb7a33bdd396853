// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;

/** Makes unpooled buffers, counts the bytes outstanding, and fails at the n-th allocation, be it a buffer or growth. */
final class FailingAllocator extends AbstractByteBufAllocator {
    private int allowed;
    private long outstanding;

    FailingAllocator(boolean direct, int allowed) {
        super(direct);
        this.allowed = allowed;
    }

    /** The number of bytes that were not given back yet. */
    long outstanding() {
        return outstanding;
    }

    /** How many more allocations succeed. */
    void allow(int more) {
        allowed = more;
    }

    private void take() {
        if (allowed-- <= 0) {
            throw new OutOfMemoryError("as the test wants it");
        }
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        take();
        outstanding += initialCapacity;
        return new Heap(initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        take();
        outstanding += initialCapacity;
        return new Direct(initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return false;
    }

    private final class Heap extends UnpooledHeapByteBuf {
        Heap(int initialCapacity, int maxCapacity) {
            super(FailingAllocator.this, initialCapacity, maxCapacity);
        }

        @Override
        public ByteBuf capacity(int newCapacity) {
            take();
            outstanding += newCapacity - capacity();
            return super.capacity(newCapacity);
        }

        @Override
        protected void deallocate() {
            outstanding -= capacity();
            super.deallocate();
        }
    }

    private final class Direct extends UnpooledDirectByteBuf {
        Direct(int initialCapacity, int maxCapacity) {
            super(FailingAllocator.this, initialCapacity, maxCapacity);
        }

        @Override
        public ByteBuf capacity(int newCapacity) {
            take();
            outstanding += newCapacity - capacity();
            return super.capacity(newCapacity);
        }

        @Override
        protected void deallocate() {
            outstanding -= capacity();
            super.deallocate();
        }
    }
}
