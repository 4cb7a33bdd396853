// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.contract.FullFilterLaw;
import io.github.filterblock.testdata.contract.FullFilterSubject;
import java.util.Arrays;
import java.util.List;

/** Bugs of builders of full filters, each with the law that is about it. */
public enum FullFilterMutant {
    /** Pebble's before 2020-04-17. */
    UNSIGNED_TAIL(FullFilterLaw.BITS_ARE_THOSE_OF_THE_HASH, new ReferenceFullFilterBuilder() {
        @Override
        long legacyHash(byte[] key) {
            return ReferenceHash.UNSIGNED_TAIL.hash(key, ReferenceHash.BLOOM_SEED);
        }
    }),
    /** The line from a product that is cut to 32 bits. */
    PRODUCT_OF_32_BITS(FullFilterLaw.BITS_ARE_THOSE_OF_THE_HASH, new ReferenceFullFilterBuilder() {
        @Override
        long line(long hash, long lines) {
            return Integer.remainderUnsigned((int) (hash * lines) >>> 16, (int) lines);
        }
    }),
    /** The number of the seed is cut only when it is written. */
    SEED_IS_NOT_WRAPPED(FullFilterLaw.SEEDS_WRAP_AROUND, new ReferenceFullFilterBuilder() {
        @Override
        int next(int seed) {
            return seed + 1;
        }
    }),
    /** Each block as if all before it had all columns. */
    COLUMNS_OF_LOWER_BLOCKS(FullFilterLaw.RIBBON_IS_SOLVED_AS_BY_ROCKSDB, new ReferenceFullFilterBuilder() {
        @Override
        int firstSegment(int block, int columns, int lowerBlocks) {
            return Math.max(0, block * columns - lowerBlocks);
        }
    }),
    /** A set of hashes in place of a list. */
    ALL_REPETITIONS_DROPPED(FullFilterLaw.OTHER_REPETITIONS_COUNT, new ReferenceFullFilterBuilder() {
        @Override
        boolean counts(long hash, List<Long> before) {
            return !before.contains(hash);
        }
    }),
    /** Every call counts, as for LevelDB's filters. */
    NO_REPETITION_DROPPED(FullFilterLaw.EQUAL_NEIGHBOURS_COUNT_ONCE, new ReferenceFullFilterBuilder() {
        @Override
        boolean counts(long hash, List<Long> before) {
            return true;
        }
    }),
    /** As many probes as would be best for so many bits. */
    PROBES_WITHOUT_A_LIMIT(FullFilterLaw.PROBES_HAVE_A_LIMIT, new ReferenceFullFilterBuilder() {
        @Override
        int legacyProbes(int wholeBits) {
            return Math.max(1, (int) (wholeBits * 0.69));
        }
    }),
    /** Small sets of keys get the trailer alone. */
    FIVE_BYTES(FullFilterLaw.FIVE_BYTES_ONLY_WITHOUT_KEYS, new ReferenceFullFilterBuilder() {
        @Override
        byte[] buildFrom(String kind, double bitsPerKey, List<byte[]> keys) {
            byte[] filter = super.buildFrom(kind, bitsPerKey, keys);
            return keys.size() > 3 || filter.length == 0
                    ? filter
                    : Arrays.copyOfRange(filter, filter.length - 5, filter.length);
        }
    });

    private final FullFilterLaw killer;
    private final ReferenceFullFilterBuilder builder;

    FullFilterMutant(FullFilterLaw killer, ReferenceFullFilterBuilder builder) {
        this.killer = killer;
        this.builder = builder;
    }

    /** Returns the law that must find it. */
    public FullFilterLaw killer() {
        return killer;
    }

    /** Returns a subject with the bug. */
    public FullFilterSubject subject() {
        return new FullFilterSubject() {
            @Override
            public byte[] build(Kind kind, double bitsPerKey, List<byte[]> keys) {
                return builder.buildFrom(kind.label(), bitsPerKey, keys);
            }
        };
    }
}
