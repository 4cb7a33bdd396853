// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.io.IOException;
import java.util.Objects;

/**
 * A table can be read, but the planned filter cannot be written: the plan leaves something open that the table does not
 * determine, or asks for something that this table cannot have. Nothing was written.
 */
public final class UnwritableFilterException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The part of the plan, or of the caller's knowledge of the table, that has to change. */
    public enum Parameter {
        /** {@link FilterPlan#dialect()}. */
        DIALECT,
        /** {@link FilterPlan#bitsPerKey()}. */
        BITS_PER_KEY,
        /** {@link FilterPlan#baseLg()}. */
        BASE_LG,
        /** {@link io.github.filterblock.analysis.FilterHints#keyFormat()}. */
        KEY_DOMAIN,
        /** {@link io.github.filterblock.analysis.FilterHints#doubt()}: equal keys may differ in bytes. */
        EQUAL_BYTES,
        /** {@link FilterPlan#fullFilter()}: no kind of full filter can be written for the table. */
        FULL_FILTER,
        /** None: a part of the table has a form that is read but not written. */
        NONE
    }

    private final String file;
    private final Parameter parameter;
    private final String detail;

    /**
     * An exception about the filter of a file.
     *
     * @param file the file's name, for people
     * @param parameter the setting that is missing or has to change
     * @param detail one line that says what is wrong
     */
    public UnwritableFilterException(String file, Parameter parameter, String detail) {
        super(file + ": " + detail);
        this.file = Objects.requireNonNull(file, "file");
        this.parameter = Objects.requireNonNull(parameter, "parameter");
        this.detail = Objects.requireNonNull(detail, "detail");
    }

    /** {@return the file's name, as given when the file was opened} */
    public String file() {
        return file;
    }

    /** {@return the setting that is missing or has to change} */
    public Parameter parameter() {
        return parameter;
    }

    /** {@return what is wrong in one line, without the file} */
    public String detail() {
        return detail;
    }
}
