// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.HexFormat;

/** Texts for messages. */
final class Texts {
    private static final int MAX_LENGTH = 600;
    private static final int MAX_BYTES = 100;

    private Texts() {}

    /** Returns the text, or the beginning of a long one and its length. */
    static String clip(String text) {
        return text.length() <= MAX_LENGTH
                ? text
                : text.substring(0, MAX_LENGTH) + "... (" + text.length() + " characters)";
    }

    /** Returns the bytes in hex, or the first of many. */
    static String hex(byte[] bytes) {
        return bytes.length <= MAX_BYTES
                ? HexFormat.of().formatHex(bytes)
                : HexFormat.of().formatHex(bytes, 0, MAX_BYTES) + "... (" + bytes.length + " bytes)";
    }
}
