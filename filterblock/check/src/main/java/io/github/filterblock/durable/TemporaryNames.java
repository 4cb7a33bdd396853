// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * The names under which an output is written before it has its own: fixed parts around eight random hexadecimal digits.
 * They are in the folder of the output and contain its name, so that the next run to the same place recognizes them.
 *
 * @param folder the folder of the output
 * @param before the part before the digits
 * @param after the part after them
 */
record TemporaryNames(Path folder, String before, String after) {
    private static final String MARK = ".filterblock-";

    /** File systems end names at 255 bytes, some at fewer; with the mark a name of this length still fits. */
    private static final int MAX_STEM_LENGTH = 72;

    /** {@code NAME.filterblock-xxxxxxxx.tmp}. */
    static TemporaryNames ofFile(Path file) {
        return of(file, "", ".tmp");
    }

    /** {@code .NAME.filterblock-xxxxxxxx}. */
    static TemporaryNames ofDirectory(Path directory) {
        return of(directory, ".", "");
    }

    private static TemporaryNames of(Path output, String before, String after) {
        return new TemporaryNames(
                Objects.requireNonNull(output.toAbsolutePath().getParent()),
                before + stem(output.getFileName()) + MARK,
                after);
    }

    /** The name; for a long one, or one that the locale cannot encode, a part of it and a hash. */
    private static String stem(Path name) {
        String text = name.toString();
        if (text.length() <= MAX_STEM_LENGTH && isSpelt(name, text)) {
            return text;
        }
        String ascii = text.replaceAll("[^ -~]", "_");
        return ascii.substring(0, Math.min(MAX_STEM_LENGTH, ascii.length()))
                + "~"
                + HexFormat.of().toHexDigits(text.hashCode());
    }

    private static boolean isSpelt(Path name, String text) {
        try {
            return name.equals(name.getFileSystem().getPath(text));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** One of the names that is still free. */
    Path next() {
        String digits = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        return folder.resolve(before + digits + after);
    }

    /** The entries of the folder with such a name, in the order of names. */
    List<Path> existing() throws IOException {
        Pattern name = Pattern.compile(Pattern.quote(before) + "[0-9a-f]{8}" + Pattern.quote(after));
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(
                folder, entry -> name.matcher(entry.getFileName().toString()).matches())) {
            entries.forEach(found::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(found);
        return found;
    }
}
