// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An engine with filters in it. */
interface Engine {
    /** The directory of the engines. */
    Path DIRECTORY = Path.of(System.getProperty("filterblock.engines", "target/engines"));

    /** Sizes of the write buffer in bytes, of which the smaller one makes many small tables. */
    int SMALL_WRITE_BUFFER = 64 << 10;

    int USUAL_WRITE_BUFFER = 2 << 20;

    /** The usual policy, one with fewer bits and one with another name. */
    List<BloomFilterPolicy> POLICIES = List.of(
            BloomFilterPolicy.levelDb(10), BloomFilterPolicy.levelDb(4), BloomFilterPolicy.levelDb117Signed(10));

    /**
     * Returns the policy of a layout with full filters, and with the bits per key of a policy of {@link #POLICIES}.
     *
     * @param layout {@link Layout#FAST_LOCAL} or {@link Layout#RIBBON}
     */
    static FullFilterPolicy full(Layout layout, int policy) {
        int bits = POLICIES.get(policy).bitsPerKey();
        return layout == Layout.RIBBON ? FullFilterPolicy.ribbon(bits) : FullFilterPolicy.fastLocalBloom(bits);
    }

    /** Returns its name and version. */
    String name();

    /** Returns the layouts that it can have; {@link Layout#NONE} first. */
    List<Layout> layouts();

    /**
     * Opens a database, or makes one.
     *
     * @param directory of the database
     * @param layout of the filters
     * @param policy which one of {@link #POLICIES}
     */
    Store open(Path directory, Layout layout, int policy) throws IOException;
}
