// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.TableKeyVisitor;
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
 * Asks a table's filter about keys that are not there. For one table and one thread.
 *
 * <p>Of each neighbour a fingerprint of 64 bits is kept, not the key: memory depends on the number of probes alone. A
 * second pass over the table drops the neighbours that are in it. Two keys of the same fingerprint count as one; among
 * 2^20 keys this happens once in sixteen million audits.
 */
final class FilterQuestions {
    private static final int RANDOM_KEY_LENGTH = 16;
    /**
     * Neighbours of a thousand keys of a megabyte each would take minutes; those of usual keys take a few megabytes.
     */
    private static final long MOST_BYTES = 256 << 20;

    private static final long STEPS_SEED = 0x5deece66dL;
    private static final HashFunction FINGERPRINT = Hashing.murmur3_128();

    /** Makes a new key of one that is in the first bytes of an array. */
    private interface Neighbourhood {
        byte[] of(byte[] key, int length);
    }

    private final TableReport analysis;
    private final TableQuery query;
    private final AuditSettings settings;
    private final WindowRates rates;

    FilterQuestions(TableReport analysis, TableQuery query, AuditSettings settings) {
        this.analysis = analysis;
        this.query = query;
        this.settings = settings;
        this.rates = new WindowRates(analysis.filter().orElseThrow());
    }

    Measurement random() {
        Random random = new Random(settings.seed());
        List<DataBlock> blocks = analysis.dataBlocks();
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
        for (int i = 0; i < settings.probes(); i++) {
            random.nextBytes(key);
            long offset = offsets[blockOf(draw(random, keys), keysBehind)];
            rates.count(offset, query.askFilter(offset, key));
        }
        return rates.take();
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

    /**
     * The measurements with keys near those of the table: with keys that differ in many ways, and with keys one step
     * away.
     */
    record Near(Measurement neighbours, Measurement steps) {}

    /** Asks about keys near those of the table; reads it twice. */
    Near near(TableFile table) throws IOException {
        Random random = new Random(~settings.seed());
        Random ofSteps = new Random(STEPS_SEED ^ settings.seed());
        Asking neighbours = new Asking(random, new Neighbours(random)::of);
        Asking steps = new Asking(ofSteps, new Neighbours(ofSteps)::oneStepFrom);
        TableKeys.visitReadable(table, analysis, new TableKeyVisitor() {
            private long visited;

            @Override
            public void key(long blockOffset, byte[] key, int length) {
                neighbours.visit(visited, blockOffset, key, length);
                steps.visit(visited, blockOffset, key, length);
                visited++;
            }
        });
        neighbours.asked.sort();
        steps.asked.sort();
        TableKeys.visitReadable(table, analysis, (offset, key, length) -> {
            long fingerprint = fingerprint(key, length);
            neighbours.asked.drop(fingerprint);
            steps.asked.drop(fingerprint);
        });
        return new Near(neighbours.measured(), steps.measured());
    }

    private static long fingerprint(byte[] key, int length) {
        return FINGERPRINT.hashBytes(key, 0, length).asLong();
    }

    /** Asks about neighbours of keys that are drawn before the table is read. */
    private final class Asking {
        private final Neighbourhood neighbourhood;
        private final Asked asked = new Asked(settings.probes());
        private final long[] drawn;
        private int next;
        private long bytesLeft = MOST_BYTES;

        Asking(Random random, Neighbourhood neighbourhood) {
            this.neighbourhood = neighbourhood;
            this.drawn = LongStream.generate(() -> draw(random, analysis.entries()))
                    .limit(settings.probes())
                    .sorted()
                    .toArray();
        }

        void visit(long number, long blockOffset, byte[] key, int length) {
            for (; next < drawn.length && drawn[next] == number; next++) {
                bytesLeft -= length;
                if (bytesLeft >= 0) {
                    ask(neighbourhood.of(key, length), blockOffset);
                }
            }
        }

        private void ask(byte[] neighbour, long blockOfOrigin) {
            long fingerprint = fingerprint(neighbour, neighbour.length);
            if (query.search() == TableQuery.Search.INDEX) {
                TableQuery.Answer answer = query.ask(neighbour);
                answer.blockOffset().ifPresent(offset -> asked.add(fingerprint, offset, answer.mayMatch()));
            } else {
                asked.add(fingerprint, blockOfOrigin, query.askFilter(blockOfOrigin, neighbour));
            }
        }

        Measurement measured() {
            asked.countInto(rates);
            return rates.take();
        }
    }

    /** Neighbours that were asked about. */
    private static final class Asked {
        /** A fingerprint without a mark for its upper bits was not asked about; most keys are dismissed by that. */
        private static final int UNMARKED_BITS = Long.SIZE - 22;

        private final long[] fingerprints;
        private final long[] offsets;
        private final BitSet matched = new BitSet();
        private final BitSet dropped = new BitSet();
        private final BitSet marks = new BitSet();
        private int size;
        private long[] sorted = {};

        Asked(int capacity) {
            fingerprints = new long[capacity];
            offsets = new long[capacity];
        }

        void add(long fingerprint, long offset, boolean mayMatch) {
            fingerprints[size] = fingerprint;
            offsets[size] = offset;
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

        /** A key that is in the table. */
        void drop(long fingerprint) {
            if (!marks.get(mark(fingerprint))) {
                return;
            }
            int at = Arrays.binarySearch(sorted, fingerprint);
            if (at >= 0) {
                dropped.set(at);
            }
        }

        void countInto(WindowRates rates) {
            for (int i = 0; i < size; i++) {
                int at = Arrays.binarySearch(sorted, fingerprints[i]);
                if (!dropped.get(at)) {
                    dropped.set(at); // counts once
                    rates.count(offsets[i], matched.get(i));
                }
            }
        }
    }
}
