// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.ReferenceTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What laws require of a table writer: each method returns the violation, or nothing. */
final class StoredFormLaws {
    private static final String NOTHING = "";

    private StoredFormLaws() {}

    static String metaindexKey(FilterBlockSubject subject, PlanCase given) {
        byte[] wanted = (ReferenceTable.FILTER_PREFIX + given.policy().name()).getBytes(StandardCharsets.US_ASCII);
        byte[] key = store(subject, given).metaindexKey();
        return Arrays.equals(wanted, key)
                ? NOTHING
                : "the metaindex key is " + quoted(key) + " instead of " + quoted(wanted)
                        + ": no other program finds it";
    }

    private static String quoted(byte[] name) {
        String text = new String(name, StandardCharsets.ISO_8859_1);
        return "\"" + text.replaceAll("[^ -~]", "?") + "\" (" + Texts.hex(name) + ")";
    }

    static String storedRaw(FilterBlockSubject subject, PlanCase given) {
        byte[] stored = store(subject, given).stored();
        int contents = stored.length - 5;
        if (contents < 0) {
            return "the stored form has " + stored.length + " bytes, fewer than its trailer";
        }
        if (stored[contents] != 0) {
            return "the type byte is " + stored[contents] + ": the block is compressed, to " + contents + " of "
                    + given.expected().length + " bytes; every original stores it raw";
        }
        return Arrays.equals(given.expected(), Arrays.copyOf(stored, contents))
                ? NOTHING
                : "the stored contents are not the block";
    }

    static String trailer(FilterBlockSubject subject, PlanCase given) {
        byte[] stored = store(subject, given).stored();
        if (stored.length < 5) {
            return "the stored form has " + stored.length + " bytes, fewer than its trailer";
        }
        int crc = ReferenceTable.maskedCrc(stored, 0, stored.length - 4);
        byte[] wanted = {(byte) crc, (byte) (crc >>> 8), (byte) (crc >>> 16), (byte) (crc >>> 24)};
        byte[] found = Arrays.copyOfRange(stored, stored.length - 4, stored.length);
        return Arrays.equals(wanted, found)
                ? NOTHING
                : "the last four bytes are " + Texts.hex(found) + "; the masked CRC-32C of contents and type is "
                        + Texts.hex(wanted);
    }

    private static StoredFormSubject.StoredForm store(FilterBlockSubject subject, PlanCase given) {
        return ((StoredFormSubject) subject).store(given.plan(), given.policy());
    }
}
