// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.FilterTrust;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code inspect} says about the filter that answers, of either kind. */
sealed interface InspectedFilter permits InspectedBlockFilter, InspectedUserKeyFilter {
    /** {@return {@code block}, {@code full} or {@code partitioned}} */
    String form();

    /** {@return the key of its entry in the metaindex} */
    String entry();

    /** {@return offset of the filter block, or of the index that leads to the partitions; null without a handle} */
    @Nullable
    BigInteger offset();

    /** {@return its size, without its trailer} */
    @Nullable
    BigInteger size();

    /** {@return number of filters: of windows or partitions, or 1} */
    int filters();

    /** {@return bytes of all filters; null if they could not be read} */
    @Nullable
    Long filterBytes();

    /** {@return bytes of what leads to the filters, offsets or an index; null if it could not be read} */
    @Nullable
    Long overheadBytes();

    /** {@return how many entries of the table the filter was asked about} */
    long keys();

    /** {@return how many of them it denies} */
    long falseNegatives();

    /** {@return whether the keys were a test of the filter} */
    boolean tested();

    /** {@return what decides whether it may deny a key} */
    String trust();

    /** {@return why no key is denied; null if keys are} */
    @Nullable
    String distrust();

    /** {@return the expected share of absent keys that pass; null if there are no bits or keys to tell it from} */
    @Nullable
    Double expectedFalsePositiveRate();

    /** {@return its kinds, in the words of {@code --policy}; none if they are not known} */
    List<String> kindWords();

    /** {@return how many keys and prefixes were added; null if that is not known} */
    @Nullable
    Long additions();

    /** {@return bits of the filters for each of them; null if that is not known} */
    @Nullable
    Double bitsForEachKey();

    /**
     * The same with fewer rows.
     *
     * @param most how many rows, or -1 for none
     */
    InspectedFilter withRows(int most);

    /** {@return how much space its rows take on a page, in rows of usual length} */
    default long rowWeight() {
        return filters();
    }

    /**
     * What is said about the filter of a table.
     *
     * @param mostRows the most rows, or -1 for none
     * @param digest that of its bytes; null if it is not wanted
     */
    static @Nullable InspectedFilter of(TableReport report, int mostRows, @Nullable String digest) {
        return report.filter()
                .map(filter -> filter instanceof BlockFilter ofBlocks
                        ? InspectedBlockFilter.of(ofBlocks, mostRows, digest)
                        : (InspectedFilter) InspectedUserKeyFilter.of((UserKeyFilter) filter, report, mostRows, digest))
                .orElse(null);
    }

    /**
     * The SHA-256 digest of a filter as it is stored, in hexadecimal digits: of the filter block, of the full filter,
     * or of all partitions, one after the other.
     *
     * @return the digest; empty if there is no filter, or it cannot be read
     */
    static Optional<String> digest(TableFile table, TableReport report) throws IOException {
        ExaminedFilter filter = report.filter().orElse(null);
        if (filter == null || !filter.damage().isEmpty()) {
            return Optional.empty();
        }
        Hasher digest = Hashing.sha256().newHasher();
        if (filter instanceof BlockFilter ofBlocks) {
            digest.putBytes(ofBlocks.stored().contents());
        } else {
            for (FilterPartition each : ((UserKeyFilter) filter).stored().partitions()) {
                digest.putBytes(table.read(each.handle()).contents());
            }
        }
        return Optional.of(digest.hash().toString());
    }

    /** {@return why no key is denied; null if keys are} */
    static @Nullable String distrust(FilterTrust trust) {
        return trust.mayDeny() ? null : trust.clause();
    }

    static @Nullable BigInteger offset(Optional<BlockHandle> handle) {
        return handle.map(found -> Formats.unsigned(found.offset())).orElse(null);
    }

    static @Nullable BigInteger size(Optional<BlockHandle> handle) {
        return handle.map(found -> Formats.unsigned(found.size())).orElse(null);
    }
}
