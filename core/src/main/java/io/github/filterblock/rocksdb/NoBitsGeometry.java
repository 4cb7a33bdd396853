// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.Objects;

/** The form of a filter whose bits are never read. */
final class NoBitsGeometry extends FullFilterGeometry {
    private final String reason;

    /**
     * @param length of the filter without a trailer, negative if it is too short for one
     * @param reason why no bit is read
     */
    private NoBitsGeometry(FullFilterKind kind, long length, String reason) {
        super(kind, length);
        this.reason = reason;
    }

    /** The form of a filter that denies every key. */
    static FullFilterGeometry empty(long length, String reason) {
        return new NoBitsGeometry(FullFilterKind.EMPTY, length, reason);
    }

    /** The form of a filter that lets every key match. */
    static FullFilterGeometry always(long length, String reason) {
        return new NoBitsGeometry(FullFilterKind.ALWAYS, length, reason);
    }

    @Override
    public String reason() {
        return reason;
    }

    @Override
    public long bits() {
        return 0;
    }

    @Override
    public double expectedRate(long keys) {
        return kind() == FullFilterKind.EMPTY ? 0 : 1;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof NoBitsGeometry)) {
            return false;
        }
        NoBitsGeometry that = (NoBitsGeometry) other;
        return kind() == that.kind() && length() == that.length() && reason.equals(that.reason);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind(), length(), reason);
    }

    @Override
    public String toString() {
        return kind().label() + ": " + reason;
    }
}
