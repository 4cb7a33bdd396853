// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.contract.Law.Recordings;
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
import java.util.function.Function;

/** What is required of a reader. Each check returns the violation, or the empty text. */
final class LookupLaws {
    /** Tests malformed blocks; where it does not hold, laws about other ways to ask are not tested with them. */
    static final String MALFORMED = "noBytesMakeALookupThrow";

    private static final String NOTHING = "";
    private static final int ROUNDS = 20;
    private static final int TIMEOUT_SECONDS = 30;

    static final List<Law> LAWS = List.of(
            answers(
                    "storedBaseLgIsUsed",
                    "FB-12",
                    "A reader takes the window's length from the block: in goleveldb it is an option.",
                    Cases::otherBaseLgBlock),
            answers("emptyWindowsDeny", "FB-13", "A window without keys denies every key.", Cases::emptyWindow),
            answers(
                    "windowsBeyondTheLastMatch",
                    "FB-23",
                    "Offsets are unsigned 64-bit numbers: neither they nor the window's number may be cut to 32 bits.",
                    Cases::farQuestions),
            answers(
                    "shortFiltersDeny",
                    "FB-8",
                    "A filter of fewer than two bytes denies every key.",
                    cases -> cases.damaged(Defects::oneByteFilters)),
            answers(
                    "thirtyProbesAreAsked",
                    "FB-9",
                    "k may be 30, the largest that is not reserved: its bits decide.",
                    cases -> cases.damaged(Defects::mostProbes)),
            answers(
                    "reservedProbesMatch",
                    "FB-9",
                    "k above 30 is reserved and matches; it is unsigned, so 128 to 255 are above 30; 0 matches too.",
                    cases -> cases.damaged(Defects::reservedProbes)),
            answers(
                    "shortBlocksMatch",
                    "FB-19",
                    "A block of fewer than five bytes holds no filters: every key may match, and nothing is thrown.",
                    cases -> cases.damaged(Defects::tooShort)),
            answers(
                    "arrayOffsetsBeyondTheEndMatch",
                    "FB-20",
                    "The array offset is an unsigned number: ffffffff lies beyond the end, so every key may match.",
                    cases -> cases.damaged(Defects::arrayOffsetBeyond)),
            answers(
                    "leftoverBytesAreTolerated",
                    "FB-21",
                    "The number of filters is rounded down if the array is not a multiple of four bytes.",
                    cases -> cases.damaged(Defects::leftover)),
            answers(
                    "baseLgsAbove63Match",
                    "FB-22",
                    "A base lg of 64 or more has no meaning; a shift that takes it modulo 64 asks the wrong filter.",
                    cases -> cases.damaged(Defects::baseLgAbove63)),
            answers(
                    "damagedOffsetsMatch",
                    "FB-24, FB-25",
                    "If the two offsets of a filter contradict each other, every key may match.",
                    cases -> cases.damaged(Defects::offsetsOutOfOrder)),
            law(
                    MALFORMED,
                    "FB-19, FB-20, FB-21, FB-22, FB-23, FB-24, FB-25",
                    "Errors are potential matches: no bytes at all may make a lookup throw, or deny what the original "
                            + "does not.",
                    Recordings.UNUSUAL,
                    Cases::garbage,
                    LookupLaws::answers),
            law(
                    "answersAreThoseOfTheOriginal",
                    "FB-7, FB-24",
                    "The filter of the block's window answers, from exactly its bytes; even false positives are the "
                            + "same.",
                    Recordings.USUAL,
                    Cases::block,
                    LookupLaws::answers),
            law(
                    "blockInsideAnArray",
                    "FB-24",
                    "Offsets count from the first byte of the block, not from that of the array around it.",
                    Recordings.ALL,
                    Cases::block,
                    LookupLaws::arrayRange),
            law(
                    "blockInABuffer",
                    "FB-24",
                    "Every kind of buffer gives the same answers and is unchanged afterwards.",
                    Recordings.ALL,
                    Cases::block,
                    LookupLaws::netty),
            law(
                    "blockInAJdkBuffer",
                    "FB-24",
                    "Every kind of buffer gives the same answers and is unchanged afterwards.",
                    Recordings.ALL,
                    Cases::block,
                    LookupLaws::nio),
            law(
                    "twoThreadsGetTheSameAnswers",
                    "FB-7",
                    "Lookups that share scratch memory lose keys as soon as two threads ask.",
                    Recordings.ALL,
                    Cases::block,
                    LookupLaws::twoThreads));

    private LookupLaws() {}

    private static Law answers(String name, String rules, String sentence, Function<Cases, LawCase.Block> source) {
        return law(name, rules, sentence, Recordings.NONE, source, LookupLaws::answers);
    }

    private static Law law(
            String name,
            String rules,
            String sentence,
            Recordings recordings,
            Function<Cases, LawCase.Block> source,
            Law.Check<LawCase.Block> check) {
        return Law.of(name, rules, sentence, LawCase.Block.class, recordings, source, check);
    }

    /** Asks one question in one way. */
    @FunctionalInterface
    private interface Asking {
        boolean ask(Probe probe) throws Exception;
    }

    private static String answers(FilterBlockSubject subject, LawCase.Block given) {
        byte[] block = given.block().clone();
        String wrong = compare(
                given, NOTHING, probe -> subject.keyMayMatch(block, given.policy(), probe.blockOffset(), probe.key()));
        return wrong.isEmpty() && !Arrays.equals(block, given.block()) ? "the lookup changed the block" : wrong;
    }

    private static String compare(LawCase.Block given, String how, Asking asking) {
        for (Probe probe : given.probes()) {
            String wrong = compare(given, probe, asking);
            if (!wrong.isEmpty()) {
                return wrong + how;
            }
        }
        return NOTHING;
    }

    private static String compare(LawCase.Block given, Probe probe, Asking asking) {
        boolean answer;
        try {
            answer = asking.ask(probe);
        } catch (Law.Unable unable) {
            throw unable;
        } catch (Exception thrown) {
            return "the lookup throws " + thrown + " at " + Texts.clip(probe.toString());
        }
        return given.accepts(probe, answer) ? NOTHING : wrongAnswer(answer, probe);
    }

    /** A wrong answer, with the right one. */
    static String wrongAnswer(boolean answer, Probe probe) {
        return "the subject says \"" + word(answer) + "\", but \"" + word(!answer) + "\" is right, at "
                + Texts.clip(probe.toString());
    }

    private static String word(boolean mayMatch) {
        return mayMatch ? "may match" : "absent";
    }

    private static String arrayRange(FilterBlockSubject subject, LawCase.Block given) {
        int length = given.block().length;
        for (int before : new int[] {0, 1, 37}) {
            byte[] array = new byte[before + length + 7];
            Arrays.fill(array, ByteBufKind.GUARD);
            System.arraycopy(given.block(), 0, array, before, length);
            byte[] copy = array.clone();
            String wrong = compare(
                    given,
                    " in an array with " + before + " bytes before the block",
                    probe -> subject.keyMayMatch(
                            array, before, length, given.policy(), probe.blockOffset(), probe.key()));
            if (!wrong.isEmpty() || !Arrays.equals(array, copy)) {
                return wrong.isEmpty() ? "the lookup changed the array" : wrong;
            }
        }
        return NOTHING;
    }

    private static String netty(FilterBlockSubject subject, LawCase.Block given) {
        for (ByteBufKind kind : ByteBufKind.values()) {
            ByteBuf buffer = kind.of(given.block());
            try {
                String wrong = netty(subject, given, kind, buffer);
                if (!wrong.isEmpty()) {
                    return wrong;
                }
            } finally {
                buffer.release(buffer.refCnt());
            }
        }
        return NOTHING;
    }

    private static String netty(FilterBlockSubject subject, LawCase.Block given, ByteBufKind kind, ByteBuf buffer) {
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

    private static String nio(FilterBlockSubject subject, LawCase.Block given) {
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
                    given, how, probe -> subject.keyMayMatch(buffer, given.policy(), probe.blockOffset(), probe.key()));
            if (!wrong.isEmpty()) {
                return wrong;
            }
            if (!before.equals(buffer + " " + buffer.order())) {
                return "the lookup leaves the buffer as " + buffer + " where it was " + before;
            }
        }
        return NOTHING;
    }

    private static String twoThreads(FilterBlockSubject subject, LawCase.Block given) {
        FilterBlockSubject.Lookup lookup = subject.open(given.block().clone(), given.policy());
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
    private static String ask(FilterBlockSubject.Lookup lookup, LawCase.Block given, CyclicBarrier start, int step)
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
