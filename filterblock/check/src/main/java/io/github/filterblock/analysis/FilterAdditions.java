// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import java.util.Arrays;

/**
 * What RocksDB adds to the filters of a table while its entries are written, one after another (RF-16, RF-20). The
 * rules have changed with its releases. For one table; not thread-safe.
 */
abstract class FilterAdditions {

    /** The rules of some releases. */
    public enum Rules {
        /** Up to 6.5; proved with 5.18. */
        OF_5_18("5.18"),
        /** From 6.19 to 9.5. */
        OF_6_19("6.19"),
        /** From 9.6 on. */
        OF_9_6("9.6");

        private final String release;

        Rules(String release) {
            this.release = release;
        }

        /** {@return the first of the releases read here that has these rules} */
        public String release() {
            return release;
        }
    }

    /** Takes what is added. */
    interface Sink {
        /** Is added by every writer. */
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

    static FilterAdditions of(Rules rules, boolean wholeKeys, Sink sink) {
        return rules == Rules.OF_9_6 ? new PrefixFirst(sink, wholeKeys) : new KeyFirst(sink, wholeKeys, rules);
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
     * From 9.6 on. Equal texts are not left out here: a filter of a given form does not depend on repetitions. If the
     * cut of a partition does not follow data blocks, and its last key has several versions, the separator does not say
     * whether the next partition begins with a further one.
     */
    private static final class PrefixFirst extends FilterAdditions {
        private final Text last = new Text();
        private int lastPrefix = -1;

        /** Whether the last two entries are versions of one key. */
        private boolean hasVersions;

        PrefixFirst(Sink sink, boolean wholeKeys) {
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

    /** Up to 9.5. */
    private static final class KeyFirst extends FilterAdditions {
        private final boolean recalls;
        private final Text lastKey = new Text();
        private final Text lastPrefix = new Text();
        private boolean keyAdded;
        private boolean prefixAdded;
        private boolean lastHadPrefix;

        /** Up to 6.5 a partition ends when something is added next. */
        private int endsNext;

        KeyFirst(Sink sink, boolean wholeKeys, Rules rules) {
            super(sink, wholeKeys);
            this.recalls = rules == Rules.OF_6_19;
        }

        @Override
        void entry(byte[] key, int length, int prefix) {
            if (recalls && !prefixAdded && lastHadPrefix) {
                add(lastPrefix.bytes, lastPrefix.length);
                prefixAdded = true;
            }
            if (wholeKeys && (prefix < 0 || !keyAdded || !lastKey.is(key, length))) {
                add(key, length);
                if (prefix >= 0) {
                    keyAdded = true;
                    lastKey.set(key, length);
                }
            }
            if (prefix >= 0) {
                addPrefix(key, prefix);
            }
            lastHadPrefix = prefix >= 0;
        }

        private void addPrefix(byte[] key, int prefix) {
            if (!wholeKeys) {
                add(key, prefix);
            } else if (!prefixAdded || !lastPrefix.is(key, prefix)) {
                add(key, prefix);
                prefixAdded = true;
                lastPrefix.set(key, prefix);
            }
        }

        private void add(byte[] text, int length) {
            for (; endsNext > 0; endsNext--) {
                end();
            }
            sink.add(text, length, Sink.ALWAYS);
        }

        @Override
        void cut(byte[] next, int length, int prefix) {
            if (!recalls) {
                endsNext++;
                return;
            }
            if (prefix >= 0 && !lastPrefix.is(next, prefix)) {
                sink.add(next, prefix, Sink.ALWAYS);
            }
            end();
        }

        private void end() {
            keyAdded = false;
            prefixAdded = false;
            sink.cut();
        }
    }
}
