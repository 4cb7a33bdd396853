// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.base.Suppliers;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the tool knows about its environment.
 *
 * @param outputIsTerminal whether the standard output is a terminal
 * @param errorIsTerminal whether the error output is one
 * @param colour whether the standard output may have colours
 * @param width gives the columns of the terminal; asked only if the standard output is one
 * @param clock gives nanoseconds from any start
 */
record Terminals(
        boolean outputIsTerminal, boolean errorIsTerminal, boolean colour, IntSupplier width, LongSupplier clock) {
    /** The columns of a terminal that does not tell them. */
    static final int USUAL_WIDTH = 80;

    /** Neither output is a terminal. */
    static final Terminals NONE = new Terminals(false, false, false, () -> USUAL_WIDTH, System::nanoTime);

    private static final int MIN_WIDTH = 40;
    private static final int MAX_WIDTH = 10_000;
    private static final Path TERMINAL = Path.of("/dev/tty");
    private static final long MILLIS_TO_ANSWER = 500;

    /** Looks at the outputs of this process. */
    static Terminals ofProcess() {
        boolean output = isTerminal(1);
        return new Terminals(
                output,
                isTerminal(2),
                hasColour(output, System.getenv()),
                Suppliers.memoize(Terminals::askedWidth)::get,
                System::nanoTime);
    }

    /**
     * Whether the output may have colours: on a terminal, unless {@code NO_COLOR} is set (no-color.org), and anywhere
     * with {@code CLICOLOR_FORCE}.
     */
    static boolean hasColour(boolean terminal, Map<String, String> environment) {
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            return false;
        }
        boolean forced = !List.of("", "0").contains(environment.getOrDefault("CLICOLOR_FORCE", ""));
        return forced || terminal && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    /** The columns that {@code COLUMNS} gives, which shells do not export, or else those that the terminal tells. */
    private static int askedWidth() {
        return width(System.getenv("COLUMNS"))
                .or(() -> Files.isReadable(TERMINAL) ? width(askedSize()) : Optional.empty())
                .orElse(USUAL_WIDTH);
    }

    /** A number of columns, the last word of a text. */
    static Optional<Integer> width(@Nullable String text) {
        String last = text == null ? "" : text.trim().replaceFirst(".*\\s", "");
        return last.matches("[1-9][0-9]{0,4}")
                ? Optional.of(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, Integer.parseInt(last))))
                : Optional.empty();
    }

    /** Lines and columns of the terminal; Java cannot ask for them before JDK 22. */
    private static @Nullable String askedSize() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(MILLIS_TO_ANSWER, TimeUnit.MILLISECONDS)) {
                stty.destroyForcibly();
                return null;
            }
            return new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /**
     * Java only says whether input and output together are a terminal; Linux names the file of each descriptor.
     * Elsewhere both outputs are assumed to be of that kind.
     */
    private static boolean isTerminal(int descriptor) {
        try {
            return isTerminal(device(descriptor));
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.ofNullable(System.console())
                    .filter(Terminals::isInteractive)
                    .isPresent();
        }
    }

    /** From Java 22 on there is a console in pipes too, and a method that tells. */
    private static boolean isInteractive(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
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
