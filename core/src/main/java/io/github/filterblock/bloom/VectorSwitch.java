// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decides once in a JVM whether vectors answer questions to small filters of six probes: if the user has resolved the
 * incubating module, many questions were asked, and a trial has found them equal and faster.
 */
final class VectorSwitch {
    /*
     * Without the module IS_OFFERED is a constant false, for which compiled code has no trace of all this, and no other
     * class is loaded. With it a question goes through a call site, whose target is
     *
     *     countThenAsk             until enough questions were asked,
     *     BloomBits.sixSetScalar while a thread tries the vectors, and permanently if they are not faster,
     *     VectorProbes.sixSet      if they pay.
     *
     * Compiled code takes the target as a constant and is compiled again when it changes. So the call site costs
     * nothing, unlike a flag that each lookup would read; it is state that lasts as long as the class, but each target
     * gives the same answers, so only timing reveals it.
     *
     * The thread is a daemon: a JVM that ends does not wait for it. If it fails, the scalar code stays.
     *
     * VectorProbes is found by its name. It is compiled after this class, and what links all classes ahead of time need
     * not know its module.
     */
    private static final String VECTOR = "jdk.incubator.vector.Vector";

    /** The first with the permutation that VectorProbes expects. */
    private static final int FIRST_RELEASE = 24;

    /** Trying vectors costs about a second of processor time, so a JVM that asks less should not. */
    private static final int MANY = 100_000;

    /** Named so in thread dumps; it lives for about a second. */
    private static final String THREAD = "filterblock-vectors";

    private static final String BY_VECTORS = "sixSet";

    /** A losing trial lasts about five seconds, which leaves time to a compiler that is busy otherwise. */
    private static final int TRIES = 100;

    static final boolean IS_OFFERED = Runtime.version().feature() >= FIRST_RELEASE && vector() != null;

    private static final MethodType QUESTION =
            MethodType.methodType(boolean.class, int.class, byte[].class, int.class, int.class);

    private static final MethodType QUESTIONS =
            MethodType.methodType(long.class, int[].class, byte[].class, int[].class, int[].class);

    private static final AtomicInteger ASKED = new AtomicInteger();
    private static final @Nullable MutableCallSite SITE = IS_OFFERED ? counting() : null;
    private static final @Nullable MethodHandle ASK = SITE == null ? null : SITE.dynamicInvoker();

    private VectorSwitch() {}

    /** A class of the module, if the JVM has it; to look for the module itself takes 5 ms of a JVM's start. */
    private static @Nullable Class<?> vector() {
        try {
            return Class.forName(VECTOR, false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static MutableCallSite counting() {
        return new MutableCallSite(find(VectorSwitch.class, "countThenAsk", QUESTION));
    }

    private static MethodHandle find(Class<?> holder, String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(holder, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
    }

    /** Answers as {@link BloomBits#sixSetScalar} does; only where {@link #IS_OFFERED}. */
    @SuppressWarnings("NullAway") // the handle is there if it is offered, and a check is an instruction
    static boolean ask(int hash, byte[] filter, int offset, int bytes) {
        try {
            return (boolean) ASK.invokeExact(hash, filter, offset, bytes);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Whether vectors answer. */
    static boolean isOn() {
        return SITE != null
                && MethodHandles.lookup()
                        .revealDirect(SITE.getTarget())
                        .getName()
                        .equals(BY_VECTORS);
    }

    static boolean countThenAsk(int hash, byte[] filter, int offset, int bytes) {
        if (ASKED.incrementAndGet() == MANY) {
            startTrial();
        }
        return BloomBits.sixSetScalar(hash, filter, offset, bytes);
    }

    /** A lookup that cannot start a thread still answers, and counting continues. */
    @SuppressWarnings("ThreadPriorityCheck") // no promise, but a trial should give way where the system lets it
    private static void startTrial() {
        try {
            Thread trial = new Thread(null, VectorSwitch::decide, THREAD, 0, false);
            trial.setDaemon(true);
            trial.setPriority(Thread.MIN_PRIORITY);
            trial.setContextClassLoader(null);
            trial.start();
        } catch (RuntimeException | Error e) {
            return;
        }
    }

    @SuppressWarnings("NullAway") // only where the module is
    private static void decide() {
        SITE.setTarget(find(BloomBits.class, "sixSetScalar", QUESTION)); // nothing is counted any more
        try {
            VectorSwitch.class.getModule().addReads(vector().getModule());
            Class<?> probes = Class.forName(VectorSwitch.class.getPackageName() + ".VectorProbes");
            if ((boolean) find(probes, "areUsual", MethodType.methodType(boolean.class))
                            .invokeExact()
                    && VectorTrial.isWon(
                            find(probes, "answersOfOne", QUESTIONS),
                            find(probes, "answersOfTwo", QUESTIONS),
                            find(VectorTrial.class, "answersByNumbers", QUESTIONS),
                            TRIES)) {
                MethodHandle byVectors = find(probes, BY_VECTORS, QUESTION);
                VectorTrial.askThrough(byVectors);
                SITE.setTarget(byVectors);
            }
        } catch (Throwable e) {
            return; // an incubating module may change with each release
        }
    }
}
