// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterKind;
import java.util.function.LongConsumer;

/**
 * What RocksDB adds from 9.6 on, each addition as often as RocksDB counts it (RF-16), so that the sizes of new filters
 * follow from it. For one pass.
 */
final class CountedAdditions extends FilterAdditions {
    private final LongConsumer hashes;
    private final boolean isLegacy;
    private boolean hasLast;
    private long last;
    private boolean hasAlternative;
    private long alternative;
    private boolean hasEntry;
    private long lastKey;
    private long lastPrefix;
    private boolean hasLastPrefix;
    private boolean hasVersions;

    /**
     * An empty list of additions.
     *
     * @param hashes takes those of the additions, some of them twice in a row
     * @param kind of the filter
     * @param sink is told where partitions end
     */
    CountedAdditions(LongConsumer hashes, FullFilterKind kind, boolean wholeKeys, Sink sink) {
        super(sink, wholeKeys);
        this.hashes = hashes;
        this.isLegacy = kind == FullFilterKind.LEGACY_BLOOM;
    }

    private long hash(byte[] key, int length) {
        return isLegacy ? BloomHash.SIGNED_TAIL.hash(key, 0, length) : FullFilter.xxph3(key, 0, length);
    }

    @Override
    void entry(byte[] key, int length, int prefix) {
        long hash = wholeKeys ? hash(key, length) : 0;
        hasVersions = hasEntry && wholeKeys && hash == lastKey;
        hasEntry = true;
        lastKey = hash;
        hasLastPrefix = prefix >= 0;
        lastPrefix = hasLastPrefix ? hash(key, prefix) : 0;
        if (!hasLastPrefix) {
            if (wholeKeys) {
                append(hash);
            }
        } else if (wholeKeys) {
            addBoth(hash, lastPrefix);
        } else {
            append(lastPrefix);
        }
    }

    /** Where it is not known whether the next partition begins with a version of the last key, that key is added. */
    @Override
    void cut(byte[] next, int length, int prefix) {
        if (prefix >= 0) {
            long hash = hash(next, prefix);
            if (wholeKeys) {
                addBoth(hash, hash);
            } else {
                append(hash);
            }
        }
        sink.cut();
        hasLast = false;
        hasAlternative = false;
        if (hasLastPrefix) {
            append(lastPrefix);
        }
        if (hasVersions) {
            append(lastKey);
        }
    }

    private void addBoth(long key, long prefix) {
        boolean hadLast = hasLast;
        boolean hadAlternative = hasAlternative;
        long lastBefore = last;
        long alternativeBefore = alternative;
        if (!(hadAlternative && prefix == alternativeBefore) && prefix != key && !(hadLast && prefix == lastBefore)) {
            append(prefix);
        }
        hasAlternative = true;
        alternative = prefix;
        if (!(hadLast && key == lastBefore) && !(hadAlternative && key == alternativeBefore)) {
            append(key);
        }
    }

    private void append(long hash) {
        hashes.accept(hash);
        hasLast = true;
        last = hash;
    }
}
