// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.audit.Audit.Measurement;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Asks a table's full or partitioned filter about absent keys. For one table and one thread. */
final class UserKeyQuestions {
    private static final int RANDOM_KEY_LENGTH = 16;

    private final TableReport analysis;
    private final TableQuery query;
    private final UserKeyFilter filter;
    private final long seed;
    private final int samples;

    UserKeyQuestions(TableReport analysis, TableQuery query, long seed, int samples) {
        this.analysis = analysis;
        this.query = query;
        this.filter = analysis.filter(UserKeyFilter.class).orElseThrow();
        this.seed = seed;
        this.samples = query.search() == TableQuery.Search.USER_KEY && analysis.entries() > 0 ? samples : 0;
    }

    /** The size of the filters, and what they should give. */
    FilterSpace space() {
        int count = filter.stored().partitions().size();
        long empty = filter.stored().partitions().stream()
                .filter(each -> each.filter().geometry().kind() == FullFilterKind.EMPTY)
                .count();
        double rate = filter.trust().mayDeny() ? filter.expectedRate() : 1;
        return new FilterSpace(
                1,
                count,
                empty,
                filter.filterBytes(),
                filter.indexBytes(),
                analysis.entries(),
                rate * analysis.entries());
    }

    /** Asks about random keys, whose partitions are those of any keys: each is as likely as it has stretch. */
    Measurement random() {
        Random random = new Random(seed);
        byte[] key = new byte[RANDOM_KEY_LENGTH];
        Count count = new Count();
        for (int i = 0; i < samples; i++) {
            random.nextBytes(key);
            count.add(key);
        }
        return count.measurement();
    }

    /**
     * Asks about keys, or prefixes, one step away from those that are drawn; those of the table are left out. Reads it
     * twice.
     */
    Measurement steps(TableFile table) throws IOException {
        if (samples == 0) {
            return Measurement.NONE;
        }
        Random random = new Random(~seed);
        Map<Long, byte[]> steps = new HashMap<>();
        double share = Math.min(1, (double) samples / analysis.entries());
        TableKeys.visitReadable(table, analysis, (offset, key, length) -> {
            int asked = askedLength(key, length);
            if (asked >= 0 && steps.size() < samples && random.nextDouble() < share) {
                byte[] step = FilterQuestions.oneStepFrom(key, asked, random);
                steps.put(FilterQuestions.fingerprint(step, step.length), step);
            }
        });
        TableKeys.visitReadable(table, analysis, (offset, key, length) -> {
            int asked = askedLength(key, length);
            if (asked >= 0) {
                steps.remove(FilterQuestions.fingerprint(key, asked));
            }
        });
        Count count = new Count();
        steps.values().forEach(count::add);
        return count.measurement();
    }

    /** How much of a stored user key is in the filter; -1 if nothing is. */
    private int askedLength(byte[] key, int stored) {
        FilterContents contents = filter.stored().contents();
        return contents.askedLength(key, 0, Math.max(0, stored - contents.timestampLength()));
    }

    /** Questions counted beside the rates that are expected of their filters. */
    private final class Count {
        private final double[] rates = new double[filter.stored().partitions().size()];
        private long asked;
        private long matched;
        private double expected;

        Count() {
            Arrays.setAll(rates, filter::expectedRate);
        }

        void add(byte[] key) {
            asked++;
            matched += query.ask(key).mayMatch() ? 1 : 0;
            expected += filter.stored().contents().askedLength(key, 0, key.length) >= 0 ? expected(key) : 1;
        }

        /** A key for which every prefix is asked has as many chances to match. */
        private double expected(byte[] key) {
            boolean full = filter.stored().form() == FilterForm.FULL && rates.length == 1;
            double rate = full
                    ? rates[0]
                    : filter.stored()
                            .partition(key)
                            .map(number -> rates[number])
                            .orElse(1.0);
            int questions = filter.stored().contents().questions(key.length);
            return 1 - Math.pow(1 - rate, questions);
        }

        Measurement measurement() {
            return new Measurement(asked, matched, Math.min((double) asked, expected));
        }
    }
}
