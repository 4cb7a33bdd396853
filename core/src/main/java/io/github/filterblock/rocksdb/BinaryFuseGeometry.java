// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

/** The form of a binary fuse filter. */
final class BinaryFuseGeometry extends FullFilterGeometry {
    private final BinaryFuseShape shape;

    BinaryFuseGeometry(int length, BinaryFuseShape shape) {
        super(FullFilterKind.BINARY_FUSE, length);
        this.shape = shape;
    }

    @Override
    int trailerLength() {
        return BinaryFuseShape.TRAILER_LENGTH;
    }

    @Override
    public long segments() {
        return shape.segments();
    }

    @Override
    public int fingerprintBits() {
        return shape.bits();
    }

    @Override
    public long bits() {
        return shape.fingerprints() * shape.bits();
    }

    @Override
    public double expectedRate(long keys) {
        return Math.pow(2, -shape.bits());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BinaryFuseGeometry && shape.equals(((BinaryFuseGeometry) other).shape);
    }

    @Override
    public int hashCode() {
        return shape.hashCode();
    }

    @Override
    public String toString() {
        return kind().label() + ", " + shape;
    }
}
