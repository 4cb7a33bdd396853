// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.source.TableSource;
import java.io.EOFException;
import java.io.IOException;

/** Fails after some reads, and cannot be closed. */
public class FailingSource implements TableSource {
    private final TableSource sound;
    private int readsLeft;

    /** Takes what is read, and how many reads do not fail. */
    public FailingSource(TableSource sound, int reads) {
        this.sound = sound;
        this.readsLeft = reads;
    }

    @Override
    public String name() {
        return sound.name();
    }

    @Override
    public long size() throws IOException {
        return sound.size();
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        if (readsLeft-- <= 0) {
            throw new EOFException("gone");
        }
        sound.read(position, dst, offset, length);
    }

    @Override
    public void close() throws IOException {
        throw new IOException("cannot be closed");
    }
}
