// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a verb says about one file: a record of plain values. Its components are the members of the JSON, in their
 * order, and all that the text is printed from.
 */
public interface Document {
    /** {@return the name of the file, as it was given; null for the sum over several} */
    @Nullable
    String file();

    /** {@return the result in one word; null for the sum over several files} */
    @Nullable
    String status();

    /** {@return why the result is not simply ok, in one line} */
    @Nullable
    String reason();

    /** {@return whether the MANIFEST beside the table does not name it; null where there is none, or nobody asked} */
    default @Nullable Boolean obsolete() {
        return null;
    }

    /** {@return the exit status of the process if this is its only file; asked after the document was printed} */
    default int exitStatus() {
        return ExitStatus.of(status());
    }

    /** {@return the schema of a verb's document, which is called after the verb} */
    static String schema(Class<?> type) {
        return "filterblock." + type.getSimpleName().replace("Document", "").toLowerCase(Locale.ROOT) + "/1";
    }
}
