// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import picocli.CommandLine.Help.Ansi;

/**
 * What the tool knows about its environment.
 *
 * @param outputIsTerminal whether the standard output is a terminal
 * @param errorIsTerminal whether the error output is one
 * @param clock gives nanoseconds from any start
 */
record Terminals(boolean outputIsTerminal, boolean errorIsTerminal, LongSupplier clock) {
    /** Neither output is a terminal. */
    static final Terminals NONE = new Terminals(false, false, System::nanoTime);

    /** Looks at the outputs of this process. */
    static Terminals ofProcess() {
        return new Terminals(isTerminal(1), isTerminal(2), System::nanoTime);
    }

    /**
     * Java only says whether input and output together are a terminal; Linux names the file of each descriptor.
     * Elsewhere the error output is assumed to be of the same kind.
     */
    private static boolean isTerminal(int descriptor) {
        try {
            return isTerminal(device(descriptor));
        } catch (IOException | UnsupportedOperationException e) {
            return Ansi.AUTO.enabled();
        }
    }

    private static String device(int descriptor) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/self/fd", String.valueOf(descriptor)))
                .toString();
    }

    /** Whether a file descriptor is known to be one end of a pipe. */
    static boolean isPipe(int descriptor) {
        try {
            String device = device(descriptor);
            return device.startsWith("pipe:") || device.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Whether a device, by its name, is a terminal. */
    static boolean isTerminal(String device) {
        return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
    }
}
