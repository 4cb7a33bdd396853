// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What a filter block implementation must do.
 *
 * <p>{@link #explanation} states each law in a sentence. Both forms of the contract have one test for each law, of the
 * name that {@link #testName} returns and with the law's rules; they differ only in the source of the cases.
 */
public enum Law {
    BLOCK_IS_THAT_OF_THE_ORIGINAL(
            "FB-11",
            Capability.BUILDING,
            CaseSource.PLANS,
            plan(PlanLaws::wholeBlock),
            "For the same calls every writer must produce the same bytes."),
    LAST_BYTE_IS_THE_BASE_LG(
            "FB-11 FB-12",
            Capability.BUILDING,
            CaseSource.PLANS,
            plan(PlanLaws::lastByte),
            "The block ends with log2 of the window's length, 11, not with the length."),
    OFFSETS_FOLLOW_THE_FILTERS(
            "FB-11 FB-14",
            Capability.BUILDING,
            CaseSource.PLANS,
            plan(PlanLaws::layout),
            "After the filters come one u32 for each, little-endian, then the u32 where that array starts, then "
                    + "a byte."),
    EVERY_WINDOW_HAS_AN_OFFSET(
            "FB-17",
            Capability.BUILDING,
            CaseSource.PLANS,
            plan(PlanLaws::numberOfFilters),
            "Every window up to the last started block has a filter, if only an empty one."),
    WINDOWS_WITHOUT_KEYS_ARE_EMPTY(
            "FB-13",
            Capability.BUILDING,
            CaseSource.PLANS,
            plan(PlanLaws::emptyWindows),
            "A window without keys has an offset and no bytes."),
    KEYS_JOIN_THE_WINDOW_OF_THEIR_BLOCK(
            "FB-12 FB-15",
            Capability.BUILDING,
            CaseSource.BOUNDARY_PLANS,
            plan(PlanLaws::wholeBlock),
            "A block at 2047 belongs to window 0, one at 2048 to window 1; keys join the window in which "
                    + "their block begins."),
    PENDING_KEYS_ARE_CLOSED_BY_FINISH(
            "FB-16",
            Capability.BUILDING,
            CaseSource.OPEN_PLANS,
            plan(PlanLaws::windowsWithKeys),
            "Keys that are pending when finish is called get a filter like all others."),
    PROBES_ARE_TRUNCATED_AND_LAST(
            "FB-4 FB-6",
            Capability.BUILDING,
            CaseSource.PLANS,
            plan(PlanLaws::probes),
            "k is 0.69 (not ln 2) times the bits per key, cut off (not rounded), 1 to 30, in the filter's last byte."),
    BIT_ARRAYS_HAVE_THEIR_LENGTH(
            "FB-5",
            Capability.BUILDING,
            CaseSource.PLANS,
            plan(PlanLaws::lengths),
            "A filter has keys times bits, at least 64, rounded up to bytes, and one byte more."),
    BITS_ARE_THOSE_OF_THE_HASH(
            "FB-1 FB-3",
            Capability.BUILDING,
            CaseSource.PLANS,
            plan(PlanLaws::bits),
            "All arithmetic is on unsigned 32-bit numbers: shifts, the rotation by 17 and the remainder; "
                    + "position 0 is a bit too."),
    TAIL_BYTES_COUNT_UNSIGNED(
            "FB-2",
            Capability.BUILDING,
            CaseSource.TAIL_PLANS,
            plan(PlanLaws::bits),
            "The last one to three bytes of a key count 0 to 255; ASCII keys do not show it."),
    EVERY_ADDED_KEY_COUNTS(
            "FB-10",
            Capability.BUILDING,
            CaseSource.DUPLICATE_PLANS,
            plan(PlanLaws::wholeBlock),
            "Duplicates and the empty key count like any other key; their number decides the filter's length."),
    EVERY_ADDED_KEY_MATCHES(
            "FB-7 TF-13",
            Capability.BUILDING_AND_ANSWERING,
            CaseSource.PLANS,
            plan(PlanLaws::everyKeyMatches),
            "A key that was added must never be denied: a false negative loses data."),
    OTHER_BASE_LGS_ARE_WRITTEN(
            "FB-12",
            Capability.OTHER_BASE_LGS,
            CaseSource.BASE_LG_PLANS,
            plan(PlanLaws::wholeBlock),
            "Windows of any power of two work like those of 2 KiB."),
    OTHER_DIALECTS_ARE_WRITTEN(
            "FB-2 TF-14",
            Capability.OTHER_DIALECTS,
            CaseSource.DIALECT_PLANS,
            plan(PlanLaws::wholeBlock),
            "A writer must use the hash of the program whose policy name it writes."),
    STREAMED_KEYS_ARE_NOT_KEPT(
            "FB-15",
            Capability.STREAMING,
            CaseSource.PLANS,
            plan(PlanLaws::streamed),
            "A builder must be done with the caller's array when addKey returns; table writers use one array for "
                    + "all keys."),
    INTERNAL_KEYS_LOSE_THEIR_TAG(
            "TF-12",
            Capability.INTERNAL_KEYS,
            CaseSource.PLANS,
            plan(PlanLaws::internalKeys),
            "In a database only the user key is hashed, without the eight bytes of sequence number and kind."),
    METAINDEX_KEY_IS_FILTER_AND_NAME(
            "TF-8",
            Capability.STORED_FORM,
            CaseSource.PLANS,
            plan(StoredFormLaws::metaindexKey),
            "The metaindex key is \"filter.\" and the policy's name in ASCII, whatever the platform's charset."),
    FILTER_BLOCK_IS_STORED_RAW(
            "TF-10",
            Capability.STORED_FORM,
            CaseSource.PLANS,
            plan(StoredFormLaws::storedRaw),
            "A filter block is never compressed in a table."),
    TRAILER_IS_TYPE_AND_MASKED_CRC(
            "TF-4",
            Capability.STORED_FORM,
            CaseSource.PLANS,
            plan(StoredFormLaws::trailer),
            "After the contents come the type byte and the masked CRC-32C of both."),
    ANSWERS_ARE_THOSE_OF_THE_ORIGINAL(
            "FB-7 FB-24",
            Capability.ANSWERING,
            CaseSource.BLOCKS,
            block(LookupLaws::answers),
            "The filter of the block's window answers, from exactly its bytes; even false positives are the same."),
    STORED_BASE_LG_IS_USED(
            "FB-12",
            Capability.ANSWERING,
            CaseSource.BASE_LG_BLOCKS,
            block(LookupLaws::answers),
            "A reader takes the window's length from the block: in goleveldb it is an option."),
    EMPTY_WINDOWS_DENY(
            "FB-13",
            Capability.ANSWERING,
            CaseSource.EMPTY_WINDOWS,
            block(LookupLaws::answers),
            "A window without keys denies every key."),
    WINDOWS_BEYOND_THE_LAST_MATCH(
            "FB-23",
            Capability.ANSWERING,
            CaseSource.FAR_QUESTIONS,
            block(LookupLaws::answers),
            "Offsets are unsigned 64-bit numbers: neither they nor the window's number may be cut to 32 bits."),
    SHORT_FILTERS_DENY(
            "FB-8",
            Capability.ANSWERING,
            CaseSource.DEFECTIVE_BLOCKS,
            BlockDefect.ONE_BYTE_FILTERS,
            "A filter of fewer than two bytes denies every key."),
    RESERVED_PROBES_MATCH(
            "FB-9",
            Capability.ANSWERING,
            CaseSource.DEFECTIVE_BLOCKS,
            BlockDefect.RESERVED_PROBES,
            "k above 30 is reserved and matches; it is unsigned, so 128 to 255 are above 30; 0 matches too."),
    SHORT_BLOCKS_MATCH(
            "FB-19",
            Capability.ANSWERING,
            CaseSource.DEFECTIVE_BLOCKS,
            BlockDefect.TOO_SHORT,
            "A block of fewer than five bytes holds no filters: every key may match, and nothing is thrown."),
    ARRAY_OFFSETS_BEYOND_THE_END_MATCH(
            "FB-20",
            Capability.ANSWERING,
            CaseSource.DEFECTIVE_BLOCKS,
            BlockDefect.ARRAY_OFFSET_BEYOND,
            "The array offset is an unsigned number: ffffffff lies beyond the end, so every key may match."),
    LEFTOVER_BYTES_ARE_TOLERATED(
            "FB-21",
            Capability.ANSWERING,
            CaseSource.DEFECTIVE_BLOCKS,
            BlockDefect.LEFTOVER,
            "The number of filters is rounded down if the array is no multiple of four bytes."),
    BASE_LGS_ABOVE_63_MATCH(
            "FB-22",
            Capability.ANSWERING,
            CaseSource.DEFECTIVE_BLOCKS,
            BlockDefect.BASE_LG_ABOVE_63,
            "A base lg of 64 or more has no meaning; a shift that takes it modulo 64 asks the wrong filter."),
    DAMAGED_OFFSETS_MATCH(
            "FB-24 FB-25",
            Capability.ANSWERING,
            CaseSource.DEFECTIVE_BLOCKS,
            BlockDefect.OFFSETS_OUT_OF_ORDER,
            "If the two offsets of a filter contradict each other, every key may match."),
    NO_BYTES_MAKE_A_LOOKUP_THROW(
            "FB-19 FB-20 FB-21 FB-22 FB-23 FB-24 FB-25",
            Capability.ANSWERING,
            CaseSource.GARBAGE,
            block(LookupLaws::answers),
            "Errors are potential matches: no bytes at all may make a lookup throw, or deny what the original "
                    + "does not."),
    BLOCK_INSIDE_AN_ARRAY(
            "FB-24",
            Capability.ARRAY_RANGE,
            CaseSource.BLOCKS,
            block(LookupLaws::arrayRange),
            "Offsets count from the first byte of the block, not from that of the array around it."),
    BLOCK_IN_A_BUFFER(
            "FB-24",
            Capability.BUFFER,
            CaseSource.BLOCKS,
            block(LookupLaws::netty),
            "Every kind of buffer gives the same answers and is unchanged afterwards."),
    BLOCK_IN_A_JDK_BUFFER(
            "FB-24",
            Capability.NIO_BUFFER,
            CaseSource.BLOCKS,
            block(LookupLaws::nio),
            "Every kind of buffer gives the same answers and is unchanged afterwards."),
    TWO_THREADS_GET_THE_SAME_ANSWERS(
            "FB-7",
            Capability.CONCURRENT,
            CaseSource.BLOCKS,
            block(LookupLaws::twoThreads),
            "Lookups that share scratch memory lose keys as soon as two threads ask."),
    FILTER_IS_FOUND_IN_A_TABLE(
            "TF-1 TF-8 TF-9",
            Capability.TABLE,
            CaseSource.TABLES,
            table(TableLaws::answers),
            "Footer, metaindex and handle lead to the filter block; keys of the metaindex are no internal keys."),
    UNKNOWN_NAMES_ARE_NO_FILTER(
            "TF-14",
            Capability.TABLE,
            CaseSource.FOREIGN_TABLES,
            table(TableLaws::answers),
            "A filter block of another policy's name must not be asked: every key may be in the table."),
    DAMAGED_TABLES_HIDE_NOTHING(
            "TF-3 TF-4 TF-5",
            Capability.TABLE,
            CaseSource.DAMAGED_TABLES,
            table(TableLaws::answers),
            "A damaged file is refused, or the answers are no worse than the original's; nothing worse than an "
                    + "exception happens."),
    FILTER_LENGTHS_TAKE_64_BITS(
            "FB-5",
            Capability.FILTER_LENGTH,
            CaseSource.LENGTHS,
            length(TableLaws::filterLength),
            "Keys times bits per key overflows 32 bits; the product must be taken in 64, or refused.");

    /** Returns the violation, or the empty text. */
    @FunctionalInterface
    private interface Check {
        String wrong(FilterBlockSubject subject, LawCase given);
    }

    private final List<String> rules;
    private final Capability needs;
    private final CaseSource source;
    private final BlockDefect defect;
    private final Check check;
    private final String explanation;

    Law(String rules, Capability needs, CaseSource source, Check check, String explanation) {
        this(rules, needs, source, BlockDefect.NONE, check, explanation);
    }

    Law(String rules, Capability needs, CaseSource source, BlockDefect defect, String explanation) {
        this(rules, needs, source, defect, block(LookupLaws::answers), explanation);
    }

    Law(String rules, Capability needs, CaseSource source, BlockDefect defect, Check check, String explanation) {
        this.rules = List.of(rules.split(" "));
        this.needs = needs;
        this.source = source;
        this.defect = defect;
        this.check = check;
        this.explanation = explanation;
    }

    private static Check plan(BiFunction<FilterBlockSubject, PlanCase, String> check) {
        return (subject, given) -> check.apply(subject, (PlanCase) given);
    }

    private static Check block(BiFunction<FilterBlockSubject, BlockCase, String> check) {
        return (subject, given) -> check.apply(subject, (BlockCase) given);
    }

    private static Check table(BiFunction<FilterBlockSubject, TableCase, String> check) {
        return (subject, given) -> check.apply(subject, (TableCase) given);
    }

    private static Check length(BiFunction<FilterBlockSubject, FilterLengthCase, String> check) {
        return (subject, given) -> check.apply(subject, (FilterLengthCase) given);
    }

    /** Returns the numbers of the rules of FORMAT.md that the law tests. */
    public List<String> rules() {
        return rules;
    }

    /** Returns the law in a sentence or two. */
    public String explanation() {
        return explanation;
    }

    /** Returns the ability that a subject needs to be tested with the law. */
    public Capability needs() {
        return needs;
    }

    /** Returns the name of the law's test in both forms of the contract, in camel case. */
    public String testName() {
        String[] words = name().toLowerCase(Locale.ROOT).split("_");
        StringBuilder name = new StringBuilder(words[0]);
        Arrays.stream(words)
                .skip(1)
                .forEach(word -> name.append(word.substring(0, 1).toUpperCase(Locale.ROOT))
                        .append(word.substring(1)));
        return name.toString();
    }

    /** Returns the law whose test has that name, if there is one. */
    static Optional<Law> ofTest(String testName) {
        return Arrays.stream(values())
                .filter(law -> law.testName().equals(testName))
                .findFirst();
    }

    CaseSource source() {
        return source;
    }

    BlockDefect defect() {
        return defect;
    }

    /** Returns the type of the cases that the law takes. */
    Class<? extends LawCase> caseType() {
        return switch (source) {
            case PLANS, BOUNDARY_PLANS, TAIL_PLANS, DUPLICATE_PLANS, OPEN_PLANS, BASE_LG_PLANS, DIALECT_PLANS ->
                PlanCase.class;
            case BLOCKS, BASE_LG_BLOCKS, FAR_QUESTIONS, EMPTY_WINDOWS, DEFECTIVE_BLOCKS, GARBAGE -> BlockCase.class;
            case TABLES, FOREIGN_TABLES, DAMAGED_TABLES -> TableCase.class;
            case LENGTHS -> FilterLengthCase.class;
        };
    }

    /**
     * Tests a subject with the law, and returns the violation, if there is one.
     *
     * @param given a case of the type that the law takes
     * @throws ClassCastException if the case is of another type
     */
    public Optional<String> violation(FilterBlockSubject subject, LawCase given) {
        if (!caseType().isInstance(given)) {
            throw new ClassCastException(given + " is no " + caseType().getSimpleName());
        }
        String wrong;
        try {
            wrong = check.wrong(subject, given);
        } catch (RuntimeException | StackOverflowError | AssertionError | ExceptionInInitializerError thrown) {
            wrong = "the subject throws " + thrown;
        }
        return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong);
    }

    /** Returns the test's name and the rules. */
    @Override
    public String toString() {
        return testName() + " (" + String.join(", ", rules) + ")";
    }
}
