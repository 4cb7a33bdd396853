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
        byte[] keys = questions.keys();
        byte[] filters = questions.filters();
        int[] places = questions.places();
        int length = questions.length();
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (POLICY.keyMayMatch(keys, i * Keys.FIXED_LENGTH, Keys.FIXED_LENGTH, filters, places[i], length)) {
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
        byte[] keys = lookups.keys();
        int[] tables = lookups.tables();
        int[] blocks = lookups.blocks();
        int positives = 0;
        for (int i = from; i < to; i++) {
            long offset = (long) blocks[i] << Keys.BLOCK_LENGTH_LG;
            if (readers[tables[i]].keyMayMatch(offset, keys, i * Keys.FIXED_LENGTH, Keys.FIXED_LENGTH)) {
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
        byte[] keys = lookups.keys();
        int[] groups = lookups.blocks();
        int positives = 0;
        for (int i = from; i < to; i++) {
            int group = groups[i];
            for (int table = 0; table < readers.length; table++) {
                long offset = Lookups.sharedOffset(group, table);
                if (readers[table].keyMayMatch(offset, keys, i * Keys.FIXED_LENGTH, Keys.FIXED_LENGTH)) {
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
