// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.bloom.BloomFilterMatcher;

/** Lookups are measured with vectors once the library has switched to them. */
final class Vectors {
    private static final int QUESTIONS = 200_000;
    private static final long MAX_WAIT_NANOS = 60_000_000_000L;

    private Vectors() {}

    /** Asks until the library tries vectors, and waits until it uses them. */
    static void await() throws InterruptedException {
        long end = System.nanoTime() + MAX_WAIT_NANOS;
        byte[] filter = new byte[64];
        filter[50] = 6;
        int found = 0;
        for (int hash = 0; hash < QUESTIONS; hash++) {
            found += BloomFilterMatcher.hashMayMatch(hash, filter, 0, 51) ? 1 : 0;
        }
        while (!BloomFilterMatcher.usesVectors()) {
            if (found != 0 || System.nanoTime() - end > 0) {
                throw new IllegalStateException("this JVM does not use vectors");
            }
            Thread.sleep(10);
        }
    }
}
