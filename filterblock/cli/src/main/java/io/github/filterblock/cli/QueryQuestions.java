// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.Iterators;
import io.github.filterblock.cli.QueryDocument.Question;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name what a query asks. Lists are read while their questions are asked, and not held. */
final class QueryQuestions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--keys-from", paramLabel = "FILE|-", description = "a key on each line of FILE")
    private @Nullable String keysFrom;

    @Option(
            names = "--questions",
            paramLabel = "FILE|-",
            description = "lines 'blockOffset<TAB>keyHex', asked directly of the filter")
    private @Nullable String questions;

    /** Whether the filter is asked about blocks that are named, not searched for. */
    boolean nameBlocks() {
        return questions != null;
    }

    /** Checks all questions before any is asked, as far as their lists can be read twice. */
    void check(List<String> keys, KeyForm form, boolean ofManyTables) throws IOException {
        if (keys.isEmpty() && keysFrom == null && questions == null) {
            throw wrongUsage("no keys given: name some, or use --keys-from or --questions");
        }
        if ("-".equals(keysFrom) && "-".equals(questions)) {
            throw wrongUsage("--keys-from and --questions cannot both read the standard input");
        }
        if (ofManyTables && questions != null) {
            throw wrongUsage("--questions names blocks of one table; give that instead of a directory");
        }
        boolean repeatable = (keysFrom == null || Lines.areRepeatable(keysFrom))
                && (questions == null || Lines.areRepeatable(questions));
        if (ofManyTables && !repeatable) {
            throw wrongUsage("with a directory, keys are read once for each table: give a regular file to --keys-from");
        }
        if (repeatable) {
            all(keys, form, false).forEachRemaining(question -> {});
        }
    }

    /** All questions, with the texts of keys or without; the iterator throws an exception for a wrong one. */
    Iterator<Question> all(List<String> keys, KeyForm form, boolean withText) throws IOException {
        Function<String, Question> ofKey =
                text -> new Question(form.parse(text), withText ? text : null, OptionalLong.empty());
        List<Iterator<Question>> parts = new ArrayList<>();
        parts.add(Iterators.transform(keys.iterator(), ofKey::apply));
        parts.add(keysFrom == null ? Collections.emptyIterator() : parsed(Lines.of(keysFrom), ofKey));
        if (questions != null) {
            Lines lines = Lines.of(questions);
            parts.add(parsed(lines, line -> question(line, lines.place())));
        }
        return Iterators.concat(parts.iterator());
    }

    private static Iterator<Question> parsed(Lines lines, Function<String, Question> parser) {
        return new AbstractIterator<>() {
            @Override
            protected @Nullable Question computeNext() {
                try {
                    String line = lines.next();
                    if (line != null) {
                        return parser.apply(line);
                    }
                    lines.close();
                    return endOfData();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    private Question question(String line, String place) {
        int tab = line.indexOf('\t');
        try {
            if (tab < 0) {
                throw new IllegalArgumentException("there is no tab");
            }
            long offset = Long.parseUnsignedLong(line.substring(0, tab));
            return new Question(KeyForm.Text.HEX.parse(line.substring(tab + 1)), null, OptionalLong.of(offset));
        } catch (IllegalArgumentException e) {
            throw wrongUsage(place + ": not blockOffset<TAB>keyHex: " + e.getMessage());
        }
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
