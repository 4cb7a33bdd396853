// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import com.google.common.collect.Lists;
import io.github.filterblock.Rule;
import io.github.filterblock.Windows;
import io.github.filterblock.table.TableStructure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Answers for any key whether a table may hold it, from the filter alone.
 *
 * <p>A file does not name its comparator, and many programs have their own (TF-15). So the index is searched for the
 * one data block that could hold a key only if all keys of the table were seen to ascend in byte order. Otherwise the
 * filter is asked about every data block, and a key is absent only if it is denied for all of them. If index or data
 * blocks are damaged, or contradict each other, no key is absent: the keys that were read may not be those of the
 * table.
 *
 * <p>Keys are those that were added to the filter: user keys in a database. Immutable; safe for use by any number of
 * threads.
 */
public final class TableQuery {

    /** How the data block of a key is found. */
    public enum Search {
        /** By the index, as a database does it. */
        INDEX("index"),
        /** By asking about every data block. */
        ALL_BLOCKS("all-blocks"),
        /** Not at all: the filter is one for user keys, not for data blocks (RF-4). */
        USER_KEY("user-key"),
        /** Not at all: there is no filter that could deny a key. */
        NO_FILTER("no-filter");

        private final String id;

        Search(String id) {
            this.id = id;
        }

        /** {@return the search's short name, lower case} */
        public String id() {
            return id;
        }
    }

    /**
     * The answer for one key.
     *
     * @param mayMatch {@code false} only if the key is certainly absent
     * @param blockOffset offset of the data block that was asked about, or whose filter let the key pass; empty if
     *     no block was asked about, or every one denied the key
     */
    public record Answer(boolean mayMatch, OptionalLong blockOffset) {}

    /**
     * Whether the table has a key.
     *
     * @param presence what the data blocks and the filter say together
     * @param deleted whether the newest entry of the key deletes it; deletions of ranges are not entries
     *     ({@link RangeDeletions})
     * @param sequence the sequence number in the tag of the newest entry; empty if there is no entry or no tag, and
     *     where timestamps come first
     * @param blockOffset offset of the data block of its newest entry if there is one, else as in {@link Answer}
     * @param filter what the filter says alone: {@code false} if it denies the key; empty if there is none that could
     *     deny one
     * @param hidden whether RocksDB's {@code Get} does not find the newest entry, since the hash index of its data
     *     block leads elsewhere (RF-12)
     */
    public record Result(
            Presence presence,
            boolean deleted,
            OptionalLong sequence,
            OptionalLong blockOffset,
            Optional<Boolean> filter,
            boolean hidden) {}

    private final TableReport report;
    private final TableStructure structure;
    private final List<DataBlock> blocks;
    private final Optional<ExaminedFilter> filter;
    private final Search search;

    /** The offset of the first data block in each window: those after it are asked about by the same filter. */
    private final long[] firstOffsets;

    private final KeyFormat keyFormat;

    /**
     * A query on a table that was examined.
     *
     * @param report the table; the file itself is no longer needed
     */
    public TableQuery(TableReport report) {
        this.report = report;
        this.structure = report.structure();
        this.blocks = report.facts().blocks();
        this.filter = report.filter();
        this.keyFormat = report.keyFormat().orElse(KeyFormat.WHOLE_KEY);
        this.search = findSearch();
        this.firstOffsets = search == Search.ALL_BLOCKS ? firstOffsets(report) : new long[0];
    }

    private static long[] firstOffsets(TableReport report) {
        Optional<Windows> windows = report.filter().flatMap(ExaminedFilter::windows);
        TableStructure structure = report.structure();
        return IntStream.range(0, report.facts().blocks().size())
                .filter(i -> i == 0
                        || windows.isPresent()
                                && windows.get().of(structure.indexOffset(i))
                                        != windows.get().of(structure.indexOffset(i - 1)))
                .mapToLong(structure::indexOffset)
                .toArray();
    }

    private Search findSearch() {
        if (filter.filter(found -> found.trust().mayDeny()).isEmpty()) {
            return Search.NO_FILTER;
        }
        if (!filter.get().form().isProbedByBlock()) {
            return Search.USER_KEY;
        }
        if (blocks.isEmpty()) {
            return Search.NO_FILTER;
        }
        boolean searchable = report.keyFormat().isPresent() && report.facts().searchable(keyFormat);
        return searchable ? Search.INDEX : Search.ALL_BLOCKS;
    }

    /** {@return how keys are searched for in this table, the same for every key} */
    public Search search() {
        return search;
    }

    /**
     * Why the index is not searched for the one data block that could hold a key.
     *
     * @return the reason, a clause without an end; empty unless the filter of every data block is asked
     */
    public Optional<String> obstacle() {
        if (search != Search.ALL_BLOCKS) {
            return Optional.empty();
        }
        if (report.facts().scanned().damage().count() > 0) {
            return Optional.of("not all data blocks could be read");
        }
        List<KeyFormat> formats = report.keyFormat().map(List::of).orElse(List.of(KeyFormat.values()));
        if (formats.stream().noneMatch(report.facts()::ascending)) {
            return Optional.of("keys do not ascend in byte order");
        }
        return Optional.of(
                report.keyFormat().isEmpty()
                        ? "it is not known whether keys have a tag"
                        : "the keys of the index do not separate the data blocks");
    }

    /**
     * Whether the table may hold a key.
     *
     * @param key the key as the filter knows it; borrowed
     * @return the answer
     */
    public Answer ask(byte[] key) {
        return switch (search) {
            case NO_FILTER -> new Answer(true, OptionalLong.empty());
            case USER_KEY -> new Answer(askFilter(0, key), OptionalLong.empty());
            case INDEX -> askOneBlock(key);
            case ALL_BLOCKS -> askAllBlocks(key);
        };
    }

    /**
     * Whether the table has a key. It is not absent unless the filter denies it, or every entry of the table was read.
     * Where it is open whether keys have a tag, a key is present only in the likely form, and absent only in neither.
     *
     * @param key the key as the filter knows it; borrowed
     * @param sought looked for this key while the table was read
     * @return the answer
     */
    public Result find(byte[] key, SoughtKeys sought) {
        Answer answer = ask(key);
        Optional<Boolean> ofFilter = search == Search.NO_FILTER ? Optional.empty() : Optional.of(answer.mayMatch());
        Optional<SoughtKeys.Entry> found = report.likelyFormat().flatMap(format -> sought.newest(key, format));
        if (found.isPresent()) {
            SoughtKeys.Entry entry = found.get();
            OptionalLong block = OptionalLong.of(entry.blockOffset());
            return new Result(
                    Presence.PRESENT,
                    entry.deleted(),
                    entry.sequence(),
                    block,
                    denial(key, entry).or(() -> ofFilter),
                    entry.hidden());
        }
        // A key that is stored without a tag contradicts properties which say that all keys have one.
        boolean inDoubt = sought.newest(key, KeyFormat.WHOLE_KEY).isPresent()
                || report.keyFormat().isEmpty()
                        && sought.newest(key, KeyFormat.USER_KEY).isPresent()
                || sought.isStoredWithTag(key); // some keys may have one, whatever the others have
        return new Result(
                presence(answer.mayMatch(), inDoubt),
                false,
                OptionalLong.empty(),
                answer.blockOffset(),
                ofFilter,
                false);
    }

    /** What a filter that denies keys of its table says of one of them. */
    private Optional<Boolean> denial(byte[] key, SoughtKeys.Entry entry) {
        return filter.filter(found -> found.trust().reason() == FilterTrust.Reason.CONTRADICTED)
                .map(found -> found.trace(entry.blockOffset(), key).mayMatch());
    }

    /** Of a key that was not read in all forms that it may have. */
    private Presence presence(boolean mayMatch, boolean inDoubt) {
        if (inDoubt) {
            return Presence.MAY_MATCH;
        }
        if (!mayMatch) {
            return Presence.ABSENT;
        }
        if (!report.hasAllKeys()) {
            return Presence.MAY_MATCH;
        }
        return search == Search.NO_FILTER ? Presence.ABSENT : Presence.FALSE_POSITIVE;
    }

    private Answer askOneBlock(byte[] key) {
        int block = blockFor(key);
        if (block == blocks.size()) {
            return new Answer(false, OptionalLong.empty());
        }
        long offset = structure.indexOffset(block);
        return new Answer(askFilter(offset, key), OptionalLong.of(offset));
    }

    /** The first block whose index key is not below the key; the number of blocks if there is none (TF-11). */
    private int blockFor(byte[] key) {
        int low = 0;
        int high = blocks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (structure.compareIndexKey(middle, keyFormat.suffixLength(), key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Answer askAllBlocks(byte[] key) {
        OptionalLong passing = LongStream.of(firstOffsets)
                .filter(offset -> askFilter(offset, key))
                .findFirst();
        return new Answer(passing.isPresent(), passing);
    }

    /**
     * Asks the filter directly, as a database does once it has found the data block.
     *
     * @param blockOffset offset in the file of a data block, unsigned; any number is answered. A full or partitioned
     *     filter covers all blocks and ignores it
     * @param key the key as the filter knows it; borrowed
     * @return {@code false} only if the filter denies the key
     */
    public boolean askFilter(long blockOffset, byte[] key) {
        return filter.isEmpty() || filter.get().keyMayMatch(blockOffset, key);
    }

    /**
     * Why {@link #ask} answers as it does.
     *
     * @param key the key as the filter knows it; borrowed, and not to be changed while the explanation is used
     * @return the same answer, with every step to it
     */
    public Explanation explain(byte[] key) {
        List<Long> offsets = Lists.transform(blocks, DataBlock::offset);
        List<Long> asked = switch (search) {
            case NO_FILTER -> List.of();
            case USER_KEY -> List.of(0L);
            case INDEX -> offsets.subList(blockFor(key), Math.min(blocks.size(), blockFor(key) + 1));
            case ALL_BLOCKS -> offsets;
        };
        return Explanation.of(report, Optional.of(search), asked, key, ask(key).mayMatch());
    }

    /**
     * Why {@link #askFilter} answers as it does.
     *
     * @param blockOffset offset in the file of a data block, unsigned; any number is answered
     * @param key the key as the filter knows it; borrowed, and not to be changed while the explanation is used
     * @return the same answer, with every step to it
     */
    public Explanation explain(long blockOffset, byte[] key) {
        return Explanation.of(report, Optional.empty(), List.of(blockOffset), key, askFilter(blockOffset, key));
    }

    /**
     * Why a table may hold a key, or why it does not: every step from the key to the answer of {@link TableQuery}.
     * Immutable.
     *
     * @param search how the data block was found; empty if the caller named it
     * @param traces what the filter answers: for each data block that it was asked about, in the order of the file, or
     *     once if it is a full or partitioned one; empty if no block can hold the key, or if there is no filter to ask.
     *     The list computes each element when it is taken
     * @param distrust why the filter is missing, or is not believed when it denies; empty if it is believed
     * @param mayMatch the answer
     */
    public record Explanation(
            Optional<TableQuery.Search> search, List<FilterTrace> traces, Optional<String> distrust, boolean mayMatch) {

        /** Explains the answers of a table's filter for the data blocks at some offsets. */
        static Explanation of(
                TableReport report,
                Optional<TableQuery.Search> search,
                List<Long> offsets,
                byte[] key,
                boolean mayMatch) {
            return new Explanation(
                    search,
                    report.filter()
                            .filter(found -> found.trust().reason() != FilterTrust.Reason.UNREADABLE)
                            .map(found -> Lists.transform(offsets, offset -> found.trace(offset, key)))
                            .orElse(List.of()),
                    distrust(report, search),
                    mayMatch);
        }

        private static Optional<String> distrust(TableReport report, Optional<TableQuery.Search> search) {
            if (report.filter().isEmpty()) {
                return Optional.of("the table has no filter: every key may match");
            }
            FilterTrust trust = report.filter().get().trust();
            if (!trust.mayDeny()) {
                return trust.sentence();
            }
            return search.equals(Optional.of(TableQuery.Search.NO_FILTER))
                    ? Optional.of(
                            "the table has no data block that the filter could be asked about: every key may match")
                    : Optional.empty();
        }

        /**
         * {@return the answer that decided: the first that lets the key pass, or the only one; empty if the filter was
         * not asked, or if it was asked about several blocks and denies the key in all}
         */
        public Optional<FilterTrace> decisive() {
            Optional<FilterTrace> passing =
                    traces.stream().filter(FilterTrace::mayMatch).findFirst();
            return passing.isPresent() || traces.size() != 1 ? passing : Optional.of(traces.get(0));
        }

        /** {@return why the answer is what it is, in one sentence} */
        public String why() {
            if (distrust.isPresent()) {
                return distrust.get();
            }
            if (traces.isEmpty()) {
                return "the key is above the last key of the index, so no data block can hold it (" + Rule.TF_11 + ")";
            }
            return decisive()
                    .map(FilterTrace::why)
                    .orElseGet(() -> "the filters of all " + traces.size() + " data blocks deny the key");
        }
    }
}
