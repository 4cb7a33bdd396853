// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package org.iq80.leveldb.table;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.env.WritableFile;
import org.iq80.leveldb.util.DynamicSliceOutput;
import org.iq80.leveldb.util.Slice;

/** Lets the example reach what pcmind's leveldb keeps to its own package. */
public final class PcmindBridge {
    private PcmindBridge() {}

    /** Asks the reader, which is package-private. */
    public static boolean keyMayMatch(FilterPolicy policy, Slice block, long blockOffset, Slice key) {
        return new FilterBlockReader(policy, block).keyMayMatch(blockOffset, key);
    }

    /** Writes a block as the table builder writes its filter block, with the default compression. */
    public static byte[] store(Slice block) {
        DynamicSliceOutput file = new DynamicSliceOutput(block.length() + 64);
        WritableFile writable = new WritableFile() {
            @Override
            public void append(Slice data) {
                file.writeBytes(data);
            }

            @Override
            public void force() {}

            @Override
            public void close() {}
        };
        Options options = new Options().compressionType(CompressionType.SNAPPY);
        TableBuilder builder = new TableBuilder(options, writable, new BytewiseComparator());
        try {
            Method writeRawBlock = TableBuilder.class.getDeclaredMethod("writeRawBlock", Slice.class);
            writeRawBlock.setAccessible(true);
            writeRawBlock.invoke(builder, block);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return file.slice().copyBytes();
    }
}
