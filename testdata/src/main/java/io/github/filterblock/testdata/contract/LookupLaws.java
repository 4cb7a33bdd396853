// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.Probe;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What laws require of a reader: each method returns the violation, or nothing. */
final class LookupLaws {
    private static final String NOTHING = "";
    private static final int ROUNDS = 20;
    private static final int TIMEOUT_SECONDS = 30;

    private LookupLaws() {}

    /** Asks one question in one way. */
    @FunctionalInterface
    private interface Asking {
        boolean ask(Probe probe) throws Exception;
    }

    static String answers(FilterBlockSubject subject, BlockCase given) {
        byte[] block = given.block().clone();
        String wrong = compare(
                given, NOTHING, probe -> subject.keyMayMatch(block, given.policy(), probe.blockOffset(), probe.key()));
        return wrong.isEmpty() && !Arrays.equals(block, given.block()) ? "the lookup changed the block" : wrong;
    }

    private static String compare(BlockCase given, String how, Asking asking) {
        for (Probe probe : given.probes()) {
            String wrong = compare(given, probe, asking);
            if (!wrong.isEmpty()) {
                return wrong + how;
            }
        }
        return NOTHING;
    }

    private static String compare(BlockCase given, Probe probe, Asking asking) {
        boolean answer;
        try {
            answer = asking.ask(probe);
        } catch (Exception thrown) {
            return "the lookup throws " + thrown + " at " + Texts.clip(probe.toString());
        }
        return given.accepts(probe, answer)
                ? NOTHING
                : "the subject says " + (answer ? "may match" : "absent") + " at " + Texts.clip(probe.toString());
    }

    static String arrayRange(FilterBlockSubject subject, BlockCase given) {
        int length = given.block().length;
        for (int before : new int[] {0, 1, 37}) {
            byte[] array = new byte[before + length + 7];
            Arrays.fill(array, ByteBufKind.GUARD);
            System.arraycopy(given.block(), 0, array, before, length);
            byte[] copy = array.clone();
            String wrong = compare(
                    given,
                    " in an array with " + before + " bytes before the block",
                    probe -> ((ArrayRangeSubject) subject)
                            .keyMayMatch(array, before, length, given.policy(), probe.blockOffset(), probe.key()));
            if (!wrong.isEmpty() || !Arrays.equals(array, copy)) {
                return wrong.isEmpty() ? "the lookup changed the array" : wrong;
            }
        }
        return NOTHING;
    }

    static String netty(FilterBlockSubject subject, BlockCase given) {
        for (ByteBufKind kind : ByteBufKind.values()) {
            ByteBuf buffer = kind.of(given.block());
            try {
                String wrong = netty((BufferSubject) subject, given, kind, buffer);
                if (!wrong.isEmpty()) {
                    return wrong;
                }
            } finally {
                buffer.release(buffer.refCnt());
            }
        }
        return NOTHING;
    }

    private static String netty(BufferSubject subject, BlockCase given, ByteBufKind kind, ByteBuf buffer) {
        String before = state(buffer);
        byte[] bytes = bytes(buffer);
        String how = " in a buffer of the kind " + kind;
        for (Probe probe : given.probes()) {
            String wrong = compare(
                    given,
                    probe,
                    asked -> subject.keyMayMatch(buffer, given.policy(), asked.blockOffset(), asked.key()));
            if (!wrong.isEmpty()) {
                return wrong + how;
            }
            if (!state(buffer).equals(before)) {
                return "the lookup leaves the buffer with " + state(buffer) + " where it had " + before + how;
            }
        }
        return Arrays.equals(bytes, bytes(buffer)) ? NOTHING : "the lookup changes bytes" + how;
    }

    private static String state(ByteBuf buffer) {
        return "reader index " + buffer.readerIndex() + ", writer index " + buffer.writerIndex() + ", reference count "
                + buffer.refCnt();
    }

    private static byte[] bytes(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.getBytes(0, bytes);
        return bytes;
    }

    static String nio(FilterBlockSubject subject, BlockCase given) {
        byte[] bytes = given.block();
        ByteBuffer heap = ByteBuffer.allocate(bytes.length + 9)
                .position(4)
                .put(bytes)
                .flip()
                .position(4);
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 3).order(ByteOrder.LITTLE_ENDIAN);
        direct.put(bytes).flip();
        for (ByteBuffer buffer : List.of(heap, direct, heap.asReadOnlyBuffer(), heap.slice())) {
            String before = buffer + " " + buffer.order();
            String how = " in a " + before;
            String wrong = compare(
                    given,
                    how,
                    probe -> ((NioBufferSubject) subject)
                            .keyMayMatch(buffer, given.policy(), probe.blockOffset(), probe.key()));
            if (!wrong.isEmpty()) {
                return wrong;
            }
            if (!before.equals(buffer + " " + buffer.order())) {
                return "the lookup leaves the buffer as " + buffer + " where it was " + before;
            }
        }
        return NOTHING;
    }

    static String twoThreads(FilterBlockSubject subject, BlockCase given) {
        ConcurrentSubject.Lookup lookup =
                ((ConcurrentSubject) subject).open(given.block().clone(), given.policy());
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            CyclicBarrier start = new CyclicBarrier(2);
            Future<String> up = threads.submit(() -> ask(lookup, given, start, 1));
            Future<String> down = threads.submit(() -> ask(lookup, given, start, -1));
            String wrong = up.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            return wrong.isEmpty() ? down.get(TIMEOUT_SECONDS, TimeUnit.SECONDS) : wrong;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } catch (ExecutionException failed) {
            return "a thread ended with " + failed.getCause();
        } catch (TimeoutException late) {
            return "two threads were not done after " + TIMEOUT_SECONDS + " seconds";
        } finally {
            threads.shutdownNow();
        }
    }

    /** Asks all questions again and again, one thread forwards and one backwards, so that they ask different ones. */
    private static String ask(ConcurrentSubject.Lookup lookup, BlockCase given, CyclicBarrier start, int step)
            throws Exception {
        start.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        int count = given.probes().size();
        for (int i = 0; i < ROUNDS * count; i++) {
            Probe probe = given.probes().get(Math.floorMod(i * step, count));
            String wrong = compare(given, probe, asked -> lookup.keyMayMatch(asked.blockOffset(), asked.key()));
            if (!wrong.isEmpty()) {
                return wrong + " while another thread asks as well";
            }
        }
        return NOTHING;
    }
}
