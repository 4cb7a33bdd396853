// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Tuple2;

class BalancedPartitionerTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 40, 1000})
    void partitionsDifferByOneTableAtMost(int partitions) {
        Random random = new Random(partitions);
        List<ListedTable> tables = new ArrayList<>();
        long total = 0;
        long largest = 0;
        for (int i = 0; i < 2000; i++) {
            long length = random.nextInt(20) == 0 ? random.nextInt(1 << 28) : random.nextInt(1 << 20);
            tables.add(new ListedTable("file:/" + i, length, 1, null));
            total += length + BalancedPartitioner.OPEN_COST;
            largest = Math.max(largest, length + BalancedPartitioner.OPEN_COST);
        }
        long[] costs = new long[partitions];
        int cut = random.nextInt(tables.size());
        long first = add(tables.subList(0, cut), 0, total, costs);
        assertEquals(total, add(tables.subList(cut, tables.size()), first, total, costs));
        for (long cost : costs) {
            assertTrue(cost <= total / partitions + largest + 1, cost + " of " + total);
        }
    }

    /** Adds the costs of tables to those of their partitions; returns the cost of all tables so far. */
    private static long add(List<ListedTable> tables, long start, long total, long[] costs) {
        BalancedPartitioner.NumberedTables numbered =
                new BalancedPartitioner.NumberedTables(tables.iterator(), start, total, costs.length);
        long sum = start;
        while (numbered.hasNext()) {
            Tuple2<Integer, ListedTable> next = numbered.next();
            costs[next._1()] += BalancedPartitioner.costOf(next._2());
            sum += BalancedPartitioner.costOf(next._2());
        }
        return sum;
    }
}
