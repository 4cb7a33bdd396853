// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import io.github.filterblock.testdata.contract.FilterLengthSubject;
import io.github.filterblock.testdata.contract.Law;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Bugs in the hash and in a single filter. */
final class FilterMutants {
    private FilterMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "M01",
                        "tail bytes are sign-extended (LevelDB up to 1.17 on x86, RocksDB)",
                        Law.TAIL_BYTES_COUNT_UNSIGNED,
                        new SignedTail()),
                new Mutant(
                        "M02",
                        "k from ln 2 (anchored-leveldb)",
                        Law.PROBES_ARE_TRUNCATED_AND_LAST,
                        new NaturalProbes()),
                new Mutant(
                        "M03",
                        "k rounded, not cut off (textbooks)",
                        Law.PROBES_ARE_TRUNCATED_AND_LAST,
                        new RoundedProbes()),
                new Mutant(
                        "M04",
                        "no minimum of 64 bits (bill2cipher)",
                        Law.BIT_ARRAYS_HAVE_THEIR_LENGTH,
                        new NoMinimum()),
                new Mutant(
                        "M05", "k before the bits (bill2cipher)", Law.PROBES_ARE_TRUNCATED_AND_LAST, new ProbesFirst()),
                new Mutant(
                        "M06",
                        "arithmetic shift in the rotation (bill2cipher)",
                        Law.BITS_ARE_THOSE_OF_THE_HASH,
                        new SignedShift()),
                new Mutant(
                        "M07", "signed remainder (bill2cipher)", Law.BITS_ARE_THOSE_OF_THE_HASH, new SignedRemainder()),
                new Mutant(
                        "M16",
                        "a block of the empty key alone gets no filter (anchored-leveldb)",
                        Law.EVERY_ADDED_KEY_COUNTS,
                        new NoFilterForTheEmptyKey()),
                new Mutant(
                        "M17",
                        "keys times bits overflows (pcmind, benravago, farmerworking)",
                        Law.FILTER_LENGTHS_TAKE_64_BITS,
                        new IntProduct()),
                new Mutant(
                        "M23",
                        "a bit's index may equal the capacity (ArcadeDB)",
                        Law.BITS_ARE_THOSE_OF_THE_HASH,
                        new OneBitPast()),
                new Mutant(
                        "M31",
                        "duplicates are dropped before sizing (optimisers)",
                        Law.EVERY_ADDED_KEY_COUNTS,
                        new Dedup()),
                new Mutant(
                        "M32",
                        "keys go through a charset (ORC's history)",
                        Law.TAIL_BYTES_COUNT_UNSIGNED,
                        new KeysThroughACharset()));
    }

    private static final class SignedTail extends SeamedSubject {
        @Override
        int tail(byte tailByte) {
            return tailByte;
        }
    }

    private static final class NaturalProbes extends SeamedSubject {
        @Override
        int probes(int bitsPerKey) {
            return Math.max(1, Math.min(30, (int) (bitsPerKey * Math.log(2))));
        }
    }

    private static final class RoundedProbes extends SeamedSubject {
        @Override
        int probes(int bitsPerKey) {
            return Math.max(1, Math.min(30, (int) Math.round(bitsPerKey * 0.69)));
        }
    }

    private static final class NoMinimum extends SeamedSubject {
        @Override
        long minBits() {
            return 1;
        }
    }

    private static final class ProbesFirst extends SeamedSubject {
        @Override
        byte[] stored(byte[] filter) {
            byte[] turned = new byte[filter.length];
            turned[0] = filter[filter.length - 1];
            System.arraycopy(filter, 0, turned, 1, filter.length - 1);
            return turned;
        }
    }

    private static final class SignedShift extends SeamedSubject {
        @Override
        int rotated(int h) {
            return h >> 17 | h << 15;
        }
    }

    private static final class SignedRemainder extends SeamedSubject {
        @Override
        int position(int h, int bits) {
            return Math.abs(h % bits);
        }
    }

    private static final class NoFilterForTheEmptyKey extends SeamedSubject {
        @Override
        List<byte[]> keysThatCount(List<byte[]> pending) {
            return pending.stream().allMatch(key -> key.length == 0) ? List.of() : pending;
        }
    }

    private static final class IntProduct extends SeamedSubject implements FilterLengthSubject {
        @Override
        public long filterLength(long keys, int bitsPerKey) {
            int bits = Math.max(64, (int) keys * bitsPerKey);
            return (bits + 7) / 8 + 1;
        }
    }

    private static final class OneBitPast extends SeamedSubject {
        @Override
        int position(int h, int bits) {
            int position = Integer.remainderUnsigned(h, bits);
            return position == 0 ? bits : position;
        }
    }

    private static final class Dedup extends SeamedSubject {
        @Override
        List<byte[]> keysThatCount(List<byte[]> pending) {
            Set<ByteBuffer> distinct = new LinkedHashSet<>();
            pending.forEach(key -> distinct.add(ByteBuffer.wrap(key)));
            return distinct.stream().map(ByteBuffer::array).toList();
        }
    }

    private static final class KeysThroughACharset extends SeamedSubject {
        @Override
        byte[] bytesOf(byte[] key) {
            return new String(key, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8);
        }
    }
}
