// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.base.Splitter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Names of files as text. */
final class Names {
    private static final char REPLACED = '\ufffd';

    private Names() {}

    /** The name of a file as it was given, in any locale; bytes that are not UTF-8 as {@code \xNN}. */
    static String of(Path file) {
        String name = file.toString();
        return name.indexOf(REPLACED) < 0 ? name : decoded(file);
    }

    /** A URI holds a name by its bytes. */
    private static String decoded(Path file) {
        List<String> parts =
                Splitter.on('/').omitEmptyStrings().splitToList(file.toUri().getRawPath());
        StringBuilder name = new StringBuilder();
        for (String part : parts.subList(parts.size() - file.getNameCount(), parts.size())) {
            name.append(name.isEmpty() && !file.isAbsolute() ? "" : "/").append(text(unescaped(part)));
        }
        return name.toString();
    }

    private static byte[] unescaped(String part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < part.length(); i++) {
            boolean escape = part.charAt(i) == '%';
            bytes.write(escape ? Integer.parseInt(part, i + 1, i + 3, 16) : part.charAt(i));
            i += escape ? 2 : 0;
        }
        return bytes.toByteArray();
    }

    private static String text(byte[] name) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
        } catch (CharacterCodingException e) {
            StringBuilder text = new StringBuilder();
            for (byte octet : name) {
                text.append(octet >= 0 ? (char) octet : String.format(Locale.ROOT, "\\x%02x", octet));
            }
            return text.toString();
        }
    }
}
