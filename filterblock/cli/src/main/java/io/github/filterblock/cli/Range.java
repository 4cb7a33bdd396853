// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.primitives.Ints;
import io.github.filterblock.audit.Audit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The whole numbers that an option takes. */
public abstract class Range implements ITypeConverter<Integer> {
    private final int least;
    private final int most;

    private Range(int least, int most) {
        this.least = least;
        this.most = most;
    }

    @Override
    public Integer convert(String word) {
        Integer number = Ints.tryParse(word);
        if (number == null || number < least || number > most) {
            String range = most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most;
            throw new TypeConversionException("'" + word + "' is not a whole number, " + range);
        }
        return number;
    }

    /** A number of things of which there is at least one. */
    public static final class Count extends Range {
        /** The range. */
        public Count() {
            super(1, Integer.MAX_VALUE);
        }
    }

    /** A length that may be 0. */
    public static final class Length extends Range {
        /** The range. */
        public Length() {
            super(0, Integer.MAX_VALUE);
        }
    }

    /** A number of keys to ask about. */
    static final class Samples extends Range {
        Samples() {
            super(1, Audit.MAX_SAMPLES);
        }
    }
}
