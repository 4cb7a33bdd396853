// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.contract.BufferSubject;
import io.github.filterblock.testdata.contract.ConcurrentSubject;
import io.github.filterblock.testdata.contract.Law;
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
                        Law.ANSWERS_ARE_THOSE_OF_THE_ORIGINAL,
                        new ProbesWithoutOffset()),
                new Mutant(
                        "M14",
                        "the array offset is signed (pcmind, ralgond)",
                        Law.ARRAY_OFFSETS_BEYOND_THE_END_MATCH,
                        new SignedArray()),
                new Mutant(
                        "M15",
                        "the window's number is cut to 32 bits (pcmind, farmerworking)",
                        Law.WINDOWS_BEYOND_THE_LAST_MATCH,
                        new IntWindow()),
                new Mutant(
                        "M18",
                        "32-bit block offsets (benravago, bill2cipher)",
                        Law.WINDOWS_BEYOND_THE_LAST_MATCH,
                        new IntOffset()),
                new Mutant(
                        "M19", "base lg is always 11 (naive readers)", Law.STORED_BASE_LG_IS_USED, new FixedBaseLg()),
                new Mutant("M20", "k above 30 is probed (naive readers)", Law.RESERVED_PROBES_MATCH, new ManyProbes()),
                new Mutant("M21", "short filters match (naive readers)", Law.SHORT_FILTERS_DENY, new ShortMatches()),
                new Mutant(
                        "M22",
                        "lookups share scratch memory (Parquet)",
                        Law.TWO_THREADS_GET_THE_SAME_ANSWERS,
                        new SharedScratch()),
                new Mutant(
                        "M24",
                        "throws on garbage (pcmind, benravago)",
                        Law.NO_BYTES_MAKE_A_LOOKUP_THROW,
                        new NoBounds()),
                new Mutant(
                        "M29",
                        "a shift by 64 or more wraps (Java's >>)",
                        Law.BASE_LGS_ABOVE_63_MATCH,
                        new WrappingShift()),
                new Mutant(
                        "M30",
                        "the caller's reader index moves (ByteBuf code)",
                        Law.BLOCK_IN_A_BUFFER,
                        new MovingIndex()));
    }

    private static final class ProbesWithoutOffset extends SeamedSubject {
        @Override
        int readProbes(byte[] block, int start, int limit) {
            return Byte.toUnsignedInt(block[limit - start - 1]);
        }
    }

    private static final class SignedArray extends SeamedSubject {
        @Override
        long unsigned(int arrayOffset) {
            return arrayOffset;
        }
    }

    private static final class IntWindow extends SeamedSubject {
        @Override
        long readWindow(long blockOffset, int baseLg) {
            return (int) (blockOffset >>> baseLg);
        }
    }

    private static final class IntOffset extends SeamedSubject {
        @Override
        long readWindow(long blockOffset, int baseLg) {
            return Integer.toUnsignedLong((int) blockOffset) >>> baseLg;
        }
    }

    private static final class FixedBaseLg extends SeamedSubject {
        @Override
        int readBaseLg(byte last) {
            return 11;
        }
    }

    private static final class ManyProbes extends SeamedSubject {
        @Override
        int maxProbes() {
            return 255;
        }
    }

    private static final class ShortMatches extends SeamedSubject {
        @Override
        boolean answerForShortFilters() {
            return true;
        }
    }

    /** Each lookup waits until another one has overwritten its hash: the race, made certain. */
    private static final class SharedScratch extends SeamedSubject implements ConcurrentSubject {
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

    private static final class NoBounds extends SeamedSubject {
        @Override
        boolean isInOrder(long start, long limit, long array) {
            return start <= limit;
        }
    }

    private static final class WrappingShift extends SeamedSubject {
        @Override
        int readBaseLg(byte last) {
            return last & 63;
        }
    }

    private static final class MovingIndex extends SeamedSubject implements BufferSubject {
        @Override
        public boolean keyMayMatch(ByteBuf block, PolicySpec policy, long blockOffset, byte[] key) {
            byte[] bytes = new byte[block.readableBytes()];
            block.readBytes(bytes);
            return keyMayMatch(bytes, policy, blockOffset, key);
        }
    }
}
