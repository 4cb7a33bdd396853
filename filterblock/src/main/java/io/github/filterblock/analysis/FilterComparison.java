// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.analysis.FilterDifference.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Compares the filters of two blocks one by one. */
final class FilterComparison {
    private final TableFilter a;
    private final TableFilter b;
    private final byte[] bytesA;
    private final byte[] bytesB;
    private final boolean builtin;

    private FilterComparison(TableFilter a, TableFilter b) {
        this.a = a;
        this.b = b;
        this.bytesA = a.contents();
        this.bytesB = b.contents();
        this.builtin = a.isBuiltin() && b.isBuiltin();
    }

    static List<FilterDifference> compare(TableFilter a, TableFilter b) {
        FilterComparison comparison = new FilterComparison(a, b);
        List<FilterDifference> runs = new ArrayList<>();
        int count = Math.max(a.layout().filterCount(), b.layout().filterCount());
        for (int i = 0; i < count; i++) {
            FilterDifference next = comparison.filter(i);
            int last = runs.size() - 1;
            if (last >= 0 && runs.get(last).joins(next)) {
                runs.set(last, runs.get(last).joined(next));
            } else {
                runs.add(next);
            }
        }
        return runs;
    }

    private FilterDifference filter(int filter) {
        if (filter >= b.layout().filterCount()) {
            return FilterDifference.of(filter, Kind.ONLY_IN_A);
        }
        if (filter >= a.layout().filterCount()) {
            return FilterDifference.of(filter, Kind.ONLY_IN_B);
        }
        int lengthA = a.layout().filterLength(filter);
        int lengthB = b.layout().filterLength(filter);
        if (lengthA < 0 || lengthB < 0) {
            return sameOffsets(filter)
                    ? FilterDifference.of(filter, Kind.EQUAL)
                    : new FilterDifference(filter, filter, Kind.OFFSETS, lengthA, lengthB, 0, 0, 0, 0);
        }
        int startA = lengthA == 0 ? 0 : (int) a.layout().filterStart(filter);
        int startB = lengthB == 0 ? 0 : (int) b.layout().filterStart(filter);
        return Arrays.equals(bytesA, startA, startA + lengthA, bytesB, startB, startB + lengthB)
                ? FilterDifference.of(filter, Kind.EQUAL)
                : different(filter, startA, lengthA, startB, lengthB);
    }

    private boolean sameOffsets(int filter) {
        return a.layout().filterStart(filter) == b.layout().filterStart(filter)
                && a.layout().filterLimit(filter) == b.layout().filterLimit(filter);
    }

    private FilterDifference different(int filter, int startA, int lengthA, int startB, int lengthB) {
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
        return new FilterDifference(filter, filter, kind, lengthA, lengthB, probesA, probesB, onlyA, onlyB);
    }
}
