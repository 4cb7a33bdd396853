// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;

/**
 * An implementation under test: bytes in, bytes out.
 *
 * <p>Implement it over your own code, as far as that goes: the further interfaces of this package stand for abilities
 * that an implementation may lack. A subject is used by one thread at a time, unless an interface says otherwise.
 * Whatever a method throws counts as a violation of the law that called it.
 */
public interface FilterBlockSubject {

    /**
     * Returns the filter block that the calls of the plan produce, finish included.
     *
     * <p>Hand the keys to your builder as they come, see {@link BlockPlan#replay}.
     *
     * @param plan legal calls (FB-15); its base lg is 11 unless {@link #writesBaseLg} says more
     * @param policy one that {@link #knows} accepts
     */
    byte[] build(BlockPlan plan, PolicySpec policy);

    /**
     * Whether the key may be in the data block at an offset, according to the filter block.
     *
     * @param block any bytes, not all of them a filter block: if they make no sense, the answer is yes
     * @param policy one that {@link #knows} accepts; its bits per key have nothing to do with the block's (FB-7)
     * @param blockOffset unsigned: negative from 2^63 upwards
     * @param key the filter key; may be empty
     */
    boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key);

    /** Whether the subject builds filter blocks at all; true unless overridden. */
    default boolean builds() {
        return true;
    }

    /** Whether the subject answers lookups at all; true unless overridden. */
    default boolean answers() {
        return true;
    }

    /** Whether the subject has this policy; LevelDB's present one alone unless overridden. */
    default boolean knows(PolicySpec.Dialect dialect) {
        return dialect == PolicySpec.Dialect.LEVELDB;
    }

    /** Whether the subject builds blocks with windows of 2^baseLg bytes; 11 alone unless overridden. */
    default boolean writesBaseLg(int baseLg) {
        return baseLg == BlockPlan.DEFAULT_BASE_LG;
    }

    /** Returns the subject's name for messages; that of its class unless overridden. */
    default String name() {
        return getClass().getSimpleName();
    }
}
