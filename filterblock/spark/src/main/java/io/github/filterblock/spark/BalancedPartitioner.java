// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Spreads tables over partitions of about the same number of bytes, where opening a table counts as a mebibyte. The
 * tables form one row, in their given order, which is cut into pieces of one size: partitions differ by at most one
 * table.
 */
final class BalancedPartitioner extends Partitioner {
    private static final long serialVersionUID = 1L;

    /** The cost of a table beside reading its bytes. */
    static final long OPEN_COST = 1 << 20;

    private final int partitions;

    private BalancedPartitioner(int partitions) {
        this.partitions = partitions;
    }

    @Override
    public int numPartitions() {
        return partitions;
    }

    /** The keys are numbers of partitions already. */
    @Override
    public int getPartition(Object key) {
        return (int) key;
    }

    /**
     * Spreads tables.
     *
     * @param tables the same at each evaluation
     * @param bytes how many bytes a partition is to have, 1 or more
     * @param least the smallest number of partitions, if there are as many tables; 1 or more
     */
    static JavaRDD<ListedTable> spread(JavaRDD<ListedTable> tables, long bytes, int least) {
        List<Row> rows =
                tables.mapPartitionsWithIndex(BalancedPartitioner::row, false).collect();
        long[] starts = new long[tables.getNumPartitions() + 1];
        rows.forEach(row -> starts[row.index + 1] = row.cost);
        for (int i = 1; i < starts.length; i++) {
            starts[i] += starts[i - 1];
        }
        long total = starts[starts.length - 1];
        long count = rows.stream().mapToLong(Row::tables).sum();
        long wanted = Math.min(count, Math.max(least, (total + bytes - 1) / bytes));
        int partitions = (int) Math.max(1, Math.min(wanted, Short.MAX_VALUE * 8));
        JavaRDD<Tuple2<Integer, ListedTable>> numbered = tables.mapPartitionsWithIndex(
                (index, part) -> new NumberedTables(part, starts[index], total, partitions), false);
        return JavaPairRDD.fromJavaRDD(numbered)
                .partitionBy(new BalancedPartitioner(partitions))
                .values();
    }

    /** The tables of one partition of the list. */
    private record Row(int index, long tables, long cost) implements Serializable {}

    private static Iterator<Row> row(int index, Iterator<ListedTable> part) {
        long tables = 0;
        long cost = 0;
        while (part.hasNext()) {
            cost += costOf(part.next());
            tables++;
        }
        return List.of(new Row(index, tables, cost)).iterator();
    }

    /** The room of a table in a partition, in bytes. */
    static long costOf(ListedTable table) {
        return OPEN_COST + table.length();
    }

    /** Tables with the numbers of their partitions, which follow from the tables before them. */
    static final class NumberedTables implements Iterator<Tuple2<Integer, ListedTable>> {
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
            long cost = costOf(table);
            double middle = before + cost / 2.0;
            before += cost;
            return new Tuple2<>((int) Math.min(partitions - 1, middle / total * partitions), table);
        }
    }
}
