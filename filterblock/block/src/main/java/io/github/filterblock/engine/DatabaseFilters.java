// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.Windows;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockBasedFilter;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.table.TrustedPolicies;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The filters of one open database: makes the writer of each new table's filter and opens the filter of each table that
 * is read. It belongs beside the engine's other options.
 *
 * <p>With a policy, new tables get filters: LevelDB's filter blocks from a {@link FilterPolicy}, one of RocksDB's full
 * filters from a {@link FullFilterPolicy}. The policy reads every filter of its name. So does an earlier policy of the
 * other form: one database may have tables of both. Filters of another built-in name, for instance of the program that
 * wrote the database before, are read safely for every writer of that name. Without a policy, existing filters are used
 * and none are written, so a compaction drops them. LevelDB without a policy drops them too, and does not use them.
 *
 * <p>This class has no cache: the engine keeps an {@link EngineFilter} with its table in its own table cache.
 *
 * <p>Immutable apart from its counters; safe for use by any number of threads. The results of {@code with...} methods
 * share everything that these do not change, including the counters.
 */
public final class DatabaseFilters {
    /** The compiler C2 inlines the allocation of up to six arrays, without the runtime. */
    private static final int MORE_THAN_IS_INLINED = 7;

    @SuppressWarnings("UnusedVariable") // written, so that no compiler leaves the array out
    private static byte @Nullable [][] faultRaiser;

    /** At most one policy for each form of filters. */
    private final @Nullable FilterPolicy policy;

    private final @Nullable FullFilterPolicy fullPolicy;

    /** Whether new tables get full filters; otherwise filter blocks, if there is a policy. */
    private final boolean writesFull;

    private final int baseLg;
    private final FilterCounters counters;
    private final @Nullable Consumer<CorruptTableException> listener;

    private DatabaseFilters(
            @Nullable FilterPolicy policy,
            @Nullable FullFilterPolicy fullPolicy,
            boolean writesFull,
            int baseLg,
            FilterCounters counters,
            @Nullable Consumer<CorruptTableException> listener) {
        this.policy = policy;
        this.fullPolicy = fullPolicy;
        this.writesFull = writesFull;
        this.baseLg = baseLg;
        this.counters = Objects.requireNonNull(counters, "counters");
        this.listener = listener;
    }

    /**
     * Filters in LevelDB's layout, one for each 2 KiB of file.
     *
     * @param policy makes the filters of new tables, and answers from all filters of its name
     * @return filters with counters of their own and a silent listener
     */
    public static DatabaseFilters of(FilterPolicy policy) {
        return withoutPolicy().withPolicy(policy);
    }

    /**
     * RocksDB's full filters, one for each table, which is probed before the table's index is searched.
     *
     * @param policy makes the filters of new tables. In tables without RocksDB's properties, a full filter is taken to
     *     hold whole user keys, whatever its kind and number of bits
     * @return filters with counters of their own and a silent listener
     */
    public static DatabaseFilters of(FullFilterPolicy policy) {
        return withoutPolicy().withPolicy(policy);
    }

    /**
     * {@return filters with counters of their own and a silent listener: existing ones are used, and none are written}
     */
    public static DatabaseFilters withoutPolicy() {
        return new DatabaseFilters(null, null, false, Windows.DEFAULT_BASE_LG, new FilterCounters(), null);
    }

    /**
     * The same with a policy for filter blocks.
     *
     * @param newPolicy makes the filters of new tables, and answers from all filters of its name. A policy for full
     *     filters that was given before keeps reading those
     * @return new filters
     */
    public DatabaseFilters withPolicy(FilterPolicy newPolicy) {
        Objects.requireNonNull(newPolicy, "newPolicy");
        return new DatabaseFilters(newPolicy, fullPolicy, false, baseLg, counters, listener);
    }

    /**
     * The same with a policy for full filters.
     *
     * @param newPolicy makes the filters of new tables, as that of {@link #of(FullFilterPolicy)} does. A policy for
     *     filter blocks that was given before keeps reading those of its name
     * @return new filters
     */
    public DatabaseFilters withPolicy(FullFilterPolicy newPolicy) {
        Objects.requireNonNull(newPolicy, "newPolicy");
        return new DatabaseFilters(policy, newPolicy, true, baseLg, counters, listener);
    }

    /**
     * The same with new filter blocks in another layout. Filter blocks are read in any layout, and full filters have
     * none.
     *
     * @param baseLg base-2 logarithm of a window's bytes, 0 to 63: {@link Windows#DEFAULT_BASE_LG} for
     *     LevelDB's windows, {@link FilterBlockBuilder#WHOLE_TABLE} for one filter for each table
     * @return new filters
     * @throws IllegalArgumentException if {@code baseLg} is out of range
     */
    public DatabaseFilters withBaseLg(int baseLg) {
        return new DatabaseFilters(policy, fullPolicy, writesFull, new Windows(baseLg).baseLg(), counters, listener);
    }

    /** {@return the same with one filter for each new table, which is probed before the table's index is searched} */
    public DatabaseFilters wholeTable() {
        return withBaseLg(FilterBlockBuilder.WHOLE_TABLE);
    }

    /**
     * The same with other counters, for instance those of a level.
     *
     * @param counters count from now on
     * @return new filters
     */
    public DatabaseFilters withCounters(FilterCounters counters) {
        return new DatabaseFilters(policy, fullPolicy, writesFull, baseLg, counters, listener);
    }

    /**
     * The same with another listener.
     *
     * @param listener is called for each filter that exists and cannot be used, with file, offset and reason: every key
     *     of its table may match. The thread that opens the table calls it
     * @return new filters
     */
    public DatabaseFilters withListener(Consumer<CorruptTableException> listener) {
        Objects.requireNonNull(listener, "listener");
        return new DatabaseFilters(policy, fullPolicy, writesFull, baseLg, counters, listener);
    }

    /**
     * Begins the filter of a new table.
     *
     * @return a writer; without a policy it takes keys and writes nothing
     */
    public FilterWriter newWriter() {
        if (writesFull && fullPolicy != null) {
            return new FilterWriter(fullPolicy.newBuilder(), counters);
        }
        return policy == null
                ? FilterWriter.WRITING_NOTHING
                : new FilterWriter(new FilterBlockBuilder(policy, baseLg), counters);
    }

    /**
     * Begins the filter of a new table with a policy for its level.
     *
     * @param ofThisLevel makes the filter. If it has the name of the database's policy, that policy must be able to
     *     read its filters, as it can Bloom filters with any number of bits per key
     * @return a writer
     */
    public FilterWriter newWriter(FilterPolicy ofThisLevel) {
        return withPolicy(ofThisLevel).newWriter();
    }

    /**
     * Begins the full filter of a new table with a policy for its level.
     *
     * @param ofThisLevel makes the filter. These filters read it only if {@link #of(FullFilterPolicy)} or {@link
     *     #withPolicy(FullFilterPolicy)} has given them a policy for full filters, of whatever kind, or if the table
     *     has {@link io.github.filterblock.table.StoredProperties}
     * @return a writer
     */
    public FilterWriter newWriter(FullFilterPolicy ofThisLevel) {
        return withPolicy(ofThisLevel).newWriter();
    }

    /**
     * Opens the filter of a table and keeps it on the heap. All of it is read now, and its checksum checked. Of several
     * filters it takes the one that the policy for new tables reads; if there is none, RocksDB's full or partitioned
     * filter; and last any other whose policy was given or is built in. RocksDB's properties, where the table has them,
     * decide what its full or partitioned filter may deny.
     *
     * @param table the whole table, for instance {@link TableSource#of(java.nio.channels.FileChannel, String)} or
     *     {@link TableSource#of(java.nio.ByteBuffer, String)}; borrowed for the length of the call, not closed
     * @return the filter, or a substitute that lets every key match if there is none, if a part of the table that leads
     *     to it is damaged, or if the table is mapped and another process has truncated its file
     * @throws IOException if the table cannot be read; damage is not a reason
     */
    public EngineFilter open(TableSource table) throws IOException {
        return open(table, null);
    }

    /**
     * Opens the filter of a table and keeps it in a buffer of Netty, a pooled one for instance, until the filter is
     * closed. RocksDB's full and partitioned filters are kept on the heap.
     *
     * @param table the whole table, for instance {@link TableSource#retaining}; borrowed for the length of the call,
     *     not closed
     * @param allocator makes the buffer
     * @return as {@link #open(TableSource)} does; close it, which releases the buffer, when no lookup is running
     * @throws IOException if the table cannot be read; damage is not a reason
     */
    public EngineFilter openBuf(TableSource table, ByteBufAllocator allocator) throws IOException {
        return open(table, Objects.requireNonNull(allocator, "allocator"));
    }

    private EngineFilter open(TableSource source, @Nullable ByteBufAllocator allocator) throws IOException {
        try {
            return read(source, allocator);
        } catch (CorruptTableException e) {
            return unusable(e);
        } catch (InternalError e) {
            if (!isFaultInMapping(e)) {
                throw e;
            }
            return unusable(cut(source.name(), e));
        }
    }

    private EngineFilter read(TableSource source, @Nullable ByteBufAllocator allocator) throws IOException {
        Optional<TableFilter> filter;
        try {
            TableFile table = TableFile.open(source.borrowed());
            TrustedPolicies own = trusted();
            filter = own == null ? table.openFilter() : table.openFilter(own);
        } finally {
            raiseFault();
        }
        if (filter.isEmpty()) {
            return EngineFilter.none(counters);
        }
        Optional<CorruptTableException> damage = filter.get().propertiesDamage();
        if (damage.isPresent()) {
            throw damage.get();
        }
        return filter.get().mayDeny() ? kept(filter.get(), allocator) : EngineFilter.none(counters);
    }

    /** The policies that are there, that of new tables first. */
    private @Nullable TrustedPolicies trusted() {
        if (policy == null) {
            return fullPolicy == null ? null : TrustedPolicies.of(fullPolicy);
        }
        if (fullPolicy == null) {
            return TrustedPolicies.of(policy);
        }
        return writesFull
                ? TrustedPolicies.of(fullPolicy).and(policy)
                : TrustedPolicies.of(policy).and(fullPolicy);
    }

    private EngineFilter kept(TableFilter filter, @Nullable ByteBufAllocator allocator) {
        return allocator != null && filter instanceof BlockBasedFilter blocks
                ? EngineFilter.releasing(blocks.reader().copyInto(allocator), counters)
                : EngineFilter.of(filter, counters);
    }

    /**
     * Throws the error of a fault in mapped memory that the JVM has not thrown yet: it may come "at some later time"
     * ({@link java.nio.MappedByteBuffer}), which is when the thread next enters the runtime. HotSpot enters it to make
     * an array of several dimensions, in interpreted and in compiled code ({@code multianewarray} in
     * interpreterRuntime.cpp, c1_Runtime1.cpp and opto/runtime.cpp of JDK 17).
     */
    private static void raiseFault() {
        faultRaiser = new byte[MORE_THAN_IS_INLINED][1];
    }

    /** HotSpot throws this kind of error for other reasons too ({@code unsafe_access_error} in javaThread.cpp). */
    private static boolean isFaultInMapping(InternalError error) {
        return String.valueOf(error.getMessage()).contains("memory access");
    }

    /** What a fault in mapped memory means: another process has truncated the file. */
    private static CorruptTableException cut(String name, InternalError fault) {
        CorruptTableException reason = new CorruptTableException(
                name, 0, Reason.OUTSIDE_FILE, "the file was truncated while it was read through a mapping: " + fault);
        reason.initCause(fault);
        return reason;
    }

    private EngineFilter unusable(CorruptTableException reason) {
        counters.countUnusable();
        if (listener != null) {
            listener.accept(reason);
        }
        return EngineFilter.none(counters);
    }

    /** {@return the counters of these filters} */
    public FilterCounters counters() {
        return counters;
    }
}
