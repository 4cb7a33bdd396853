// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract as plain JUnit tests, without jqwik: one for each {@link Law}, over seeded samples, and one for each
 * part of the corpus. A law's test has the law's name and shows its rules; {@link LawTest} runs it, so the methods are
 * empty.
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
 * <p>The same samples are drawn in every run. Laws that need what the subject lacks are skipped with a reason. Tags are
 * the numbers of FORMAT.md's rules; tests of the corpus have the tag {@code recorded} too.
 */
@DisplayNameGeneration(LawTest.Names.class)
public interface FilterBlockPlainContract extends CompatibilityContract {

    /** Returns how many samples each law is tried with. */
    default int samples() {
        return 300;
    }

    /** Returns the seed of the samples. */
    default long seed() {
        return 20_120_418;
    }

    @LawTest
    @Tag("FB-11")
    default void blockIsThatOfTheOriginal() {}

    @LawTest
    @Tag("FB-11")
    @Tag("FB-12")
    default void lastByteIsTheBaseLg() {}

    @LawTest
    @Tag("FB-11")
    @Tag("FB-14")
    default void offsetsFollowTheFilters() {}

    @LawTest
    @Tag("FB-17")
    default void everyWindowHasAnOffset() {}

    @LawTest
    @Tag("FB-13")
    default void windowsWithoutKeysAreEmpty() {}

    @LawTest
    @Tag("FB-12")
    @Tag("FB-15")
    default void keysJoinTheWindowOfTheirBlock() {}

    @LawTest
    @Tag("FB-16")
    default void pendingKeysAreClosedByFinish() {}

    @LawTest
    @Tag("FB-4")
    @Tag("FB-6")
    default void probesAreTruncatedAndLast() {}

    @LawTest
    @Tag("FB-5")
    default void bitArraysHaveTheirLength() {}

    @LawTest
    @Tag("FB-1")
    @Tag("FB-3")
    default void bitsAreThoseOfTheHash() {}

    @LawTest
    @Tag("FB-2")
    default void tailBytesCountUnsigned() {}

    @LawTest
    @Tag("FB-10")
    default void everyAddedKeyCounts() {}

    @LawTest
    @Tag("FB-7")
    @Tag("TF-13")
    default void everyAddedKeyMatches() {}

    @LawTest
    @Tag("FB-12")
    default void otherBaseLgsAreWritten() {}

    @LawTest
    @Tag("FB-2")
    @Tag("TF-14")
    default void otherDialectsAreWritten() {}

    @LawTest
    @Tag("FB-15")
    default void streamedKeysAreNotKept() {}

    @LawTest
    @Tag("TF-12")
    default void internalKeysLoseTheirTag() {}

    @LawTest
    @Tag("TF-8")
    default void metaindexKeyIsFilterAndName() {}

    @LawTest
    @Tag("TF-10")
    default void filterBlockIsStoredRaw() {}

    @LawTest
    @Tag("TF-4")
    default void trailerIsTypeAndMaskedCrc() {}

    @LawTest
    @Tag("FB-7")
    @Tag("FB-24")
    default void answersAreThoseOfTheOriginal() {}

    @LawTest
    @Tag("FB-12")
    default void storedBaseLgIsUsed() {}

    @LawTest
    @Tag("FB-13")
    default void emptyWindowsDeny() {}

    @LawTest
    @Tag("FB-23")
    default void windowsBeyondTheLastMatch() {}

    @LawTest
    @Tag("FB-8")
    default void shortFiltersDeny() {}

    @LawTest
    @Tag("FB-9")
    default void reservedProbesMatch() {}

    @LawTest
    @Tag("FB-19")
    default void shortBlocksMatch() {}

    @LawTest
    @Tag("FB-20")
    default void arrayOffsetsBeyondTheEndMatch() {}

    @LawTest
    @Tag("FB-21")
    default void leftoverBytesAreTolerated() {}

    @LawTest
    @Tag("FB-22")
    default void baseLgsAbove63Match() {}

    @LawTest
    @Tag("FB-24")
    @Tag("FB-25")
    default void damagedOffsetsMatch() {}

    @LawTest
    @Tag("FB-19")
    @Tag("FB-20")
    @Tag("FB-21")
    @Tag("FB-22")
    @Tag("FB-23")
    @Tag("FB-24")
    @Tag("FB-25")
    default void noBytesMakeALookupThrow() {}

    @LawTest
    @Tag("FB-24")
    default void blockInsideAnArray() {}

    @LawTest
    @Tag("FB-24")
    default void blockInABuffer() {}

    @LawTest
    @Tag("FB-24")
    default void blockInAJdkBuffer() {}

    @LawTest
    @Tag("FB-7")
    default void twoThreadsGetTheSameAnswers() {}

    @LawTest
    @Tag("TF-1")
    @Tag("TF-8")
    @Tag("TF-9")
    default void filterIsFoundInATable() {}

    @LawTest
    @Tag("TF-14")
    default void unknownNamesAreNoFilter() {}

    @LawTest
    @Tag("TF-3")
    @Tag("TF-4")
    @Tag("TF-5")
    default void damagedTablesHideNothing() {}

    @LawTest
    @Tag("FB-5")
    default void filterLengthsTake64Bits() {}

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
