// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;

/** Locks on whole files, which end when their channel is closed or their process ends. */
public final class FileLocks {
    private FileLocks() {}

    /**
     * Takes a lock if nobody else holds one that excludes it, this process included.
     *
     * @param channel the file; opened for writing, or for reading if the lock is shared
     * @param shared whether others may hold a shared lock as well
     * @return whether the lock was taken; the channel holds it until it is closed
     * @throws IOException if the file system has no locks
     */
    public static boolean tryLock(FileChannel channel, boolean shared) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared) != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }
}
