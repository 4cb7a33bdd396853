// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/** Every call to the straight port. */
final class Port {
    static final PortBloom POLICY = new PortBloom(10);

    private Port() {}

    static byte[] build(Keys keys, int blocks) {
        PortFilterBlockBuilder builder = new PortFilterBlockBuilder(POLICY);
        byte[] bytes = keys.bytes();
        int[] starts = keys.starts();
        int key = 0;
        for (int block = 0; block < blocks; block++) {
            builder.startBlock((long) block << Keys.BLOCK_LENGTH_LG);
            for (int end = key + Keys.PER_BLOCK; key < end; key++) {
                builder.addKey(bytes, starts[key], starts[key + 1] - starts[key]);
            }
        }
        builder.startBlock((long) blocks << Keys.BLOCK_LENGTH_LG);
        return builder.finish();
    }

    static int askFilters(FilterQuestions questions, int from, int to) {
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (askFilter(questions, i)) {
                positives++;
            }
        }
        return positives;
    }

    static boolean askFilter(FilterQuestions questions, int i) {
        return POLICY.keyMayMatch(
                questions.keys(),
                i * Keys.FIXED_LENGTH,
                Keys.FIXED_LENGTH,
                questions.filters(),
                questions.places()[i],
                questions.length());
    }

    static int ask(PortFilterBlockReader[] readers, Lookups lookups, int from, int to) {
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (ask(readers, lookups, i)) {
                positives++;
            }
        }
        return positives;
    }

    static boolean ask(PortFilterBlockReader[] readers, Lookups lookups, int i) {
        return readers[lookups.tables()[i]].keyMayMatch(
                (long) lookups.blocks()[i] << Keys.BLOCK_LENGTH_LG,
                lookups.keys(),
                i * Keys.FIXED_LENGTH,
                Keys.FIXED_LENGTH);
    }

    static int askShared(PortFilterBlockReader[] readers, Lookups lookups, int from, int to) {
        int positives = 0;
        for (int i = from; i < to; i++) {
            for (int table = 0; table < readers.length; table++) {
                if (askSharedOne(readers, lookups, i, table)) {
                    positives++;
                }
            }
        }
        return positives;
    }

    static boolean askSharedOne(PortFilterBlockReader[] readers, Lookups lookups, int i, int table) {
        return readers[table].keyMayMatch(
                Lookups.sharedOffset(lookups.blocks()[i], table),
                lookups.keys(),
                i * Keys.FIXED_LENGTH,
                Keys.FIXED_LENGTH);
    }
}
