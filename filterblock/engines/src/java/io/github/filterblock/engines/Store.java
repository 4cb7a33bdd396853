// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.util.Optional;
import java.util.function.BiConsumer;

/** An open database of an engine, asked by one thread. */
interface Store extends AutoCloseable {
    Optional<byte[]> get(byte[] key);

    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /** Reads everything, in the engine's order. */
    void scan(BiConsumer<byte[], byte[]> visitor);

    /** Compacts all levels. */
    void compact();

    /** Suspends compactions until {@link #resume}. */
    void suspend();

    void resume();

    /** Returns how many data blocks have been read since the process began. */
    long blocksRead();

    @Override
    void close();
}
