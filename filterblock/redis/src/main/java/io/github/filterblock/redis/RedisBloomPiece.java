// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.util.Objects;

/**
 * A piece of a dump: what {@code BF.SCANDUMP} answers and {@code BF.LOADCHUNK} takes (RB-11).
 *
 * @param iterator 1 for the header; for bytes of the layers the offset after the last of them, laid end to end, plus 1
 * @param data the bytes; shared with the code that makes and reads the record, which must not change them
 */
public record RedisBloomPiece(long iterator, byte[] data) {
    /** Iterator of the header. */
    static final long HEADER = 1;

    /** Checks that there are bytes. */
    public RedisBloomPiece {
        Objects.requireNonNull(data, "data");
    }
}
