// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What every filter must do, whatever its format is. */
public enum OwnFilterLaw {
    /** A law about keys that are there. */
    NO_STORED_KEY_IS_DENIED("A key that was added may match, whatever its bytes and however many keys there are.") {
        @Override
        Optional<String> violation(OwnFilterSubject subject) {
            return keySets()
                    .map(keys -> denied(subject.read(subject.write(keys)), keys))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
    },
    /** A law about writing and reading. */
    WHAT_WAS_WRITTEN_IS_READ_BACK(
            "Stored bytes do not change when another filter is written, or when they are read; read twice, they give "
                    + "the same answers.") {
        @Override
        Optional<String> violation(OwnFilterSubject subject) {
            return readBack(subject);
        }
    },
    /** A law about damage. */
    DAMAGE_DENIES_NOTHING("With damaged bytes no stored key is denied: the checksum finds the damage.") {
        @Override
        Optional<String> violation(OwnFilterSubject subject) {
            if (!subject.hasChecksum()) {
                throw new Law.Unable("hasChecksum() is false");
            }
            List<byte[]> keys = KeyShape.RANDOM.present(0, DAMAGED_KEYS);
            return damages(subject.write(keys))
                    .map(damage -> deniedAfter(damage, subject, keys))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
    },
    /** A law about random keys. */
    RATE_OF_RANDOM_KEYS(KeyShape.RANDOM),
    /** A law about decimals of one length, as identifiers are. */
    RATE_OF_DECIMALS(KeyShape.DECIMAL),
    /** A law about keys with a common prefix. */
    RATE_OF_PREFIXED_KEYS(KeyShape.PREFIXED),
    /** A law about numbers of 64 bits. */
    RATE_OF_BIG_ENDIAN_LONGS(KeyShape.LONG),
    /** A law about numbers of 32 bits. */
    RATE_OF_BIG_ENDIAN_INTS(KeyShape.INT),
    /** A law about addresses. */
    RATE_OF_URLS(KeyShape.URL);

    private static final int DAMAGED_KEYS = 100;
    private static final int MAX_FLIPPED_BITS = 4096;

    /** Filters of few keys, of a block's, and of a table's: how many keys, how many filters. */
    private static final int[][] SIZES = {{32, 100}, {1_000, 10}, {50_000, 1}};

    /** Deviations above the rate that chance does not explain. */
    private static final double DEVIATIONS = 5;

    private final String sentence;
    private final Optional<KeyShape> shape;

    OwnFilterLaw(String sentence) {
        this.sentence = sentence;
        this.shape = Optional.empty();
    }

    OwnFilterLaw(KeyShape shape) {
        this.sentence =
                "Of absent keys between the stored ones no more match than the rate says: " + shape.label() + ".";
        this.shape = Optional.of(shape);
    }

    /** Returns what must hold. */
    public String sentence() {
        return sentence;
    }

    /** Returns what is wrong; empty if nothing is. */
    Optional<String> violation(OwnFilterSubject subject) {
        return Arrays.stream(SIZES)
                .map(size -> tooMany(subject, shape.orElseThrow(), size[0], size[1]))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> tooMany(OwnFilterSubject subject, KeyShape shape, int keys, int filters) {
        int asked = keys * filters;
        int passed = 0;
        for (int number = 0; number < filters; number++) {
            long first = (long) number * keys;
            Predicate<byte[]> filter = subject.read(subject.write(shape.present(first, keys)));
            List<byte[]> absent = shape.absent(first, keys);
            passed += (int) absent.stream().filter(filter).count();
        }
        double expected = subject.rate() * asked;
        return passed <= expected + DEVIATIONS * Math.sqrt(expected)
                ? Optional.empty()
                : Optional.of("of " + asked + " absent keys " + passed + " match, " + percent(passed, asked)
                        + " instead of " + percent(expected, asked) + "; " + filters + " filters of " + keys + " "
                        + shape.label());
    }

    private static String percent(double part, int of) {
        return Math.round(10_000 * part / of) / 100.0 + " %";
    }

    private static Stream<List<byte[]>> keySets() {
        Stream<List<byte[]>> shapes = Arrays.stream(KeyShape.values())
                .flatMap(shape -> Stream.of(1, 2, 7, 100, 5_000).map(count -> shape.present(count, count)));
        byte[] key = {'k'};
        List<byte[]> bytes = new ArrayList<>(List.of(new byte[0]));
        for (int value = 0; value < 256; value++) {
            bytes.add(new byte[] {(byte) value});
            bytes.add(new byte[] {'a', 'b', 'c', 'd', (byte) value, (byte) -value});
        }
        List<byte[]> lengths = new ArrayList<>();
        for (int length = 0; length < 300; length++) {
            lengths.add(Arrays.copyOf(new byte[] {1, 2, 3}, length));
        }
        lengths.add(new byte[100_000]);
        return Stream.concat(shapes, Stream.of(bytes, lengths, Collections.nCopies(100, key), List.of(new byte[0])));
    }

    /** The first key that a filter denies. */
    private static Optional<String> denied(Predicate<byte[]> filter, List<byte[]> keys) {
        return keys.stream()
                .filter(key -> !filter.test(key))
                .findFirst()
                .map(key -> "of " + keys.size() + " stored keys it denies " + text(key));
    }

    private static String text(byte[] key) {
        int shown = Math.min(key.length, 40);
        return "the one of " + key.length + " bytes " + HexFormat.of().formatHex(key, 0, shown)
                + (shown < key.length ? "..." : "");
    }

    private static Optional<String> readBack(OwnFilterSubject subject) {
        List<byte[]> keys = KeyShape.URL.present(0, 500);
        List<byte[]> others = KeyShape.DECIMAL.present(0, 500);
        byte[] stored = subject.write(keys);
        byte[] before = stored.clone();
        byte[] second = subject.write(others);
        if (!Arrays.equals(before, stored)) {
            return Optional.of("writing a second filter changes the bytes of the first");
        }
        Predicate<byte[]> filter = subject.read(stored);
        Predicate<byte[]> again = subject.read(before.clone());
        Predicate<byte[]> other = subject.read(second);
        for (byte[] key : KeyShape.URL.absent(0, 2_000)) {
            if (again.test(key) != filter.test(key)) {
                return Optional.of("the same bytes give two answers about " + text(key));
            }
        }
        if (!Arrays.equals(before, stored)) {
            return Optional.of("reading the filter changes its bytes");
        }
        return denied(other, others).or(() -> denied(filter, keys));
    }

    /** Stored bytes that are damaged, and how. */
    private record Damage(byte[] bytes, String what) {}

    private static Stream<Damage> damages(byte[] stored) {
        SplittableRandom random = new SplittableRandom(stored.length);
        long bits = 8L * stored.length;
        Stream<Damage> flips =
                random.longs(Math.min(bits, MAX_FLIPPED_BITS), 0, bits).mapToObj(bit -> flipped(stored, bit));
        Stream<Damage> cuts = random.ints(200, 0, stored.length)
                .mapToObj(length -> new Damage(Arrays.copyOf(stored, length), "cut to " + length + " bytes"));
        Stream<Damage> runs = random.ints(200, 0, stored.length).mapToObj(from -> zeroed(stored, from));
        Stream<Damage> whole = Stream.of(
                new Damage(Arrays.copyOf(stored, stored.length + 1), "with a byte more"),
                new Damage(Arrays.copyOf(stored, stored.length + 64), "with 64 bytes more"),
                new Damage(new byte[stored.length], "of zeros"),
                new Damage(new byte[0], "without bytes"));
        return Stream.of(flips, cuts, runs, whole)
                .flatMap(damages -> damages)
                .filter(damage -> !Arrays.equals(damage.bytes(), stored));
    }

    private static Damage flipped(byte[] stored, long bit) {
        byte[] damaged = stored.clone();
        damaged[(int) (bit >> 3)] ^= (byte) (1 << (bit & 7));
        return new Damage(damaged, "with bit " + (bit & 7) + " of byte " + (bit >> 3) + " flipped");
    }

    private static Damage zeroed(byte[] stored, int from) {
        byte[] damaged = stored.clone();
        Arrays.fill(damaged, from, Math.min(stored.length, from + 16), (byte) 0);
        return new Damage(damaged, "with zeros from byte " + from + " on");
    }

    private static Optional<String> deniedAfter(Damage damage, OwnFilterSubject subject, List<byte[]> keys) {
        Predicate<byte[]> filter;
        try {
            filter = subject.read(damage.bytes());
        } catch (RuntimeException reported) {
            return Optional.empty();
        }
        return denied(filter, keys).map(wrong -> "stored bytes " + damage.what() + ": " + wrong);
    }
}
