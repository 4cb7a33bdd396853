// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
        return proxy(Env.class, env);
    }

    private <T> T proxy(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (target instanceof RandomInputFile && method.getName().equals("read")) {
                        reads.increment();
                    }
                    try {
                        Object result = method.invoke(target, arguments);
                        return result instanceof RandomInputFile file ? proxy(RandomInputFile.class, file) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
