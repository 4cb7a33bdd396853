// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.PolicySpec;
import io.netty.buffer.ByteBuf;

/** A subject that reads a filter block out of a Netty buffer of any kind. */
public interface BufferSubject extends FilterBlockSubject {

    /**
     * Answers as {@link FilterBlockSubject#keyMayMatch} does, over the readable bytes of the buffer.
     *
     * @param block borrowed: its indexes, its reference count and the bytes around must be the same afterwards
     */
    boolean keyMayMatch(ByteBuf block, PolicySpec policy, long blockOffset, byte[] key);
}
