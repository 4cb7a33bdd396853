// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Bugs in the builder and in the layout of its block. */
final class BuilderMutants {
    private BuilderMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant("M08", "offsets as varints (bill2cipher)", "offsetsFollowTheFilters", new SeamedSubject() {
                    @Override
                    byte[] encodedOffset(int offset) {
                        ByteArrayOutputStream varint = new ByteArrayOutputStream();
                        int rest = offset;
                        for (; rest >= 128; rest >>>= 7) {
                            varint.write(rest | 128);
                        }
                        varint.write(rest);
                        return varint.toByteArray();
                    }
                }),
                new Mutant(
                        "M09",
                        "the base instead of its logarithm (bill2cipher)",
                        "lastByteIsTheBaseLg",
                        new SeamedSubject() {
                            @Override
                            int lastByte(int baseLg) {
                                return 1 << baseLg;
                            }
                        }),
                new Mutant("M11", "the key buffer is kept (pcmind)", "streamedKeysAreNotKept", new KeptBuffer()),
                new Mutant(
                        "M25",
                        "the tag of internal keys is not stripped (integration code)",
                        "internalKeysLoseTheirTag",
                        new SeamedSubject() {
                            @Override
                            public byte[] buildFromInternalKeys(BlockPlan plan, PolicySpec policy) {
                                return build(plan, policy);
                            }

                            @Override
                            public boolean internalKeyMayMatch(
                                    byte[] block, PolicySpec policy, long blockOffset, byte[] internalKey) {
                                return keyMayMatch(block, policy, blockOffset, internalKey);
                            }
                        }),
                new Mutant(
                        "M26",
                        "the last filter is not closed in finish (port errors)",
                        "pendingKeysAreClosedByFinish",
                        new SeamedSubject() {
                            @Override
                            boolean flushesAtFinish() {
                                return false;
                            }
                        }),
                new Mutant(
                        "M27",
                        "off by one at multiples of the window (port errors)",
                        "keysJoinTheWindowOfTheirBlock",
                        new SeamedSubject() {
                            @Override
                            long windowOf(long offset, int baseLg) {
                                return Math.max(0, offset - 1) >>> baseLg;
                            }
                        }),
                new Mutant("M28", "no offsets for gaps (port errors)", "everyWindowHasAnOffset", new SeamedSubject() {
                    @Override
                    boolean recordsGaps() {
                        return false;
                    }
                }));
    }

    private static final class KeptBuffer extends SeamedSubject {
        /** A key that somebody else may overwrite. */
        private record Slice(byte[] array, int offset, int length) {}

        @Override
        public Build startBuild(int baseLg, PolicySpec policy) {
            Building building = new Building(baseLg, policy.bitsPerKey());
            List<Slice> slices = new ArrayList<>();
            return new Build() {
                private void addAll() {
                    slices.forEach(slice -> building.addKey(
                            Arrays.copyOfRange(slice.array(), slice.offset(), slice.offset() + slice.length())));
                    slices.clear();
                }

                @Override
                public void startBlock(long offset) {
                    addAll();
                    building.startBlock(offset);
                }

                @Override
                public void addKey(byte[] array, int offset, int length) {
                    slices.add(new Slice(array, offset, length));
                }

                @Override
                public byte[] finish() {
                    addAll();
                    return building.finish();
                }
            };
        }
    }
}
