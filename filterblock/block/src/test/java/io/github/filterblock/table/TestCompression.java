// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import com.github.luben.zstd.Zstd;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;
import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;

/** Compresses blocks as table writers do. */
public final class TestCompression {
    private TestCompression() {}

    /** Returns raw Snappy, LevelDB's type 1. */
    public static byte[] snappy(byte[] contents) {
        ByteBuf out = Unpooled.buffer();
        new Snappy().encode(Unpooled.wrappedBuffer(contents), out, contents.length);
        return ByteBufUtil.getBytes(out);
    }

    /** Returns a zlib stream, Mojang's type 2. */
    public static byte[] zlib(byte[] contents) {
        return deflate(contents, false);
    }

    /** Returns raw deflate, Mojang's type 4. */
    public static byte[] rawDeflate(byte[] contents) {
        return deflate(contents, true);
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

    /** Returns a zstd frame that says how long its contents are: LevelDB's type 2, Mojang's 3, RocksDB's 7. */
    public static byte[] zstd(byte[] contents) {
        return Zstd.compress(contents);
    }

    /** Returns contents that shrink: words, repeated and not. */
    public static byte[] compressible(int length) {
        byte[] contents = new byte[length];
        for (int i = 0; i < length; i++) {
            contents[i] = (byte) "some words, and again some words ".charAt((i + i / 77) % 33);
        }
        return contents;
    }
}
