// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

/** The form of a binary fuse filter. */
final class BinaryFuseGeometry extends FullFilterGeometry {
    private final BinaryFuseShape shape;

    private BinaryFuseGeometry(int length, BinaryFuseShape shape) {
        super(FullFilterKind.BINARY_FUSE, length);
        this.shape = shape;
    }

    /** The form of a stored filter, from its last bytes; one without bits if they make no sense. */
    static FullFilterGeometry stored(FilterBytes filter) {
        int length = filter.length() - BinaryFuseShape.TRAILER_LENGTH;
        int withoutTrailer = filter.length() - TRAILER_LENGTH;
        if (length <= 0) {
            return NoBitsGeometry.empty(withoutTrailer, "14 bytes or fewer");
        }
        BinaryFuseShape shape = BinaryFuseShape.stored(filter, length);
        return shape.fits(length)
                ? new BinaryFuseGeometry(length, shape)
                : NoBitsGeometry.always(
                        withoutTrailer,
                        "a binary fuse filter in " + length + " bytes that claims " + shape.bits() + " bits, "
                                + shape.segments() + " segments, shift " + shape.shift());
    }

    BinaryFuseShape shape() {
        return shape;
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
