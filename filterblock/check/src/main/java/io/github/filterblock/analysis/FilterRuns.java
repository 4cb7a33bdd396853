// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.analysis.FilterDiff.Kind;
import io.github.filterblock.analysis.FilterDiff.Run;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Compares the filters of two blocks one by one, and joins neighbours that are alike. Not thread-safe. */
final class FilterRuns {
    private final BoundedList<Run> runs;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);

    FilterRuns(int limit) {
        this.runs = new BoundedList<>(limit);
    }

    /** Compares two blocks, of which it is known whether they have the same bytes. */
    void compare(TableFilter a, TableFilter b, boolean same) {
        Pair pair = new Pair(a, b, same);
        int count = Math.max(a.layout().filterCount(), b.layout().filterCount());
        Run run = null;
        for (int i = 0; i < count; i++) {
            Run next = pair.filter(i);
            counts.merge(next.kind(), 1L, Long::sum);
            if (run != null && !run.joins(next)) {
                runs.add(run);
                run = null;
            }
            run = run == null ? next : run.joined(next);
        }
        if (run != null) {
            runs.add(run);
        }
    }

    Map<Kind, Long> counts() {
        return counts;
    }

    long count() {
        return runs.count();
    }

    List<Run> first() {
        return runs.first();
    }

    /** The two blocks. */
    private static final class Pair {
        private final TableFilter a;
        private final TableFilter b;
        private final byte[] bytesA;
        private final byte[] bytesB;
        private final boolean same;
        private final boolean builtin;

        /** Filters do not overlap unless offsets are damaged, so together they have no more bytes than the block. */
        private long bytesLeft;

        Pair(TableFilter a, TableFilter b, boolean same) {
            this.a = a;
            this.b = b;
            this.bytesA = a.bytes();
            this.bytesB = b.bytes();
            this.same = same;
            this.builtin = a.isBuiltin() && b.isBuiltin();
            this.bytesLeft = Math.max(bytesA.length, bytesB.length);
        }

        Run filter(int filter) {
            if (same) {
                return Run.of(filter, Kind.EQUAL);
            }
            if (filter >= b.layout().filterCount()) {
                return Run.of(filter, Kind.ONLY_IN_A);
            }
            if (filter >= a.layout().filterCount()) {
                return Run.of(filter, Kind.ONLY_IN_B);
            }
            int lengthA = a.layout().filterLength(filter);
            int lengthB = b.layout().filterLength(filter);
            if (lengthA < 0 || lengthB < 0) {
                return sameOffsets(filter)
                        ? Run.of(filter, Kind.EQUAL)
                        : new Run(filter, filter, Kind.OFFSETS, lengthA, lengthB, 0, 0, 0, 0);
            }
            bytesLeft -= lengthA == lengthB ? lengthA : 0; // others differ without a look at their bytes
            if (bytesLeft < 0) {
                return new Run(filter, filter, Kind.OFFSETS, lengthA, lengthB, 0, 0, 0, 0);
            }
            int startA = lengthA == 0 ? 0 : (int) a.layout().filterStart(filter);
            int startB = lengthB == 0 ? 0 : (int) b.layout().filterStart(filter);
            return Arrays.equals(bytesA, startA, startA + lengthA, bytesB, startB, startB + lengthB)
                    ? Run.of(filter, Kind.EQUAL)
                    : different(filter, startA, lengthA, startB, lengthB);
        }

        private boolean sameOffsets(int filter) {
            return a.layout().filterStart(filter) == b.layout().filterStart(filter)
                    && a.layout().filterLimit(filter) == b.layout().filterLimit(filter);
        }

        private Run different(int filter, int startA, int lengthA, int startB, int lengthB) {
            int probesA = builtin && lengthA > 0 ? bytesA[startA + lengthA - 1] & 0xff : 0;
            int probesB = builtin && lengthB > 0 ? bytesB[startB + lengthB - 1] & 0xff : 0;
            long onlyA = 0;
            long onlyB = 0;
            int fieldLength = lengthA != lengthB ? 0 : builtin ? lengthA - 1 : lengthA;
            for (int i = 0; i < fieldLength; i++) {
                int ofA = bytesA[startA + i] & 0xff;
                int ofB = bytesB[startB + i] & 0xff;
                onlyA += Integer.bitCount(ofA & ~ofB);
                onlyB += Integer.bitCount(ofB & ~ofA);
            }
            Kind kind = lengthA != lengthB ? Kind.LENGTH : probesA != probesB ? Kind.PROBES : Kind.BITS;
            return new Run(filter, filter, kind, lengthA, lengthB, probesA, probesB, onlyA, onlyB);
        }
    }
}
