// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import com.github.luben.zstd.Zstd;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;
import java.util.Arrays;
import java.util.zip.Deflater;

/** How a block is stored, with the type byte of a writer that stores it so (TF-6). */
enum Packing {
    RAW(0) {
        @Override
        byte[] pack(byte[] contents) {
            return contents;
        }
    },
    SNAPPY(1) {
        @Override
        byte[] pack(byte[] contents) {
            ByteBuf packed = Unpooled.buffer();
            new Snappy().encode(Unpooled.wrappedBuffer(contents), packed, contents.length);
            return ByteBufUtil.getBytes(packed);
        }
    },
    /** Mojang's. */
    ZLIB(2) {
        @Override
        byte[] pack(byte[] contents) {
            return deflate(contents, false);
        }
    },
    /** google/leveldb's. */
    ZSTD(2) {
        @Override
        byte[] pack(byte[] contents) {
            return Zstd.compress(contents);
        }
    },
    /** Mojang's, without zlib's frame. */
    DEFLATE(4) {
        @Override
        byte[] pack(byte[] contents) {
            return deflate(contents, true);
        }
    };

    private final int type;

    Packing(int type) {
        this.type = type;
    }

    int type() {
        return type;
    }

    abstract byte[] pack(byte[] contents);

    private static byte[] deflate(byte[] contents, boolean raw) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, raw);
        try {
            deflater.setInput(contents);
            deflater.finish();
            byte[] packed = new byte[contents.length + contents.length / 1000 + 64];
            return Arrays.copyOf(packed, deflater.deflate(packed));
        } finally {
            deflater.end();
        }
    }
}
