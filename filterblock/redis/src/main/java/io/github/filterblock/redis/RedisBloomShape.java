// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.util.Objects;

/**
 * The arguments of {@code BF.RESERVE}: error, capacity, and how the filter grows (RB-7 to RB-9).
 *
 * @param error the wanted share of absent keys that match, above 0 and below 1
 * @param capacity number of keys of the first layer, at least 1
 * @param expansion the factor by which the next layer has more keys, from 1 to 2^32 - 1
 * @param scaling whether there is a next layer; if not, adding to a full filter is an error
 * @param release the release whose bytes are written
 */
public record RedisBloomShape(double error, long capacity, long expansion, boolean scaling, Release release) {
    /** Releases of RedisBloom that write different bytes for the same calls (RB-8, RB-10). */
    public enum Release {
        /** 2.2.1 to 2.2.4: bits are rounded up to whole bytes only, and pieces have at most 10 MiB. */
        V2_2_1(8, 10 << 20, 1),
        /** Up to 2.8: bits are rounded up to a multiple of 64, and pieces have at most 16 MiB. */
        V2_2_5(64, 16 << 20, 1),
        /** 8.0 and later: as before, and an error above 0.25 counts as 0.25. */
        V8_0(64, 16 << 20, 0.25);

        private final int rounding;
        private final int largestPiece;
        private final double largestError;

        Release(int rounding, int largestPiece, double largestError) {
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

    /** The filter that {@code BF.ADD} makes if there is none yet: error 0.01, capacity 100, expansion 2. */
    public static final RedisBloomShape DEFAULT = of(0.01, 100);

    /** Expansion of a filter that was reserved without one. */
    public static final int DEFAULT_EXPANSION = 2;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public RedisBloomShape {
        if (!(error > 0 && error < 1)) {
            throw new IllegalArgumentException("error must lie between 0 and 1, not " + error);
        }
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, not " + capacity);
        }
        if (expansion < 1 || expansion >= 1L << 32) {
            throw new IllegalArgumentException("expansion must be 1 to 4294967295, not " + expansion);
        }
        Objects.requireNonNull(release, "release");
    }

    /**
     * {@code BF.RESERVE key error capacity}, with the present release.
     *
     * @param error above 0 and below 1
     * @param capacity at least 1
     * @return a shape that scales, with expansion {@value #DEFAULT_EXPANSION}
     */
    public static RedisBloomShape of(double error, long capacity) {
        return new RedisBloomShape(error, capacity, DEFAULT_EXPANSION, true, Release.V8_0);
    }

    /**
     * With {@code EXPANSION}.
     *
     * @param expansion from 1 to 2^32 - 1
     * @return another shape
     */
    public RedisBloomShape withExpansion(long expansion) {
        return new RedisBloomShape(error, capacity, expansion, scaling, release);
    }

    /**
     * With {@code NONSCALING}.
     *
     * @return another shape
     */
    public RedisBloomShape nonScaling() {
        return new RedisBloomShape(error, capacity, expansion, false, release);
    }

    /**
     * As another release would write it.
     *
     * @param release the release
     * @return another shape
     */
    public RedisBloomShape likeRelease(Release release) {
        return new RedisBloomShape(error, capacity, expansion, scaling, release);
    }

    /** The error of the first layer: the errors of all others add up to as much again, if there are others (RB-9). */
    double firstError() {
        double counted = Math.min(error, release.largestError());
        return scaling ? counted / 2 : counted;
    }
}
