// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.PolicySpec;
import java.nio.ByteBuffer;

/** A subject that reads a filter block out of a buffer of the JDK: on the heap, direct, or read-only. */
public interface NioBufferSubject extends FilterBlockSubject {

    /**
     * Answers as {@link FilterBlockSubject#keyMayMatch} does, over the remaining bytes of the buffer.
     *
     * @param block borrowed: position, limit and byte order must be the same afterwards
     */
    boolean keyMayMatch(ByteBuffer block, PolicySpec policy, long blockOffset, byte[] key);
}
