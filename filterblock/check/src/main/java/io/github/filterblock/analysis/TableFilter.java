// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.MetaindexEntry;
import java.util.List;
import java.util.Optional;

/**
 * The filter of a table that answers for its keys, asked about every one of them. Immutable; safe for use by any number
 * of threads.
 *
 * <p>There are two kinds: filters for data blocks, which are asked by the offset of the block that may hold a key, and
 * RocksDB's full and partitioned filters, which are asked by the key alone. A table may have several; the one that
 * answers is the full one, or else the partitioned one, or else the block-based one (RF-4).
 */
public sealed interface TableFilter permits BlockFilter, UserKeyFilter {

    /** {@return the metaindex entry that leads to it} */
    MetaindexEntry entry();

    /** {@return whether it is a full, a partitioned or a block-based filter} */
    FilterForm form();

    /** {@return why it, or a part of it, could not be read; empty if all could, even with wrong checksums} */
    List<CorruptTableException> damage();

    /** {@return how it is to be read; without interpretations if its policy is not built in} */
    FilterIdentification<?> identification();

    /** {@return whether the keys of the table were a test of it: whether it could be known what it should answer} */
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
    ExpectedRates expectedRates();

    /**
     * Every step to the answer of the filter for one key, trusted or not.
     *
     * @param blockOffset as in {@link #keyMayMatch}
     * @param key as in {@link #keyMayMatch}; not to be changed while the result is used
     * @return the steps
     */
    FilterTrace trace(long blockOffset, byte[] key);
}
