// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The locks that Linux lists in {@code /proc/locks}, of all kinds.
 *
 * <p>LevelDB and the Java engines lock with {@code fcntl}, goleveldb with {@code flock} (5c35d60, {@code
 * storage/file_storage_unix.go}), and neither sees the other's locks. A line is {@code 1: FLOCK ADVISORY WRITE 21669
 * fe:00:2146320 0 EOF}: number, kind, two words, process, device and inode, range.
 */
final class KernelLocks {
    private static final int ACCESS = 3;
    private static final int PROCESS = 4;
    private static final int INODE = 5;
    private static final int WORDS = 8;

    private final Path list;

    KernelLocks(Path list) {
        this.list = list;
    }

    /** The locks of this machine. */
    static KernelLocks ofThisMachine() {
        return new KernelLocks(Path.of("/proc/locks"));
    }

    /**
     * {@return the process that holds a file for writing, as a number; nothing if there is none, or if this system does
     * not list locks}
     */
    Optional<String> writerOf(Path file) throws IOException {
        if (!Files.isReadable(list)) {
            return Optional.empty();
        }
        long inode = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
        long device = ((Number) Files.getAttribute(file, "unix:dev")).longValue();
        List<String> lines = Files.readAllLines(list);
        return lines.stream()
                .map(line -> line.split(" +", -1))
                .filter(words -> words.length >= WORDS && words[ACCESS].equals("WRITE"))
                .filter(words -> isOf(words[INODE], device, inode))
                .map(words -> words[PROCESS])
                .findFirst();
    }

    /**
     * Whether {@code major:minor:inode} means a file. Layered and networked file systems have devices of major number
     * 0, which differ from those of {@code stat}; there the inode decides.
     */
    static boolean isOf(String word, long device, long inode) {
        String[] parts = word.split(":", -1);
        if (parts.length != 3 || !parts[2].equals(Long.toUnsignedString(inode))) {
            return false;
        }
        long major = Long.parseLong(parts[0], 16);
        long minor = Long.parseLong(parts[1], 16);
        return major == 0 || major(device) == 0 || major == major(device) && minor == minor(device);
    }

    /** As glibc's {@code sys/sysmacros.h} splits a device number. */
    private static long major(long device) {
        return device >>> 8 & 0xfff | device >>> 32 & ~0xfffL;
    }

    private static long minor(long device) {
        return device & 0xff | device >>> 12 & 0xffff_ff00L;
    }
}
