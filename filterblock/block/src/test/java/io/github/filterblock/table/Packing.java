// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import com.github.luben.zstd.Zstd;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;
import java.io.ByteArrayOutputStream;
import java.util.function.UnaryOperator;
import java.util.zip.Deflater;

/** How a block is stored, with the type byte of a writer that stores it so (TF-6). */
public enum Packing {
    RAW(0, UnaryOperator.identity()),
    /** Without a frame. */
    SNAPPY(1, Packing::snappy),
    /** Mojang's. */
    ZLIB(2, contents -> deflate(contents, false)),
    /** google/leveldb's: a frame that says how long its contents are. */
    ZSTD(2, Zstd::compress),
    /** Mojang's, without zlib's frame. */
    DEFLATE(4, contents -> deflate(contents, true));

    private final int type;
    private final UnaryOperator<byte[]> compressor;

    Packing(int type, UnaryOperator<byte[]> compressor) {
        this.type = type;
        this.compressor = compressor;
    }

    /** Returns the type byte. */
    public int type() {
        return type;
    }

    /** Returns the contents as they are stored. */
    public byte[] pack(byte[] contents) {
        return compressor.apply(contents);
    }

    private static byte[] snappy(byte[] contents) {
        ByteBuf out = Unpooled.buffer();
        new Snappy().encode(Unpooled.wrappedBuffer(contents), out, contents.length);
        return ByteBufUtil.getBytes(out);
    }

    private static byte[] deflate(byte[] contents, boolean raw) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, raw);
        deflater.setInput(contents);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] chunk = new byte[4096];
        while (!deflater.finished()) {
            out.write(chunk, 0, deflater.deflate(chunk));
        }
        deflater.end();
        return out.toByteArray();
    }
}
