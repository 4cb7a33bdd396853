// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

/** Releases of RedisBloom that write different bytes for the same calls (RB-8, RB-10). */
public enum RedisBloomRelease {
    /** 2.2.1 to 2.2.4: bits are rounded up to whole bytes only, and pieces have at most 10 MiB. */
    V2_2_1(8, 10 << 20, 1),
    /** Up to 2.8: bits are rounded up to a multiple of 64, and pieces have at most 16 MiB. */
    V2_2_5(64, 16 << 20, 1),
    /** 8.0 and later: as before, and an error above 0.25 counts as 0.25. */
    V8_0(64, 16 << 20, 0.25);

    private final int rounding;
    private final int largestPiece;
    private final double largestError;

    RedisBloomRelease(int rounding, int largestPiece, double largestError) {
        this.rounding = rounding;
        this.largestPiece = largestPiece;
        this.largestError = largestError;
    }

    /** The number of which the bits of a layer are a multiple. */
    int rounding() {
        return rounding;
    }

    /** The most bytes of a layer that {@code BF.SCANDUMP} gives at once. */
    int largestPiece() {
        return largestPiece;
    }

    /** A larger error counts as this one. */
    double largestError() {
        return largestError;
    }
}
