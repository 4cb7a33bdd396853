// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * Asks the filter of a table, of either kind, about absent keys. For one table and one thread.
 *
 * <p>Of each key one step away a fingerprint of 64 bits is kept, not the key: memory depends on the number of samples
 * alone. A second pass over the table drops those that are in it. Two keys of the same fingerprint count as one; among
 * 2^20 keys this happens once in sixteen million audits.
 */
final class AbsentKeys {
    private static final int RANDOM_KEY_LENGTH = 16;

    /** Steps from a thousand keys of a megabyte each would take minutes; those from usual keys take a few megabytes. */
    private static final long MAX_BYTES = 256 << 20;

    private static final long STEPS_SEED = 0x5deece66dL;
    private static final HashFunction FINGERPRINT = Hashing.murmur3_128();

    private final TableReport report;
    private final TableQuery query;
    private final long seed;
    private final int samples;
    private final ExaminedFilter filter;
    private final ExaminedFilter.Rates rates;

    /** Of a table with keys and a filter that may deny a key. */
    AbsentKeys(TableReport report, TableQuery query, long seed, int samples) {
        this.report = report;
        this.query = query;
        this.seed = seed;
        this.samples = samples;
        this.filter = report.filter().orElseThrow();
        this.rates = filter.expectedRates();
    }

    /** Asks about random keys. */
    Measurement random() {
        Random random = new Random(seed);
        List<DataBlock> blocks = report.facts().blocks();
        long[] keysBehind = new long[blocks.size()];
        long[] offsets = new long[keysBehind.length];
        long keys = 0;
        for (int i = 0; i < keysBehind.length; i++) {
            DataBlock block = blocks.get(i); // a copy of its index key, which may have megabytes
            keys += block.keyCount();
            keysBehind[i] = keys;
            offsets[i] = block.offset();
        }
        byte[] key = new byte[RANDOM_KEY_LENGTH];
        Count count = new Count();
        for (int i = 0; i < samples; i++) {
            random.nextBytes(key);
            long offset = offsets[blockOf(draw(random, keys), keysBehind)];
            count.add(query.askFilter(offset, key), rates.at(offset, key));
        }
        return count.measurement();
    }

    private static long draw(Random random, long bound) {
        return Math.floorMod(random.nextLong(), bound);
    }

    /** The first block up to whose end there are more keys than the number that was drawn. */
    private static int blockOf(long drawn, long[] keysBehind) {
        int low = 0;
        int high = keysBehind.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (keysBehind[middle] > drawn) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Asks about keys one step away from those of the table; reads it twice. */
    Measurement steps(TableFile table) throws IOException {
        Steps steps = new Steps();
        TableKeys.visitReadable(table, report, steps);
        steps.sort();
        TableKeys.visitReadable(table, report, (offset, key, length) -> {
            int added = filter.addedLength(key, length);
            if (added >= 0) {
                steps.drop(fingerprint(key, added));
            }
        });
        return steps.measured();
    }

    static long fingerprint(byte[] key, int length) {
        return FINGERPRINT.hashBytes(key, 0, length).asLong();
    }

    /** A new key, one step up or down at the end of a key; of an empty key a byte 0. */
    static byte[] oneStepFrom(byte[] key, int length, Random random) {
        byte[] stepped = Arrays.copyOf(key, Math.max(1, length));
        if (length > 0) {
            step(stepped, random.nextBoolean() ? 1 : -1);
        } else {
            stepped[0] = 0;
        }
        return stepped;
    }

    /** Counts up or down at the end of the key: in decimal where it ends with a digit, otherwise in bytes. */
    static void step(byte[] key, int step) {
        boolean decimal = isDigit(key[key.length - 1]);
        int least = decimal ? '0' : 0;
        int most = decimal ? '9' : 0xff;
        int at = key.length - 1;
        while (at >= 0 && (!decimal || isDigit(key[at]))) {
            int stepped = (key[at] & 0xff) + step;
            if (stepped >= least && stepped <= most) {
                key[at] = (byte) stepped;
                return;
            }
            key[at--] = (byte) (step > 0 ? least : most);
        }
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    /** Keys one step away from keys that are drawn before the table is read. */
    private final class Steps implements TableKeys.Visitor {
        /** A fingerprint without a mark for its upper bits was not asked about; most keys are dismissed by that. */
        private static final int UNMARKED_BITS = Long.SIZE - 22;

        private final Random random = new Random(STEPS_SEED ^ seed);
        private final long[] drawn;
        private final long[] fingerprints = new long[samples];
        private final double[] expected = new double[samples];
        private final BitSet matched = new BitSet();
        private final BitSet dropped = new BitSet();
        private final BitSet marks = new BitSet();
        private long visited;
        private int next;
        private int size;
        private long bytesLeft = MAX_BYTES;
        private long[] sorted = {};

        Steps() {
            drawn = LongStream.generate(() -> draw(random, report.entries()))
                    .limit(samples)
                    .sorted()
                    .toArray();
        }

        @Override
        public void key(long blockOffset, byte[] key, int length) {
            for (; next < drawn.length && drawn[next] == visited; next++) {
                bytesLeft -= length;
                int added = filter.addedLength(key, length);
                if (bytesLeft >= 0 && added >= 0) {
                    ask(oneStepFrom(key, added, random), blockOffset);
                }
            }
            visited++;
        }

        private void ask(byte[] step, long blockOfOrigin) {
            if (query.search() == TableQuery.Search.INDEX) {
                TableQuery.Answer answer = query.ask(step);
                answer.blockOffset().ifPresent(offset -> add(step, offset, answer.mayMatch()));
            } else {
                add(step, blockOfOrigin, query.askFilter(blockOfOrigin, step));
            }
        }

        private void add(byte[] step, long offset, boolean mayMatch) {
            fingerprints[size] = fingerprint(step, step.length);
            expected[size] = rates.at(offset, step);
            matched.set(size, mayMatch);
            size++;
        }

        void sort() {
            sorted = LongStream.of(fingerprints).limit(size).sorted().distinct().toArray();
            for (long fingerprint : sorted) {
                marks.set(mark(fingerprint));
            }
        }

        private static int mark(long fingerprint) {
            return (int) (fingerprint >>> UNMARKED_BITS);
        }

        /** A key that is in the filter. */
        void drop(long fingerprint) {
            if (!marks.get(mark(fingerprint))) {
                return;
            }
            int at = Arrays.binarySearch(sorted, fingerprint);
            if (at >= 0) {
                dropped.set(at);
            }
        }

        Measurement measured() {
            Count count = new Count();
            for (int i = 0; i < size; i++) {
                int at = Arrays.binarySearch(sorted, fingerprints[i]);
                if (!dropped.get(at)) {
                    dropped.set(at); // counts once
                    count.add(matched.get(i), expected[i]);
                }
            }
            return count.measurement();
        }
    }

    /** Questions counted beside the rates that are expected of their filters. */
    private static final class Count {
        private long asked;
        private long matched;
        private double expected;

        void add(boolean mayMatch, double rate) {
            asked++;
            matched += mayMatch ? 1 : 0;
            expected += rate;
        }

        Measurement measurement() {
            return new Measurement(asked, matched, Math.min((double) asked, expected));
        }
    }
}
