// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import io.github.filterblock.testdata.PolicySpec;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Bugs in the reader. */
final class ReaderMutants {
    private ReaderMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "M10",
                        "k is read without the slice's offset (ralgond)",
                        "answersAreThoseOfTheOriginal",
                        new SeamedSubject() {
                            @Override
                            int readProbes(byte[] block, int start, int limit) {
                                return Byte.toUnsignedInt(block[limit - start - 1]);
                            }
                        }),
                new Mutant(
                        "M14",
                        "the array offset is signed (pcmind, ralgond)",
                        "arrayOffsetsBeyondTheEndMatch",
                        new SeamedSubject() {
                            @Override
                            long unsigned(int arrayOffset) {
                                return arrayOffset;
                            }
                        }),
                new Mutant(
                        "M15",
                        "the window's number is cut to 32 bits (pcmind, farmerworking)",
                        "windowsBeyondTheLastMatch",
                        new SeamedSubject() {
                            @Override
                            long readWindow(long blockOffset, int baseLg) {
                                return (int) (blockOffset >>> baseLg);
                            }
                        }),
                new Mutant(
                        "M18",
                        "32-bit block offsets (benravago, bill2cipher)",
                        "windowsBeyondTheLastMatch",
                        new SeamedSubject() {
                            @Override
                            long readWindow(long blockOffset, int baseLg) {
                                return Integer.toUnsignedLong((int) blockOffset) >>> baseLg;
                            }
                        }),
                new Mutant("M19", "base lg is always 11 (naive readers)", "storedBaseLgIsUsed", new SeamedSubject() {
                    @Override
                    int readBaseLg(byte last) {
                        return 11;
                    }
                }),
                new Mutant("M20", "k above 30 is probed (naive readers)", "reservedProbesMatch", new SeamedSubject() {
                    @Override
                    int maxProbes() {
                        return 255;
                    }
                }),
                new Mutant("M21", "short filters match (naive readers)", "shortFiltersDeny", new SeamedSubject() {
                    @Override
                    boolean answerForShortFilters() {
                        return true;
                    }
                }),
                new Mutant(
                        "M22",
                        "lookups share scratch memory (Parquet)",
                        "twoThreadsGetTheSameAnswers",
                        new SharedScratch()),
                new Mutant(
                        "M24", "throws on garbage (pcmind, benravago)", "noBytesMakeALookupThrow", new SeamedSubject() {
                            @Override
                            boolean isInOrder(long start, long limit, long array) {
                                return start <= limit;
                            }
                        }),
                new Mutant(
                        "M29", "a shift by 64 or more wraps (Java's >>)", "baseLgsAbove63Match", new SeamedSubject() {
                            @Override
                            int readBaseLg(byte last) {
                                return last & 63;
                            }
                        }),
                new Mutant(
                        "M30", "the caller's reader index moves (ByteBuf code)", "blockInABuffer", new SeamedSubject() {
                            @Override
                            public boolean keyMayMatch(ByteBuf block, PolicySpec policy, long blockOffset, byte[] key) {
                                byte[] bytes = new byte[block.readableBytes()];
                                block.readBytes(bytes);
                                return keyMayMatch(bytes, policy, blockOffset, key);
                            }
                        }));
    }

    /** Each lookup waits until another one has overwritten its hash: the race, made certain. */
    private static final class SharedScratch extends SeamedSubject {
        @Override
        public Lookup open(byte[] block, PolicySpec policy) {
            CyclicBarrier race = new CyclicBarrier(2);
            byte[][] scratch = new byte[1][];
            return (blockOffset, key) -> {
                scratch[0] = key;
                meet(race);
                return keyMayMatch(block, policy, blockOffset, scratch[0]);
            };
        }

        private static void meet(CyclicBarrier race) {
            try {
                race.await(200, TimeUnit.MILLISECONDS);
            } catch (BrokenBarrierException | TimeoutException alone) {
                // the other thread is done: no race any more
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
