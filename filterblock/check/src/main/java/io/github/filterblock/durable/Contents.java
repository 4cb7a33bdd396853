// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/** Writes the contents of a file. */
@FunctionalInterface
public interface Contents {
    /**
     * Writes all of it.
     *
     * @param channel each {@code write} takes all bytes that it is given; stays open
     * @throws IOException if the contents cannot be made, or as the channel throws it
     */
    void writeTo(WritableByteChannel channel) throws IOException;
}
