// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

/** A policy, and its generator, whose filters claim to be of a size; nothing is written. */
public final class Claiming implements FilterPolicy, FilterGenerator {
    private final long size;
    private int keyCount;

    /** Takes what each filter claims. */
    public Claiming(long size) {
        this.size = size;
    }

    @Override
    public String name() {
        return "claiming";
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
        return true;
    }

    @Override
    public FilterGenerator newGenerator() {
        return this;
    }

    @Override
    public void addKey(byte[] key, int offset, int length) {
        keyCount++;
    }

    @Override
    public int keyCount() {
        return keyCount;
    }

    @Override
    public long filterSize() {
        return size;
    }

    @Override
    public void generate(byte[] dst, int offset) {
        if (size > dst.length - offset) {
            throw new AssertionError("nobody has so much memory");
        }
    }

    @Override
    public void reset() {
        keyCount = 0;
    }
}
