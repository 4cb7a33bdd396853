// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import java.util.Arrays;

/**
 * What RocksDB adds to the filters of a table from 9.6 on, while its entries are written one after another (RF-16,
 * RF-20). Before, it added prefixes by other rules. For one table; not thread-safe.
 */
abstract class FilterAdditions {

    /** Takes what is added. */
    interface Sink {
        /**
         * Is added in each of four cases, a bit for each: the partition ends before a new key or a further version of
         * its last one, and begins with a new key or with a version.
         */
        int ALWAYS = 0b1111;
        /** Is added to a partition, unless it ends between two versions of one key. */
        int IF_NEXT_KEY_IS_NEW = 0b0101;
        /** Is added to a partition that begins with a further version of the key before. */
        int IF_FIRST_KEY_IS_OLD = 0b1100;

        /**
         * Takes a key or a prefix.
         *
         * @param text holds it from index 0 on; borrowed
         * @param length number of its bytes, 0 or more
         * @param when whether all writers add it, or only those whose partitions are cut in certain ways
         */
        void add(byte[] text, int length, int when);

        /** The partition ends. */
        void cut();
    }

    final Sink sink;
    final boolean wholeKeys;

    FilterAdditions(Sink sink, boolean wholeKeys) {
        this.sink = sink;
        this.wholeKeys = wholeKeys;
    }

    /** The additions of whole texts, whatever is added twice. */
    static FilterAdditions of(boolean wholeKeys, Sink sink) {
        return new Texts(sink, wholeKeys);
    }

    /**
     * An entry that is not a range deletion.
     *
     * @param key holds the user key, without timestamp, from index 0 on; borrowed
     * @param length number of its bytes
     * @param prefix number of bytes of its prefix; -1 if there is no extractor, or the key is outside its domain
     */
    abstract void entry(byte[] key, int length, int prefix);

    /** The partition ends before this entry, which is added next. */
    abstract void cut(byte[] next, int length, int prefix);

    /** A text that is kept. */
    private static final class Text {
        private byte[] bytes = {};
        private int length;

        void set(byte[] from, int count) {
            if (bytes.length < count) {
                bytes = new byte[Math.max(count, bytes.length + Math.min(bytes.length, 1 << 20))];
            }
            System.arraycopy(from, 0, bytes, 0, count);
            length = count;
        }

        boolean is(byte[] other, int count) {
            return Arrays.equals(bytes, 0, length, other, 0, count);
        }
    }

    /**
     * Equal texts are not left out here: a filter of a given form does not depend on repetitions. If the
     * cut of a partition does not follow data blocks, and its last key has several versions, the separator does not say
     * whether the next partition begins with a further one.
     */
    private static final class Texts extends FilterAdditions {
        private final Text last = new Text();
        private int lastPrefix = -1;

        /** Whether the last two entries are versions of one key. */
        private boolean hasVersions;

        Texts(Sink sink, boolean wholeKeys) {
            super(sink, wholeKeys);
        }

        @Override
        void entry(byte[] key, int length, int prefix) {
            if (prefix >= 0) {
                sink.add(key, prefix, Sink.ALWAYS);
            }
            if (wholeKeys) {
                sink.add(key, length, Sink.ALWAYS);
            }
            hasVersions = last.is(key, length);
            last.set(key, length);
            lastPrefix = prefix;
        }

        @Override
        void cut(byte[] next, int length, int prefix) {
            if (prefix >= 0) {
                sink.add(next, prefix, hasVersions ? Sink.IF_NEXT_KEY_IS_NEW : Sink.ALWAYS);
            }
            sink.cut();
            if (lastPrefix >= 0) {
                sink.add(last.bytes, lastPrefix, Sink.ALWAYS);
            }
            if (wholeKeys && hasVersions) {
                sink.add(last.bytes, last.length, Sink.IF_FIRST_KEY_IS_OLD);
            }
        }
    }
}
