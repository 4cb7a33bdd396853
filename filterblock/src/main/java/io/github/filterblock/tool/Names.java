// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

/** Bytes from a file as text for people: printable ASCII stays, everything else becomes {@code \xNN}. */
final class Names {
    private Names() {}

    /** Escapes a name whose characters stand for one byte each. */
    static String escaped(String bytes) {
        StringBuilder text = new StringBuilder(bytes.length());
        for (int i = 0; i < bytes.length(); i++) {
            char c = bytes.charAt(i);
            if (c >= 0x20 && c <= 0x7e) {
                text.append(c);
            } else {
                text.append(String.format("\\x%02x", (int) c));
            }
        }
        return text.toString();
    }
}
