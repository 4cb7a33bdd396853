// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.providers.TypeUsage;

/**
 * The contract as jqwik properties: one for each {@link Law}, and one for each part of the corpus.
 *
 * <p>A test class implements this interface and {@link #subject}, and has jqwik's engine beside it:
 *
 * <pre>{@code
 * class MyFilterBlockTest implements FilterBlockContract {
 *     @Override
 *     public FilterBlockSubject subject() {
 *         return new MySubject();
 *     }
 * }
 * }</pre>
 *
 * <p>jqwik's own settings decide how often each property is tried and how it shrinks. Laws that need what the subject
 * lacks are skipped with a reason. Tags are the numbers of FORMAT.md's rules; those of the corpus have the tag {@code
 * recorded} too.
 */
@PropertyDefaults(tries = 150)
public interface FilterBlockContract extends CompatibilityContract {

    /** See {@link Law#BLOCK_IS_THAT_OF_THE_ORIGINAL}. */
    @LawProperty
    @Tag("FB-11")
    default void blockIsThatOfTheOriginal(@ForAll("cases") @CasesOf(Law.BLOCK_IS_THAT_OF_THE_ORIGINAL) LawCase given) {
        new ContractRun(this).require(Law.BLOCK_IS_THAT_OF_THE_ORIGINAL, given);
    }

    /** See {@link Law#LAST_BYTE_IS_THE_BASE_LG}. */
    @LawProperty
    @Tag("FB-11")
    @Tag("FB-12")
    default void lastByteIsTheBaseLg(@ForAll("cases") @CasesOf(Law.LAST_BYTE_IS_THE_BASE_LG) LawCase given) {
        new ContractRun(this).require(Law.LAST_BYTE_IS_THE_BASE_LG, given);
    }

    /** See {@link Law#OFFSETS_FOLLOW_THE_FILTERS}. */
    @LawProperty
    @Tag("FB-11")
    @Tag("FB-14")
    default void offsetsFollowTheFilters(@ForAll("cases") @CasesOf(Law.OFFSETS_FOLLOW_THE_FILTERS) LawCase given) {
        new ContractRun(this).require(Law.OFFSETS_FOLLOW_THE_FILTERS, given);
    }

    /** See {@link Law#EVERY_WINDOW_HAS_AN_OFFSET}. */
    @LawProperty
    @Tag("FB-17")
    default void everyWindowHasAnOffset(@ForAll("cases") @CasesOf(Law.EVERY_WINDOW_HAS_AN_OFFSET) LawCase given) {
        new ContractRun(this).require(Law.EVERY_WINDOW_HAS_AN_OFFSET, given);
    }

    /** See {@link Law#WINDOWS_WITHOUT_KEYS_ARE_EMPTY}. */
    @LawProperty
    @Tag("FB-13")
    default void windowsWithoutKeysAreEmpty(
            @ForAll("cases") @CasesOf(Law.WINDOWS_WITHOUT_KEYS_ARE_EMPTY) LawCase given) {
        new ContractRun(this).require(Law.WINDOWS_WITHOUT_KEYS_ARE_EMPTY, given);
    }

    /** See {@link Law#KEYS_JOIN_THE_WINDOW_OF_THEIR_BLOCK}. */
    @LawProperty
    @Tag("FB-12")
    @Tag("FB-15")
    default void keysJoinTheWindowOfTheirBlock(
            @ForAll("cases") @CasesOf(Law.KEYS_JOIN_THE_WINDOW_OF_THEIR_BLOCK) LawCase given) {
        new ContractRun(this).require(Law.KEYS_JOIN_THE_WINDOW_OF_THEIR_BLOCK, given);
    }

    /** See {@link Law#PENDING_KEYS_ARE_CLOSED_BY_FINISH}. */
    @LawProperty
    @Tag("FB-16")
    default void pendingKeysAreClosedByFinish(
            @ForAll("cases") @CasesOf(Law.PENDING_KEYS_ARE_CLOSED_BY_FINISH) LawCase given) {
        new ContractRun(this).require(Law.PENDING_KEYS_ARE_CLOSED_BY_FINISH, given);
    }

    /** See {@link Law#PROBES_ARE_TRUNCATED_AND_LAST}. */
    @LawProperty
    @Tag("FB-4")
    @Tag("FB-6")
    default void probesAreTruncatedAndLast(@ForAll("cases") @CasesOf(Law.PROBES_ARE_TRUNCATED_AND_LAST) LawCase given) {
        new ContractRun(this).require(Law.PROBES_ARE_TRUNCATED_AND_LAST, given);
    }

    /** See {@link Law#BIT_ARRAYS_HAVE_THEIR_LENGTH}. */
    @LawProperty
    @Tag("FB-5")
    default void bitArraysHaveTheirLength(@ForAll("cases") @CasesOf(Law.BIT_ARRAYS_HAVE_THEIR_LENGTH) LawCase given) {
        new ContractRun(this).require(Law.BIT_ARRAYS_HAVE_THEIR_LENGTH, given);
    }

    /** See {@link Law#BITS_ARE_THOSE_OF_THE_HASH}. */
    @LawProperty
    @Tag("FB-1")
    @Tag("FB-3")
    default void bitsAreThoseOfTheHash(@ForAll("cases") @CasesOf(Law.BITS_ARE_THOSE_OF_THE_HASH) LawCase given) {
        new ContractRun(this).require(Law.BITS_ARE_THOSE_OF_THE_HASH, given);
    }

    /** See {@link Law#TAIL_BYTES_COUNT_UNSIGNED}. */
    @LawProperty
    @Tag("FB-2")
    default void tailBytesCountUnsigned(@ForAll("cases") @CasesOf(Law.TAIL_BYTES_COUNT_UNSIGNED) LawCase given) {
        new ContractRun(this).require(Law.TAIL_BYTES_COUNT_UNSIGNED, given);
    }

    /** See {@link Law#EVERY_ADDED_KEY_COUNTS}. */
    @LawProperty
    @Tag("FB-10")
    default void everyAddedKeyCounts(@ForAll("cases") @CasesOf(Law.EVERY_ADDED_KEY_COUNTS) LawCase given) {
        new ContractRun(this).require(Law.EVERY_ADDED_KEY_COUNTS, given);
    }

    /** See {@link Law#EVERY_ADDED_KEY_MATCHES}. */
    @LawProperty
    @Tag("FB-7")
    @Tag("TF-13")
    default void everyAddedKeyMatches(@ForAll("cases") @CasesOf(Law.EVERY_ADDED_KEY_MATCHES) LawCase given) {
        new ContractRun(this).require(Law.EVERY_ADDED_KEY_MATCHES, given);
    }

    /** See {@link Law#OTHER_BASE_LGS_ARE_WRITTEN}. */
    @LawProperty
    @Tag("FB-12")
    default void otherBaseLgsAreWritten(@ForAll("cases") @CasesOf(Law.OTHER_BASE_LGS_ARE_WRITTEN) LawCase given) {
        new ContractRun(this).require(Law.OTHER_BASE_LGS_ARE_WRITTEN, given);
    }

    /** See {@link Law#OTHER_DIALECTS_ARE_WRITTEN}. */
    @LawProperty
    @Tag("FB-2")
    @Tag("TF-14")
    default void otherDialectsAreWritten(@ForAll("cases") @CasesOf(Law.OTHER_DIALECTS_ARE_WRITTEN) LawCase given) {
        new ContractRun(this).require(Law.OTHER_DIALECTS_ARE_WRITTEN, given);
    }

    /** See {@link Law#STREAMED_KEYS_ARE_NOT_KEPT}. */
    @LawProperty
    @Tag("FB-15")
    default void streamedKeysAreNotKept(@ForAll("cases") @CasesOf(Law.STREAMED_KEYS_ARE_NOT_KEPT) LawCase given) {
        new ContractRun(this).require(Law.STREAMED_KEYS_ARE_NOT_KEPT, given);
    }

    /** See {@link Law#INTERNAL_KEYS_LOSE_THEIR_TAG}. */
    @LawProperty
    @Tag("TF-12")
    default void internalKeysLoseTheirTag(@ForAll("cases") @CasesOf(Law.INTERNAL_KEYS_LOSE_THEIR_TAG) LawCase given) {
        new ContractRun(this).require(Law.INTERNAL_KEYS_LOSE_THEIR_TAG, given);
    }

    /** See {@link Law#METAINDEX_KEY_IS_FILTER_AND_NAME}. */
    @LawProperty
    @Tag("TF-8")
    default void metaindexKeyIsFilterAndName(
            @ForAll("cases") @CasesOf(Law.METAINDEX_KEY_IS_FILTER_AND_NAME) LawCase given) {
        new ContractRun(this).require(Law.METAINDEX_KEY_IS_FILTER_AND_NAME, given);
    }

    /** See {@link Law#FILTER_BLOCK_IS_STORED_RAW}. */
    @LawProperty
    @Tag("TF-10")
    default void filterBlockIsStoredRaw(@ForAll("cases") @CasesOf(Law.FILTER_BLOCK_IS_STORED_RAW) LawCase given) {
        new ContractRun(this).require(Law.FILTER_BLOCK_IS_STORED_RAW, given);
    }

    /** See {@link Law#TRAILER_IS_TYPE_AND_MASKED_CRC}. */
    @LawProperty
    @Tag("TF-4")
    default void trailerIsTypeAndMaskedCrc(
            @ForAll("cases") @CasesOf(Law.TRAILER_IS_TYPE_AND_MASKED_CRC) LawCase given) {
        new ContractRun(this).require(Law.TRAILER_IS_TYPE_AND_MASKED_CRC, given);
    }

    /** See {@link Law#ANSWERS_ARE_THOSE_OF_THE_ORIGINAL}. */
    @LawProperty
    @Tag("FB-7")
    @Tag("FB-24")
    default void answersAreThoseOfTheOriginal(
            @ForAll("cases") @CasesOf(Law.ANSWERS_ARE_THOSE_OF_THE_ORIGINAL) LawCase given) {
        new ContractRun(this).require(Law.ANSWERS_ARE_THOSE_OF_THE_ORIGINAL, given);
    }

    /** See {@link Law#STORED_BASE_LG_IS_USED}. */
    @LawProperty
    @Tag("FB-12")
    default void storedBaseLgIsUsed(@ForAll("cases") @CasesOf(Law.STORED_BASE_LG_IS_USED) LawCase given) {
        new ContractRun(this).require(Law.STORED_BASE_LG_IS_USED, given);
    }

    /** See {@link Law#EMPTY_WINDOWS_DENY}. */
    @LawProperty
    @Tag("FB-13")
    default void emptyWindowsDeny(@ForAll("cases") @CasesOf(Law.EMPTY_WINDOWS_DENY) LawCase given) {
        new ContractRun(this).require(Law.EMPTY_WINDOWS_DENY, given);
    }

    /** See {@link Law#WINDOWS_BEYOND_THE_LAST_MATCH}. */
    @LawProperty
    @Tag("FB-23")
    default void windowsBeyondTheLastMatch(@ForAll("cases") @CasesOf(Law.WINDOWS_BEYOND_THE_LAST_MATCH) LawCase given) {
        new ContractRun(this).require(Law.WINDOWS_BEYOND_THE_LAST_MATCH, given);
    }

    /** See {@link Law#SHORT_FILTERS_DENY}. */
    @LawProperty
    @Tag("FB-8")
    default void shortFiltersDeny(@ForAll("cases") @CasesOf(Law.SHORT_FILTERS_DENY) LawCase given) {
        new ContractRun(this).require(Law.SHORT_FILTERS_DENY, given);
    }

    /** See {@link Law#RESERVED_PROBES_MATCH}. */
    @LawProperty
    @Tag("FB-9")
    default void reservedProbesMatch(@ForAll("cases") @CasesOf(Law.RESERVED_PROBES_MATCH) LawCase given) {
        new ContractRun(this).require(Law.RESERVED_PROBES_MATCH, given);
    }

    /** See {@link Law#SHORT_BLOCKS_MATCH}. */
    @LawProperty
    @Tag("FB-19")
    default void shortBlocksMatch(@ForAll("cases") @CasesOf(Law.SHORT_BLOCKS_MATCH) LawCase given) {
        new ContractRun(this).require(Law.SHORT_BLOCKS_MATCH, given);
    }

    /** See {@link Law#ARRAY_OFFSETS_BEYOND_THE_END_MATCH}. */
    @LawProperty
    @Tag("FB-20")
    default void arrayOffsetsBeyondTheEndMatch(
            @ForAll("cases") @CasesOf(Law.ARRAY_OFFSETS_BEYOND_THE_END_MATCH) LawCase given) {
        new ContractRun(this).require(Law.ARRAY_OFFSETS_BEYOND_THE_END_MATCH, given);
    }

    /** See {@link Law#LEFTOVER_BYTES_ARE_TOLERATED}. */
    @LawProperty
    @Tag("FB-21")
    default void leftoverBytesAreTolerated(@ForAll("cases") @CasesOf(Law.LEFTOVER_BYTES_ARE_TOLERATED) LawCase given) {
        new ContractRun(this).require(Law.LEFTOVER_BYTES_ARE_TOLERATED, given);
    }

    /** See {@link Law#BASE_LGS_ABOVE_63_MATCH}. */
    @LawProperty
    @Tag("FB-22")
    default void baseLgsAbove63Match(@ForAll("cases") @CasesOf(Law.BASE_LGS_ABOVE_63_MATCH) LawCase given) {
        new ContractRun(this).require(Law.BASE_LGS_ABOVE_63_MATCH, given);
    }

    /** See {@link Law#DAMAGED_OFFSETS_MATCH}. */
    @LawProperty
    @Tag("FB-24")
    @Tag("FB-25")
    default void damagedOffsetsMatch(@ForAll("cases") @CasesOf(Law.DAMAGED_OFFSETS_MATCH) LawCase given) {
        new ContractRun(this).require(Law.DAMAGED_OFFSETS_MATCH, given);
    }

    /** See {@link Law#NO_BYTES_MAKE_A_LOOKUP_THROW}. */
    @LawProperty
    @Tag("FB-19")
    @Tag("FB-20")
    @Tag("FB-21")
    @Tag("FB-22")
    @Tag("FB-23")
    @Tag("FB-24")
    @Tag("FB-25")
    default void noBytesMakeALookupThrow(@ForAll("cases") @CasesOf(Law.NO_BYTES_MAKE_A_LOOKUP_THROW) LawCase given) {
        new ContractRun(this).require(Law.NO_BYTES_MAKE_A_LOOKUP_THROW, given);
    }

    /** See {@link Law#BLOCK_INSIDE_AN_ARRAY}. */
    @LawProperty
    @Tag("FB-24")
    default void blockInsideAnArray(@ForAll("cases") @CasesOf(Law.BLOCK_INSIDE_AN_ARRAY) LawCase given) {
        new ContractRun(this).require(Law.BLOCK_INSIDE_AN_ARRAY, given);
    }

    /** See {@link Law#BLOCK_IN_A_BUFFER}. */
    @LawProperty
    @Tag("FB-24")
    default void blockInABuffer(@ForAll("cases") @CasesOf(Law.BLOCK_IN_A_BUFFER) LawCase given) {
        new ContractRun(this).require(Law.BLOCK_IN_A_BUFFER, given);
    }

    /** See {@link Law#BLOCK_IN_A_JDK_BUFFER}. */
    @LawProperty
    @Tag("FB-24")
    default void blockInAJdkBuffer(@ForAll("cases") @CasesOf(Law.BLOCK_IN_A_JDK_BUFFER) LawCase given) {
        new ContractRun(this).require(Law.BLOCK_IN_A_JDK_BUFFER, given);
    }

    /** See {@link Law#TWO_THREADS_GET_THE_SAME_ANSWERS}. */
    @LawProperty
    @Tag("FB-7")
    default void twoThreadsGetTheSameAnswers(
            @ForAll("cases") @CasesOf(Law.TWO_THREADS_GET_THE_SAME_ANSWERS) LawCase given) {
        new ContractRun(this).require(Law.TWO_THREADS_GET_THE_SAME_ANSWERS, given);
    }

    /** See {@link Law#FILTER_IS_FOUND_IN_A_TABLE}. */
    @LawProperty
    @Tag("TF-1")
    @Tag("TF-8")
    @Tag("TF-9")
    default void filterIsFoundInATable(@ForAll("cases") @CasesOf(Law.FILTER_IS_FOUND_IN_A_TABLE) LawCase given) {
        new ContractRun(this).require(Law.FILTER_IS_FOUND_IN_A_TABLE, given);
    }

    /** See {@link Law#UNKNOWN_NAMES_ARE_NO_FILTER}. */
    @LawProperty
    @Tag("TF-14")
    default void unknownNamesAreNoFilter(@ForAll("cases") @CasesOf(Law.UNKNOWN_NAMES_ARE_NO_FILTER) LawCase given) {
        new ContractRun(this).require(Law.UNKNOWN_NAMES_ARE_NO_FILTER, given);
    }

    /** See {@link Law#DAMAGED_TABLES_HIDE_NOTHING}. */
    @LawProperty
    @Tag("TF-3")
    @Tag("TF-4")
    @Tag("TF-5")
    default void damagedTablesHideNothing(@ForAll("cases") @CasesOf(Law.DAMAGED_TABLES_HIDE_NOTHING) LawCase given) {
        new ContractRun(this).require(Law.DAMAGED_TABLES_HIDE_NOTHING, given);
    }

    /** See {@link Law#FILTER_LENGTHS_TAKE_64_BITS}. */
    @LawProperty
    @Tag("FB-5")
    default void filterLengthsTake64Bits(@ForAll("cases") @CasesOf(Law.FILTER_LENGTHS_TAKE_64_BITS) LawCase given) {
        new ContractRun(this).require(Law.FILTER_LENGTHS_TAKE_64_BITS, given);
    }

    /** The recorded builder cases and rebuilds of the corpus. */
    @RecordedExample
    @Tag("recorded")
    @Tag("FB-11")
    default void recordedBuilderCases() {
        new ContractRun(this).require(RecordedCases::plans);
    }

    /** The recorded blocks with answers of the corpus. */
    @RecordedExample
    @Tag("recorded")
    @Tag("FB-24")
    default void recordedReaderCases() {
        new ContractRun(this).require(RecordedCases::blocks);
    }

    /** The recorded tables of the corpus. */
    @RecordedExample
    @Tag("recorded")
    @Tag("TF-8")
    default void recordedTables() {
        new ContractRun(this).require(RecordedCases::tables);
    }

    /** The recorded damaged tables of the corpus. */
    @RecordedExample
    @Tag("recorded")
    @Tag("TF-4")
    default void recordedDamagedTables() {
        new ContractRun(this).require(RecordedCases::damagedTables);
    }

    /** The recorded filter lengths of the corpus. */
    @RecordedExample
    @Tag("recorded")
    @Tag("FB-5")
    default void recordedLengths() {
        new ContractRun(this).require(RecordedCases::lengths);
    }

    /** Returns the cases of the law that the parameter's annotation names. */
    @Provide
    default Arbitrary<LawCase> cases(TypeUsage parameter) {
        Law law = parameter.findAnnotation(CasesOf.class).orElseThrow().value();
        return new CaseArbitraries(subject(), new ContractRun(this).maker()).of(law);
    }
}
