// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of the command line as the process got them. Java decodes them by the locale and replaces what it cannot
 * decode, which changes the word; here such a word keeps its bytes, each byte from 0x80 up as a half of a character,
 * U+DC80 to U+DCFF, which no text has.
 */
public final class Words {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final int HALF = 0xdc00;

    /** Stands for lost bytes. */
    private static final char LOST = '\ud800';

    private Words() {}

    /** The words that {@code main} was given. */
    public static String[] ofProcess(String... args) {
        Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        try {
            List<byte[]> raw = split(Files.readAllBytes(COMMAND_LINE));
            return ofProcess(args, raw.subList(Math.max(0, raw.size() - args.length), raw.size()), charset);
        } catch (IOException e) {
            return ofProcess(args, List.of(), charset);
        }
    }

    /** Determines which words Java decoded whole. If their bytes are not known, a replaced character is a lost one. */
    static String[] ofProcess(String[] args, List<byte[]> raw, Charset charset) {
        boolean known = raw.size() == args.length;
        String[] words = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            words[i] = known ? word(args[i], raw.get(i), charset) : withoutReplacements(args[i], charset);
        }
        return words;
    }

    private static List<byte[]> split(byte[] commandLine) {
        List<byte[]> words = new ArrayList<>();
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        for (byte octet : commandLine) {
            if (octet != 0) {
                word.write(octet);
            } else {
                words.add(word.toByteArray());
                word.reset();
            }
        }
        return words;
    }

    private static String word(String decoded, byte[] raw, Charset charset) {
        try {
            if (charset.newDecoder().decode(ByteBuffer.wrap(raw)).toString().equals(decoded)) {
                return decoded;
            }
        } catch (CharacterCodingException e) {
            // Java has replaced something
        }
        StringBuilder word = new StringBuilder();
        for (byte octet : raw) {
            word.append((char) (octet < 0 ? HALF + (octet & 0xff) : octet));
        }
        return word.toString();
    }

    private static String withoutReplacements(String decoded, Charset charset) {
        String word = decoded.replace('\ufffd', LOST);
        return charset.equals(StandardCharsets.UTF_8) ? word : word.replace('?', LOST);
    }

    /** Whether a word is text: Java could decode all of it. */
    public static boolean isWhole(String word) {
        return word.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
    }

    /**
     * The file that a word names, also where the locale has no characters for its name.
     *
     * @throws IllegalArgumentException if it names none; the message says why
     */
    public static Path path(String word) {
        if (word.isEmpty()) {
            throw new IllegalArgumentException("a path must not be empty");
        }
        try {
            return Path.of(word);
        } catch (InvalidPathException e) {
            if (word.indexOf('\0') >= 0 || word.indexOf(LOST) >= 0 || File.separatorChar != '/') {
                throw new IllegalArgumentException("not a path: " + e.getReason(), e);
            }
            return ofBytes(bytes(word));
        }
    }

    private static byte[] bytes(String word) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        word.codePoints().forEach(c -> {
            if (c >> 8 == HALF >> 8) {
                bytes.write(c);
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
    }

    /** A URI names a file by its bytes, whatever the locale. */
    private static Path ofBytes(byte[] name) {
        Path folder = Path.of("").toAbsolutePath();
        boolean absolute = name[0] == '/';
        StringBuilder uri = new StringBuilder(absolute ? "" : folder.toUri().getRawPath());
        for (byte octet : name) {
            uri.append(octet == '/' ? "/" : String.format(Locale.ROOT, "%%%02x", octet));
        }
        Path file = Path.of(URI.create("file://" + uri));
        return absolute ? file : file.subpath(folder.getNameCount(), file.getNameCount());
    }
}
