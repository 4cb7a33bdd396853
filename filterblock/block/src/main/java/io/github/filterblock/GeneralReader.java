// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.FilterMatcher;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a block that is not usual: within an array, in a buffer or to be released, or of a policy without a
 * single hash of the whole key.
 */
final class GeneralReader extends FilterBlockReader {
    /*
     * A class, not a branch: in a program that has readers of both kinds, the compiler sees at each call which kind is
     * asked there. With a branch it would put both ways into every lookup, which would then be too large to be inlined
     * where it is asked (see LargeBits in the module core).
     */
    GeneralReader(
            byte @Nullable [] array, int base, int length, @Nullable RetainedBlock retained, FilterMatcher matcher) {
        super(array, base, length, retained, matcher);
    }

    private GeneralReader(GeneralReader other) {
        super(other);
    }

    private GeneralReader(GeneralReader other, long dataEnd) {
        super(other, dataEnd);
    }

    @Override
    FilterBlockReader likeLevelDb() {
        return new GeneralReader(this);
    }

    @Override
    public FilterBlockReader forDataUpTo(long dataEnd) {
        return new GeneralReader(this, dataEnd);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) {
        if (hashesKeysOf(keyLength)) {
            return askInSteps(blockOffset, hash(key, keyOffset, keyLength));
        }
        Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
        long range = range(blockOffset);
        return range < 0 ? range == MAY_MATCH : match(matcher, key, keyOffset, keyLength, range);
    }

    @Override
    public boolean hashMayMatch(long blockOffset, long token) {
        checkToken(token);
        return askInSteps(blockOffset, (int) token);
    }

    @Override
    boolean ask(long blockOffset, int keyHash) {
        return askInSteps(blockOffset, keyHash);
    }
}
