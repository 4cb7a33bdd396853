// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.RecordedFullFilters;
import io.github.filterblock.testdata.ReferenceFullFilter;
import io.github.filterblock.testdata.contract.FullFilterSubject.Kind;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What an implementation of RocksDB's full filters must do. Laws about small parts come first. */
public enum FullFilterLaw {
    /** A law about filters without keys, and about few keys. */
    FIVE_BYTES_ONLY_WITHOUT_KEYS(
            "RF-13, RF-17",
            "Without keys a filter has 5 bytes or fewer, which deny everything; with a key it has more.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            return smallest(
                    cases(subject, samples, FullFilterCase::small)
                            .flatMap(one -> Stream.of(
                                    new FullFilterCase(one.kind(), one.bitsPerKey(), List.of(), "no keys"), one)),
                    one -> {
                        int length = subject.build(one.kind(), one.bitsPerKey(), one.keys()).length;
                        return length <= 5 == one.keys().isEmpty() ? "" : "the filter has " + length + " bytes";
                    });
        }
    },
    /** A law about sizes and trailers. */
    SIZES_FOLLOW_FROM_BITS(
            "RF-6, RF-17",
            "Lines and probes follow from the number of additions and from thousandths of a bit (whole bits of legacy "
                    + "filters), and the trailer has them.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            return smallest(cases(subject, samples, FullFilterCase::small), one -> {
                byte[] expected = one.expected();
                byte[] actual = subject.build(one.kind(), one.bitsPerKey(), one.keys());
                String form = form(expected);
                return form.equals(form(actual)) ? "" : form(actual) + " instead of " + form;
            });
        }
    },
    /** A law about many bits for each key. */
    PROBES_HAVE_A_LIMIT(
            "RF-17",
            "However many bits a key has, a legacy filter has at most 30 probes, a fast local one at most 24.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            return wrongBytes(subject, cases(subject, 8, FullFilterCase::manyBits));
        }
    },
    /** A law about the probes that a trailer can name. */
    THIRTY_PROBES_ARE_ASKED(
            "RF-6",
            "A fast local filter of 30 probes is asked, one of 31 lets every key match; a legacy filter is asked up "
                    + "to 127 probes.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            byte[] key = {'k'};
            return Stream.of("ff001e0000", "ff001f0000", "1e01000000", "1f01000000", "7f01000000", "8001000000")
                    .map(trailer -> {
                        byte[] filter = Arrays.copyOf(new byte[64], 69); // no bit is set
                        System.arraycopy(HexFormat.of().parseHex(trailer), 0, filter, 64, 5);
                        boolean right = ReferenceFullFilter.mayMatch(filter, key);
                        return subject.keyMayMatch(filter, key) == right
                                ? ""
                                : "a filter without bits and with the trailer " + trailer
                                        + (right ? " denies a key" : " lets a key match");
                    })
                    .filter(wrong -> !wrong.isEmpty())
                    .findFirst();
        }
    },
    /** A law about the hashes. */
    BITS_ARE_THOSE_OF_THE_HASH(
            "RF-2, RF-7, RF-8",
            "Keys of every length set the bits of their hash; tail bytes of the legacy hash are signed, the line of "
                    + "a fast local filter is a product of 64 bits.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            return wrongBytes(subject, cases(subject, samples, FullFilterCase::lengths));
        }
    },
    /** A law about repetitions in a row. */
    EQUAL_NEIGHBOURS_COUNT_ONCE("RF-16", "A key whose hash equals that of the key before it is not an addition.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            return wrongBytes(
                    subject, cases(subject, samples, (kind, seed) -> FullFilterCase.repeated(kind, seed, true)));
        }
    },
    /** A law about all other repetitions. */
    OTHER_REPETITIONS_COUNT("RF-16", "A key that was added before, but not directly before, is an addition.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            return wrongBytes(
                    subject, cases(subject, samples, (kind, seed) -> FullFilterCase.repeated(kind, seed, false)));
        }
    },
    /** A law about Ribbon filters. */
    RIBBON_IS_SOLVED_AS_BY_ROCKSDB(
            "RF-18",
            "Slots, segments, seed and solution are RocksDB's; the first blocks may have one column fewer, and move "
                    + "those after them.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            require(subject, Kind.RIBBON);
            return wrongBytes(subject, LongStream.range(0, samples / 4 + 1).mapToObj(FullFilterCase::ribbon));
        }
    },
    /** A law about seeds that fail. */
    SEEDS_WRAP_AROUND("RF-18", "The seed after 255 is 0.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            require(subject, Kind.RIBBON);
            return wrongBytes(subject, Stream.of(FullFilterCase.failingSeed()));
        }
    },
    /** A law about keys that are there. */
    EVERY_ADDED_KEY_MATCHES(
            "RF-7, RF-8, RF-9", "A key that was added must never be denied: a false negative loses data.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            return smallest(cases(subject, samples, FullFilterCase::small), one -> {
                byte[] filter = subject.build(one.kind(), one.bitsPerKey(), one.keys());
                return one.keys().stream()
                        .filter(key -> !ReferenceFullFilter.mayMatch(filter, key))
                        .map(key -> "the filter " + Texts.hex(filter) + " denies " + Texts.hex(key))
                        .findFirst()
                        .orElse("");
            });
        }
    },
    /** A law about filters of a given form. */
    ORDER_DOES_NOT_MATTER_FOR_A_GIVEN_FORM(
            "RF-16, RF-18", "Size, probes and seed given, the set of keys decides the bytes, in any order.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            Stream<FullFilterCase> many = subject.writes(Kind.RIBBON)
                    ? LongStream.range(0, samples / 8 + 1).mapToObj(FullFilterCase::ribbon)
                    : Stream.empty();
            return smallest(Stream.concat(cases(subject, samples, FullFilterCase::small), many), one -> {
                List<byte[]> shuffled = new ArrayList<>(one.keys());
                shuffled.add(one.keys().get(0));
                Collections.shuffle(shuffled, new Random(one.keys().size()));
                return differing(one.expected(), subject.rebuild(one.expected(), shuffled));
            });
        }
    },
    /** A law about answers. */
    ANSWERS_ARE_THOSE_OF_ROCKSDB(
            "RF-6 to RF-9", "Filters of every form, also damaged and reserved ones, answer as RocksDB's reader does.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            List<byte[]> keys = RecordedFullFilters.configured().keys();
            for (RecordedFullFilters.Block block :
                    RecordedFullFilters.configured().blocks()) {
                for (int i = 0; i < keys.size(); i++) {
                    boolean right = block.answers().charAt(i) == '1';
                    if (subject.keyMayMatch(block.filter(), keys.get(i)) != right) {
                        return Optional.of("the answer about " + Texts.hex(keys.get(i)) + " is "
                                + (right ? "absent" : "may match") + ", the right one is "
                                + (right ? "may match" : "absent") + "\n  The case:       " + block.what() + ": "
                                + Texts.hex(block.filter()));
                    }
                }
            }
            return Optional.empty();
        }
    },
    /** A law about recorded filters. */
    FILTERS_ARE_THOSE_OF_ROCKSDB("RF-16 to RF-18", "For the same keys every writer must produce the same bytes.") {
        @Override
        Optional<String> violation(FullFilterSubject subject, int samples) {
            Stream<RecordedFullFilters.Built> recorded = RecordedFullFilters.configured().built().stream()
                    .filter(one -> one.additions() > 0 && one.bitsPerKey() >= 0.5 && one.additions() <= 10L * samples)
                    .filter(one -> subject.writes(kind(one)))
                    .sorted(Comparator.comparingLong(RecordedFullFilters.Built::additions));
            return recorded.map(one -> {
                        byte[] filter = subject.build(kind(one), one.bitsPerKey(), one.keys());
                        return sha256(filter).equals(one.sha256())
                                ? ""
                                : form(filter) + " with other bytes than RocksDB's\n  The case:       " + one;
                    })
                    .filter(wrong -> !wrong.isEmpty())
                    .findFirst();
        }
    };

    /** For how long cases are tried after one that fails, to count them. */
    private static final long MORE_NANOS = 1_000_000_000L;

    private final String rules;
    private final String sentence;

    FullFilterLaw(String rules, String sentence) {
        this.rules = rules;
        this.sentence = sentence;
    }

    /** Returns the numbers of the rules of FORMAT-ROCKSDB.md that the law tests. */
    public String rules() {
        return rules;
    }

    /** Returns the law in a sentence. */
    public String sentence() {
        return sentence;
    }

    /** Whether the law is to be tested: all are unless the system property of replays names another one. */
    boolean isReplayed() {
        String replayed = System.getProperty(LawRun.REPLAY, "");
        return replayed.equals(name()) || Arrays.stream(values()).noneMatch(law -> replayed.equals(law.name()));
    }

    /**
     * Tests a subject, and returns what is wrong with which case; empty if nothing is.
     *
     * @throws Law.Unable if the subject lacks what the law needs
     */
    abstract Optional<String> violation(FullFilterSubject subject, int samples);

    @FunctionalInterface
    private interface Source {
        FullFilterCase make(Kind kind, long seed);
    }

    @FunctionalInterface
    private interface Check {
        /** Returns what is wrong; the empty text if nothing is. */
        String wrong(FullFilterCase one);
    }

    private static Stream<FullFilterCase> cases(FullFilterSubject subject, int samples, Source source) {
        return LongStream.range(0, samples)
                .boxed()
                .flatMap(seed ->
                        Arrays.stream(Kind.values()).filter(subject::writes).map(kind -> source.make(kind, seed)));
    }

    private static void require(FullFilterSubject subject, Kind kind) {
        if (!subject.writes(kind)) {
            throw new Law.Unable("the subject does not write " + kind.label() + " filters");
        }
    }

    private static Optional<String> wrongBytes(FullFilterSubject subject, Stream<FullFilterCase> cases) {
        return smallest(
                cases, one -> differing(one.expected(), subject.build(one.kind(), one.bitsPerKey(), one.keys())));
    }

    /** The smallest case that is wrong, and how many are, as far as a second after the first allows. */
    private static Optional<String> smallest(Stream<FullFilterCase> cases, Check check) {
        List<FullFilterCase> sorted =
                cases.sorted(Comparator.comparingInt(one -> one.keys().size())).toList();
        String first = "";
        int failures = 0;
        int tried = 0;
        long end = Long.MAX_VALUE;
        for (; tried < sorted.size() && System.nanoTime() < end; tried++) {
            String wrong = wrong(check, sorted.get(tried));
            if (!wrong.isEmpty() && first.isEmpty()) {
                first = wrong + "\n  The case:       " + sorted.get(tried);
                end = System.nanoTime() + MORE_NANOS;
            }
            failures += wrong.isEmpty() ? 0 : 1;
        }
        String counts = "\n  Cases:          " + failures + " of " + tried + " fail; this is the smallest";
        return first.isEmpty() ? Optional.empty() : Optional.of(first + counts);
    }

    private static String wrong(Check check, FullFilterCase one) {
        try {
            return check.wrong(one);
        } catch (Law.Unable unable) {
            throw unable;
        } catch (RuntimeException | StackOverflowError | AssertionError thrown) {
            return "the subject throws " + thrown;
        }
    }

    private static String differing(byte[] expected, byte[] actual) {
        if (Arrays.equals(expected, actual)) {
            return "";
        }
        return expected.length != actual.length || expected.length > 200
                ? form(actual) + " instead of " + form(expected) + ", first different at byte "
                        + Arrays.mismatch(expected, actual)
                : "the filter is " + Texts.hex(actual) + " instead of " + Texts.hex(expected);
    }

    private static String form(byte[] filter) {
        return filter.length + " bytes with the trailer "
                + Texts.hex(Arrays.copyOfRange(filter, Math.max(0, filter.length - 5), filter.length));
    }

    private static Kind kind(RecordedFullFilters.Built one) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.label().equals(one.kind()))
                .findFirst()
                .orElseThrow();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has it", e);
        }
    }
}
