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
import java.util.function.IntFunction;

/** Text from outside, such as names of files, made safe to print: nothing in it can control a terminal. */
public final class TerminalText {
    private static final char REPLACED = '\ufffd';

    private TerminalText() {}

    /**
     * The text with every character that is invisible or controls a terminal as {@code \xNN} or {@code \}{@code uNNNN}:
     * control characters, marks that turn the direction of writing, line separators, halves of characters.
     */
    public static String escaped(Object text) {
        return replaced(text.toString(), TerminalText::escape);
    }

    private static String escape(int unsafe) {
        return format(unsafe <= 0xff ? "\\x%02x" : "\\u%04x", unsafe);
    }

    /** The text with something else for each character that is not safe to print. */
    public static String replaced(String text, IntFunction<String> replacement) {
        if (text.codePoints().noneMatch(TerminalText::isUnsafe)) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(c -> {
            if (isUnsafe(c)) {
                safe.append(replacement.apply(c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }

    static String format(String format, int number) {
        return String.format(Locale.ROOT, format, number);
    }

    private static boolean isUnsafe(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /** The name of a file as it was given, in any locale; bytes that are not UTF-8 as {@code \xNN}. */
    static String name(Path file) {
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
