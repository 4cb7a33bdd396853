// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how keys are written. */
final class KeyForm {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** One of two. */
    private static final class Choice {
        @Option(
                names = {"-x", "--hex"},
                description = "keys are hexadecimal digits")
        private boolean hex;

        @Option(names = "--escaped", description = "keys are text with \\xNN for a byte, \\\\ for a backslash")
        private boolean escaped;
    }

    @ArgGroup
    private @Nullable Choice choice;

    /** The bytes of a key; a key in another form is wrong usage. */
    byte[] parse(String key) {
        try {
            return text().parse(key);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    /** The bytes of a key in that form; text is escaped, so that any bytes can be written. */
    String written(byte[] key) {
        return text() == Text.HEX ? HexFormat.of().formatHex(key) : Text.escaped(key);
    }

    private Text text() {
        if (choice != null && choice.hex) {
            return Text.HEX;
        }
        return choice != null && choice.escaped ? Text.ESCAPED : Text.TEXT;
    }

    /** How keys are written on the command line and in files of keys. */
    enum Text {
        /** The characters of the key in UTF-8. */
        TEXT {
            @Override
            byte[] parse(String text) {
                return text.getBytes(StandardCharsets.UTF_8);
            }
        },

        /** Two hexadecimal digits for each byte. */
        HEX {
            @Override
            byte[] parse(String text) {
                try {
                    return HexFormat.of().parseHex(text.trim());
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(quoted(text) + " is not a key in hexadecimal digits");
                }
            }
        },

        /** Text in which {@code \xNN} is a byte, as leveldbutil prints it; {@code \\} for a backslash. */
        ESCAPED {
            @Override
            byte[] parse(String text) {
                ByteArrayOutputStream key = new ByteArrayOutputStream(text.length());
                int at = 0;
                while (at < text.length()) {
                    int escape = text.indexOf('\\', at);
                    int end = escape < 0 ? text.length() : escape;
                    key.writeBytes(TEXT.parse(text.substring(at, end)));
                    at = end;
                    if (escape >= 0) {
                        at += unescape(text, escape, key);
                    }
                }
                return key.toByteArray();
            }
        };

        private static final int MAX_QUOTED = 64;

        /** Printable ASCII characters as they are, others as {@link #ESCAPED} reads them. */
        static String escaped(byte[] key) {
            StringBuilder text = new StringBuilder(key.length);
            for (byte octet : key) {
                if (octet == '\\') {
                    text.append("\\\\");
                } else if (octet >= ' ' && octet < 0x7f) {
                    text.append((char) octet);
                } else {
                    text.append("\\x").append(HexFormat.of().toHexDigits(octet));
                }
            }
            return text.toString();
        }

        /** The bytes of a key. */
        abstract byte[] parse(String text);

        /** The text, or its beginning, for a message. */
        static String quoted(String text) {
            return "'" + (text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "...") + "'";
        }

        /** Appends the byte of the escape at this index and returns the escape's length. */
        private static int unescape(String text, int index, ByteArrayOutputStream key) {
            if (text.startsWith("\\\\", index)) {
                key.write('\\');
                return 2;
            }
            if (text.startsWith("\\x", index) && index + 4 <= text.length()) {
                String digits = text.substring(index + 2, index + 4);
                if (digits.chars().allMatch(HexFormat::isHexDigit)) {
                    key.write(HexFormat.fromHexDigits(digits));
                    return 4;
                }
            }
            throw new IllegalArgumentException(quoted(text) + " has a backslash that starts neither \\xNN nor \\\\");
        }
    }
}
