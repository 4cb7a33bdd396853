// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.Rule;
import java.io.IOException;
import java.util.Objects;

/**
 * A part of a file is damaged, or is something that such a file may not contain; names file, offset and reason. The
 * reasons of tables and of the other files of a database are enums of the subclasses.
 */
public abstract class CorruptFileException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;
    private final Rule rule;
    private final String detail;

    /**
     * An exception about a place in a file.
     *
     * @param file the file's name, for display
     * @param offset offset in the file of the damage, in bytes, unsigned
     * @param rule the rule of the format that is broken there
     * @param detail one line that says what is wrong there
     */
    protected CorruptFileException(String file, long offset, Rule rule, String detail) {
        super(file + ": offset " + Long.toUnsignedString(offset) + ": " + detail);
        this.file = Objects.requireNonNull(file, "file");
        this.offset = offset;
        this.rule = Objects.requireNonNull(rule, "rule");
        this.detail = Objects.requireNonNull(detail, "detail");
    }

    /** {@return the file's name, as given when the file was opened} */
    public final String file() {
        return file;
    }

    /** {@return where in the file: offset in bytes, unsigned} */
    public final long offset() {
        return offset;
    }

    /** {@return the rule of the format that is broken} */
    public final Rule rule() {
        return rule;
    }

    /** {@return what is wrong in one line, without file and offset} */
    public final String detail() {
        return detail;
    }
}
