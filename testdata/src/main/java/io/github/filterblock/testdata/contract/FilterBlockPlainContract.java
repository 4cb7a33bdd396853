// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract as plain JUnit tests, for those who do not use jqwik: one for each {@link Law}, over seeded samples, and
 * one for each part of the corpus.
 *
 * <pre>{@code
 * class MyFilterBlockTest implements FilterBlockPlainContract {
 *     @Override
 *     public FilterBlockSubject subject() {
 *         return new MySubject();
 *     }
 * }
 * }</pre>
 *
 * <p>The same samples are drawn in every run. Laws that the subject cannot be put to are skipped with a reason. Tags are
 * the numbers of FORMAT.md's rules; those of the corpus have the tag {@code recorded} too.
 */
public interface FilterBlockPlainContract extends CompatibilityContract {

    /** Returns how many samples each law is tried with. */
    default int samples() {
        return 300;
    }

    /** Returns the seed of the samples. */
    default long seed() {
        return 20_120_418;
    }

    /** See {@link Law#BLOCK_IS_THAT_OF_THE_ORIGINAL}. */
    @Test
    @Tag("FB-11")
    default void blockIsThatOfTheOriginal() {
        new PlainRun(this).check(Law.BLOCK_IS_THAT_OF_THE_ORIGINAL);
    }

    /** See {@link Law#LAST_BYTE_IS_THE_BASE_LG}. */
    @Test
    @Tag("FB-11")
    @Tag("FB-12")
    default void lastByteIsTheBaseLg() {
        new PlainRun(this).check(Law.LAST_BYTE_IS_THE_BASE_LG);
    }

    /** See {@link Law#OFFSETS_FOLLOW_THE_FILTERS}. */
    @Test
    @Tag("FB-11")
    @Tag("FB-14")
    default void offsetsFollowTheFilters() {
        new PlainRun(this).check(Law.OFFSETS_FOLLOW_THE_FILTERS);
    }

    /** See {@link Law#EVERY_WINDOW_HAS_AN_OFFSET}. */
    @Test
    @Tag("FB-17")
    default void everyWindowHasAnOffset() {
        new PlainRun(this).check(Law.EVERY_WINDOW_HAS_AN_OFFSET);
    }

    /** See {@link Law#WINDOWS_WITHOUT_KEYS_ARE_EMPTY}. */
    @Test
    @Tag("FB-13")
    default void windowsWithoutKeysAreEmpty() {
        new PlainRun(this).check(Law.WINDOWS_WITHOUT_KEYS_ARE_EMPTY);
    }

    /** See {@link Law#KEYS_JOIN_THE_WINDOW_OF_THEIR_BLOCK}. */
    @Test
    @Tag("FB-12")
    @Tag("FB-15")
    default void keysJoinTheWindowOfTheirBlock() {
        new PlainRun(this).check(Law.KEYS_JOIN_THE_WINDOW_OF_THEIR_BLOCK);
    }

    /** See {@link Law#PENDING_KEYS_ARE_CLOSED_BY_FINISH}. */
    @Test
    @Tag("FB-16")
    default void pendingKeysAreClosedByFinish() {
        new PlainRun(this).check(Law.PENDING_KEYS_ARE_CLOSED_BY_FINISH);
    }

    /** See {@link Law#PROBES_ARE_TRUNCATED_AND_LAST}. */
    @Test
    @Tag("FB-4")
    @Tag("FB-6")
    default void probesAreTruncatedAndLast() {
        new PlainRun(this).check(Law.PROBES_ARE_TRUNCATED_AND_LAST);
    }

    /** See {@link Law#BIT_ARRAYS_HAVE_THEIR_LENGTH}. */
    @Test
    @Tag("FB-5")
    default void bitArraysHaveTheirLength() {
        new PlainRun(this).check(Law.BIT_ARRAYS_HAVE_THEIR_LENGTH);
    }

    /** See {@link Law#BITS_ARE_THOSE_OF_THE_HASH}. */
    @Test
    @Tag("FB-1")
    @Tag("FB-3")
    default void bitsAreThoseOfTheHash() {
        new PlainRun(this).check(Law.BITS_ARE_THOSE_OF_THE_HASH);
    }

    /** See {@link Law#TAIL_BYTES_COUNT_UNSIGNED}. */
    @Test
    @Tag("FB-2")
    default void tailBytesCountUnsigned() {
        new PlainRun(this).check(Law.TAIL_BYTES_COUNT_UNSIGNED);
    }

    /** See {@link Law#EVERY_ADDED_KEY_COUNTS}. */
    @Test
    @Tag("FB-10")
    default void everyAddedKeyCounts() {
        new PlainRun(this).check(Law.EVERY_ADDED_KEY_COUNTS);
    }

    /** See {@link Law#EVERY_ADDED_KEY_MATCHES}. */
    @Test
    @Tag("FB-7")
    @Tag("TF-13")
    default void everyAddedKeyMatches() {
        new PlainRun(this).check(Law.EVERY_ADDED_KEY_MATCHES);
    }

    /** See {@link Law#OTHER_BASE_LGS_ARE_WRITTEN}. */
    @Test
    @Tag("FB-12")
    default void otherBaseLgsAreWritten() {
        new PlainRun(this).check(Law.OTHER_BASE_LGS_ARE_WRITTEN);
    }

    /** See {@link Law#OTHER_DIALECTS_ARE_WRITTEN}. */
    @Test
    @Tag("FB-2")
    @Tag("TF-14")
    default void otherDialectsAreWritten() {
        new PlainRun(this).check(Law.OTHER_DIALECTS_ARE_WRITTEN);
    }

    /** See {@link Law#STREAMED_KEYS_ARE_NOT_KEPT}. */
    @Test
    @Tag("FB-15")
    default void streamedKeysAreNotKept() {
        new PlainRun(this).check(Law.STREAMED_KEYS_ARE_NOT_KEPT);
    }

    /** See {@link Law#INTERNAL_KEYS_LOSE_THEIR_TAG}. */
    @Test
    @Tag("TF-12")
    default void internalKeysLoseTheirTag() {
        new PlainRun(this).check(Law.INTERNAL_KEYS_LOSE_THEIR_TAG);
    }

    /** See {@link Law#METAINDEX_KEY_IS_FILTER_AND_NAME}. */
    @Test
    @Tag("TF-8")
    default void metaindexKeyIsFilterAndName() {
        new PlainRun(this).check(Law.METAINDEX_KEY_IS_FILTER_AND_NAME);
    }

    /** See {@link Law#FILTER_BLOCK_IS_STORED_RAW}. */
    @Test
    @Tag("TF-10")
    default void filterBlockIsStoredRaw() {
        new PlainRun(this).check(Law.FILTER_BLOCK_IS_STORED_RAW);
    }

    /** See {@link Law#TRAILER_IS_TYPE_AND_MASKED_CRC}. */
    @Test
    @Tag("TF-4")
    default void trailerIsTypeAndMaskedCrc() {
        new PlainRun(this).check(Law.TRAILER_IS_TYPE_AND_MASKED_CRC);
    }

    /** See {@link Law#ANSWERS_ARE_THOSE_OF_THE_ORIGINAL}. */
    @Test
    @Tag("FB-7")
    @Tag("FB-24")
    default void answersAreThoseOfTheOriginal() {
        new PlainRun(this).check(Law.ANSWERS_ARE_THOSE_OF_THE_ORIGINAL);
    }

    /** See {@link Law#STORED_BASE_LG_IS_USED}. */
    @Test
    @Tag("FB-12")
    default void storedBaseLgIsUsed() {
        new PlainRun(this).check(Law.STORED_BASE_LG_IS_USED);
    }

    /** See {@link Law#EMPTY_WINDOWS_DENY}. */
    @Test
    @Tag("FB-13")
    default void emptyWindowsDeny() {
        new PlainRun(this).check(Law.EMPTY_WINDOWS_DENY);
    }

    /** See {@link Law#WINDOWS_BEYOND_THE_LAST_MATCH}. */
    @Test
    @Tag("FB-23")
    default void windowsBeyondTheLastMatch() {
        new PlainRun(this).check(Law.WINDOWS_BEYOND_THE_LAST_MATCH);
    }

    /** See {@link Law#SHORT_FILTERS_DENY}. */
    @Test
    @Tag("FB-8")
    default void shortFiltersDeny() {
        new PlainRun(this).check(Law.SHORT_FILTERS_DENY);
    }

    /** See {@link Law#RESERVED_PROBES_MATCH}. */
    @Test
    @Tag("FB-9")
    default void reservedProbesMatch() {
        new PlainRun(this).check(Law.RESERVED_PROBES_MATCH);
    }

    /** See {@link Law#SHORT_BLOCKS_MATCH}. */
    @Test
    @Tag("FB-19")
    default void shortBlocksMatch() {
        new PlainRun(this).check(Law.SHORT_BLOCKS_MATCH);
    }

    /** See {@link Law#ARRAY_OFFSETS_BEYOND_THE_END_MATCH}. */
    @Test
    @Tag("FB-20")
    default void arrayOffsetsBeyondTheEndMatch() {
        new PlainRun(this).check(Law.ARRAY_OFFSETS_BEYOND_THE_END_MATCH);
    }

    /** See {@link Law#LEFTOVER_BYTES_ARE_TOLERATED}. */
    @Test
    @Tag("FB-21")
    default void leftoverBytesAreTolerated() {
        new PlainRun(this).check(Law.LEFTOVER_BYTES_ARE_TOLERATED);
    }

    /** See {@link Law#BASE_LGS_ABOVE_63_MATCH}. */
    @Test
    @Tag("FB-22")
    default void baseLgsAbove63Match() {
        new PlainRun(this).check(Law.BASE_LGS_ABOVE_63_MATCH);
    }

    /** See {@link Law#DAMAGED_OFFSETS_MATCH}. */
    @Test
    @Tag("FB-24")
    @Tag("FB-25")
    default void damagedOffsetsMatch() {
        new PlainRun(this).check(Law.DAMAGED_OFFSETS_MATCH);
    }

    /** See {@link Law#NO_BYTES_MAKE_A_LOOKUP_THROW}. */
    @Test
    @Tag("FB-19")
    @Tag("FB-20")
    @Tag("FB-21")
    @Tag("FB-22")
    @Tag("FB-23")
    @Tag("FB-24")
    @Tag("FB-25")
    default void noBytesMakeALookupThrow() {
        new PlainRun(this).check(Law.NO_BYTES_MAKE_A_LOOKUP_THROW);
    }

    /** See {@link Law#BLOCK_INSIDE_AN_ARRAY}. */
    @Test
    @Tag("FB-24")
    default void blockInsideAnArray() {
        new PlainRun(this).check(Law.BLOCK_INSIDE_AN_ARRAY);
    }

    /** See {@link Law#BLOCK_IN_A_BUFFER}. */
    @Test
    @Tag("FB-24")
    default void blockInABuffer() {
        new PlainRun(this).check(Law.BLOCK_IN_A_BUFFER);
    }

    /** See {@link Law#BLOCK_IN_A_JDK_BUFFER}. */
    @Test
    @Tag("FB-24")
    default void blockInAJdkBuffer() {
        new PlainRun(this).check(Law.BLOCK_IN_A_JDK_BUFFER);
    }

    /** See {@link Law#TWO_THREADS_GET_THE_SAME_ANSWERS}. */
    @Test
    @Tag("FB-7")
    default void twoThreadsGetTheSameAnswers() {
        new PlainRun(this).check(Law.TWO_THREADS_GET_THE_SAME_ANSWERS);
    }

    /** See {@link Law#FILTER_IS_FOUND_IN_A_TABLE}. */
    @Test
    @Tag("TF-1")
    @Tag("TF-8")
    @Tag("TF-9")
    default void filterIsFoundInATable() {
        new PlainRun(this).check(Law.FILTER_IS_FOUND_IN_A_TABLE);
    }

    /** See {@link Law#UNKNOWN_NAMES_ARE_NO_FILTER}. */
    @Test
    @Tag("TF-14")
    default void unknownNamesAreNoFilter() {
        new PlainRun(this).check(Law.UNKNOWN_NAMES_ARE_NO_FILTER);
    }

    /** See {@link Law#DAMAGED_TABLES_HIDE_NOTHING}. */
    @Test
    @Tag("TF-3")
    @Tag("TF-4")
    @Tag("TF-5")
    default void damagedTablesHideNothing() {
        new PlainRun(this).check(Law.DAMAGED_TABLES_HIDE_NOTHING);
    }

    /** See {@link Law#FILTER_LENGTHS_TAKE_64_BITS}. */
    @Test
    @Tag("FB-5")
    default void filterLengthsTake64Bits() {
        new PlainRun(this).check(Law.FILTER_LENGTHS_TAKE_64_BITS);
    }

    /** The recorded builder cases and rebuilds of the corpus. */
    @TestFactory
    @Tag("recorded")
    @Tag("FB-11")
    default Stream<DynamicTest> recordedBuilderCases() {
        return new PlainRun(this).recorded(RecordedCases::plans);
    }

    /** The recorded blocks with answers of the corpus. */
    @TestFactory
    @Tag("recorded")
    @Tag("FB-24")
    default Stream<DynamicTest> recordedReaderCases() {
        return new PlainRun(this).recorded(RecordedCases::blocks);
    }

    /** The recorded tables of the corpus. */
    @TestFactory
    @Tag("recorded")
    @Tag("TF-8")
    default Stream<DynamicTest> recordedTables() {
        return new PlainRun(this).recorded(RecordedCases::tables);
    }

    /** The recorded damaged tables of the corpus. */
    @TestFactory
    @Tag("recorded")
    @Tag("TF-4")
    default Stream<DynamicTest> recordedDamagedTables() {
        return new PlainRun(this).recorded(RecordedCases::damagedTables);
    }

    /** The recorded filter lengths of the corpus. */
    @TestFactory
    @Tag("recorded")
    @Tag("FB-5")
    default Stream<DynamicTest> recordedLengths() {
        return new PlainRun(this).recorded(RecordedCases::lengths);
    }
}
