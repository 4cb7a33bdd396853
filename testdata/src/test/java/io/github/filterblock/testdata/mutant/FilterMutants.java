// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

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
                        "tailBytesCountUnsigned",
                        new SeamedSubject() {
                            @Override
                            int tail(byte tailByte) {
                                return tailByte;
                            }
                        }),
                new Mutant("M02", "k from ln 2 (anchored-leveldb)", "probesAreTruncatedAndLast", new SeamedSubject() {
                    @Override
                    int probes(int bitsPerKey) {
                        return Math.max(1, Math.min(30, (int) (bitsPerKey * Math.log(2))));
                    }
                }),
                new Mutant(
                        "M03", "k rounded, not cut off (textbooks)", "probesAreTruncatedAndLast", new SeamedSubject() {
                            @Override
                            int probes(int bitsPerKey) {
                                return Math.max(1, Math.min(30, (int) Math.round(bitsPerKey * 0.69)));
                            }
                        }),
                new Mutant(
                        "M04", "no minimum of 64 bits (bill2cipher)", "bitArraysHaveTheirLength", new SeamedSubject() {
                            @Override
                            long minBits() {
                                return 1;
                            }
                        }),
                new Mutant("M05", "k before the bits (bill2cipher)", "probesAreTruncatedAndLast", new SeamedSubject() {
                    @Override
                    byte[] stored(byte[] filter) {
                        byte[] turned = new byte[filter.length];
                        turned[0] = filter[filter.length - 1];
                        System.arraycopy(filter, 0, turned, 1, filter.length - 1);
                        return turned;
                    }
                }),
                new Mutant(
                        "M06",
                        "arithmetic shift in the rotation (bill2cipher)",
                        "bitsAreThoseOfTheHash",
                        new SeamedSubject() {
                            @Override
                            int rotated(int h) {
                                return h >> 17 | h << 15;
                            }
                        }),
                new Mutant("M07", "signed remainder (bill2cipher)", "bitsAreThoseOfTheHash", new SeamedSubject() {
                    @Override
                    int position(int h, int bits) {
                        return Math.abs(h % bits);
                    }
                }),
                new Mutant(
                        "M16",
                        "a block of the empty key alone gets no filter (anchored-leveldb)",
                        "everyAddedKeyCounts",
                        new SeamedSubject() {
                            @Override
                            List<byte[]> keysThatCount(List<byte[]> pending) {
                                return pending.stream().allMatch(key -> key.length == 0) ? List.of() : pending;
                            }
                        }),
                new Mutant(
                        "M17",
                        "keys times bits overflows (pcmind, benravago, farmerworking)",
                        "filterLengthsTake64Bits",
                        new SeamedSubject() {
                            @Override
                            public long filterLength(long keys, int bitsPerKey) {
                                int bits = Math.max(64, (int) keys * bitsPerKey);
                                return (bits + 7) / 8 + 1;
                            }
                        }),
                new Mutant(
                        "M23",
                        "a bit's index may equal the capacity (ArcadeDB)",
                        "bitsAreThoseOfTheHash",
                        new SeamedSubject() {
                            @Override
                            int position(int h, int bits) {
                                int position = Integer.remainderUnsigned(h, bits);
                                return position == 0 ? bits : position;
                            }
                        }),
                new Mutant(
                        "M31",
                        "duplicates are dropped before sizing (optimisers)",
                        "everyAddedKeyCounts",
                        new SeamedSubject() {
                            @Override
                            List<byte[]> keysThatCount(List<byte[]> pending) {
                                Set<ByteBuffer> distinct = new LinkedHashSet<>();
                                pending.forEach(key -> distinct.add(ByteBuffer.wrap(key)));
                                return distinct.stream().map(ByteBuffer::array).toList();
                            }
                        }),
                new Mutant(
                        "M32",
                        "keys go through a charset (ORC's history)",
                        "tailBytesCountUnsigned",
                        new SeamedSubject() {
                            @Override
                            byte[] bytesOf(byte[] key) {
                                return new String(key, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8);
                            }
                        }));
    }
}
