// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Windows;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.MetaindexEntry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The filter of a table that answers for its keys, asked about every one of them. Immutable; safe for use by any number
 * of threads.
 *
 * <p>There are two kinds: filters for data blocks, which are asked by the offset of the block that may hold a key, and
 * RocksDB's full and partitioned filters, which are asked by the key alone. A table may have several; the one that
 * answers is the full one, or else the partitioned one, or else the block-based one (RF-4).
 */
public sealed interface ExaminedFilter permits BlockFilter, UserKeyFilter {

    /** {@return the metaindex entry that leads to it} */
    MetaindexEntry entry();

    /** {@return whether it is a full, a partitioned or a block-based filter} */
    FilterForm form();

    /** {@return why it, or a part of it, could not be read; empty if all could, even with wrong checksums} */
    List<CorruptTableException> damage();

    /** {@return how it is to be read; without interpretations if its policy is not built in} */
    FilterIdentification<?> identification();

    /**
     * {@return whether the keys of the table were a test of it, which they are if it is known what it should answer}
     */
    boolean isTested();

    /** {@return whether it may deny a key} */
    FilterTrust trust();

    /**
     * {@return what shows that its bytes are not those of its writer, damage before all else; empty if sound, and if
     * it could not be decoded}
     */
    Optional<Finding> corruption();

    /**
     * {@return what is wrong with it apart from {@link #damage}: the first findings, denied keys of the table among
     * them, and their number. Worked out at each call}
     */
    Findings findings();

    /**
     * Whether the filter lets a key pass. It denies none unless it {@linkplain FilterTrust#mayDeny is trusted}.
     *
     * @param blockOffset offset in the file of the data block that may hold the key, unsigned; any number is answered.
     *     A full or partitioned filter covers all blocks and ignores it
     * @param key the key as the filter knows it: a user key in a database; borrowed
     * @return {@code false} only if the block, or the table, does not hold the key
     */
    boolean keyMayMatch(long blockOffset, byte[] key);

    /**
     * How much of a key of the table was added to the filter.
     *
     * @param key holds the key from its first byte on, without a tag, but with its timestamp where keys have one;
     *     borrowed
     * @param length number of bytes of the key
     * @return the number of bytes, from the first on, that were added; -1 if nothing of the key was
     */
    int addedLength(byte[] key, int length);

    /** {@return the rates that are expected of it for absent keys, each computed when it is first asked for} */
    Rates expectedRates();

    /**
     * {@return the expected rate of lookups of absent keys in the table, each filter weighted with its keys: that of
     * the filters if they are trusted, and 1 if they are not, since then no key is denied; empty if no filter has keys}
     */
    OptionalDouble expectedRate();

    /**
     * How large it is, and what it should give.
     *
     * @param entries number of entries of the table
     * @return the sums; empty for a filter block that cannot be read or whose policy is not built in
     */
    Optional<Summary> summary(long entries);

    /**
     * {@return the number of bytes that are stored, without trailers: of partitions those of all and of their index, if
     * all could be read; otherwise those to which the metaindex leads; empty if it leads nowhere}
     */
    OptionalLong storedBytes();

    /**
     * {@return the base-2 logarithm of the bytes of a window, 0 to 255, or LevelDB's if the filter block is too short
     * to say; empty for a filter without windows}
     */
    Optional<Integer> baseLg();

    /** {@return the windows of data blocks that it has filters for; empty if it has none, or if base lg is above 63} */
    Optional<Windows> windows();

    /**
     * {@return the smallest and the largest whole number of bits per key that gives every filter its length and its
     * probes (FB-4, FB-5); empty if none fits, if the policy is not built in, if something could not be read, and for a
     * full or partitioned filter, whose bits per key are no whole number}
     */
    Optional<BitsPerKey> bitsPerKey();

    /**
     * {@return the dialect of another name that would deny none of the keys that the filter denies, if it denies most
     * keys read under its own name; empty if there is none}
     */
    Optional<FilterDialect> otherDialect();

    /** {@return what was added to the filter and could not be asked of it, in one sentence; empty if all could} */
    Optional<String> untested();

    /**
     * Every step to the answer of the filter for one key, trusted or not.
     *
     * @param blockOffset as in {@link #keyMayMatch}
     * @param key as in {@link #keyMayMatch}; not to be changed while the result is used
     * @return the steps
     */
    FilterTrace trace(long blockOffset, byte[] key);

    /**
     * A range of whole numbers of bits per key.
     *
     * @param least the smallest, 1 or more; 0 only if no other number fits
     * @param most the largest
     */
    public record BitsPerKey(int least, int most) {
        @Override
        public String toString() {
            return least == most ? Integer.toString(least) : least + " to " + most;
        }
    }

    /** The rates of false positives that are expected of the filters of a table. For one thread. */
    @FunctionalInterface
    public interface Rates {
        /**
         * How likely an absent key is to match.
         *
         * @param blockOffset offset in the file of the data block that may hold the key, unsigned; a full or
         *     partitioned filter ignores it
         * @param key the key as the filter knows it; borrowed
         * @return 0 to 1; 1 where no filter is asked
         */
        double at(long blockOffset, byte[] key);
    }

    /**
     * How large the filter of a table is, and what it should give. Immutable.
     *
     * @param filters number of filters: of windows or partitions, or 1 for a full filter
     * @param emptyFilters number of those to which nothing was added
     * @param filterBytes bytes of all filters, without the trailers of blocks
     * @param overheadBytes bytes of what leads to the filters: offsets or an index
     * @param expectedMatches how many absent keys are expected to match, if as many are looked up as the table has
     *     entries, spread as these are; 0 to the number of entries
     */
    public record Summary(
            long filters, long emptyFilters, long filterBytes, long overheadBytes, double expectedMatches) {}
}
