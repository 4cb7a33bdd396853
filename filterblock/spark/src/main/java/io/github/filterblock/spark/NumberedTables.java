// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.util.Iterator;
import scala.Tuple2;

/** Tables with the numbers of their partitions, which follow from the tables before them. */
final class NumberedTables implements Iterator<Tuple2<Integer, ListedTable>> {
    private final Iterator<ListedTable> tables;
    private final long total;
    private final int partitions;
    private long before;

    /**
     * Numbers tables.
     *
     * @param start the cost of all tables before these
     * @param total the cost of all tables
     */
    NumberedTables(Iterator<ListedTable> tables, long start, long total, int partitions) {
        this.tables = tables;
        this.before = start;
        this.total = total;
        this.partitions = partitions;
    }

    @Override
    public boolean hasNext() {
        return tables.hasNext();
    }

    @Override
    public Tuple2<Integer, ListedTable> next() {
        ListedTable table = tables.next();
        long cost = BalancedPartitioner.costOf(table);
        double middle = before + cost / 2.0;
        before += cost;
        return new Tuple2<>((int) Math.min(partitions - 1, middle / total * partitions), table);
    }
}
