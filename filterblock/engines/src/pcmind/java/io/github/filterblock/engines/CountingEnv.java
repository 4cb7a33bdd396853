// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import org.iq80.leveldb.env.Env;
import org.iq80.leveldb.env.RandomInputFile;

/** Counts the reads of tables. A table that is opened takes a few; after that a read is a data block. */
final class CountingEnv {
    private final Env env;
    private final LongAdder reads = new LongAdder();

    CountingEnv(Env env) {
        this.env = env;
    }

    long reads() {
        return reads.sum();
    }

    Env proxy() {
        return (Env) Proxy.newProxyInstance(
                Env.class.getClassLoader(), new Class<?>[] {Env.class}, (proxy, method, arguments) -> {
                    Object result = call(method, arguments);
                    return result instanceof RandomInputFile file ? new CountingFile(file, reads) : result;
                });
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(env, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private record CountingFile(RandomInputFile file, LongAdder reads) implements RandomInputFile {
        @Override
        public long size() {
            return file.size();
        }

        @Override
        public ByteBuffer read(long offset, int length) throws IOException {
            reads.increment();
            return file.read(offset, length);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
