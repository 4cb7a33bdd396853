// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Short ways to write bytes in tests. */
final class Bytes {
    private Bytes() {}

    /** The bytes of a hex text; blanks are for the reader. */
    static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    static String toHex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static List<byte[]> asciiKeys(String... texts) {
        return Arrays.stream(texts).map(Bytes::ascii).toList();
    }

    /** The bytes, with bytes of 0xa5 before and behind them. */
    static byte[] padded(byte[] bytes, int before, int behind) {
        byte[] padded = new byte[before + bytes.length + behind];
        Arrays.fill(padded, (byte) 0xa5);
        System.arraycopy(bytes, 0, padded, before, bytes.length);
        return padded;
    }
}
