// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.Iterators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
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
            names = "--probes",
            paramLabel = "FILE|-",
            description = "lines 'blockOffset<TAB>keyHex', asked directly of the filter")
    private @Nullable String probes;

    /** Whether the filter is asked about blocks that are named, not searched for. */
    boolean haveProbes() {
        return probes != null;
    }

    /** Checks all questions before any is asked, as far as their lists can be read twice. */
    void check(List<String> keys, KeyForm form) throws IOException {
        if (keys.isEmpty() && keysFrom == null && probes == null) {
            throw wrongUsage("no keys given: name some, or use --keys-from or --probes");
        }
        if ("-".equals(keysFrom) && "-".equals(probes)) {
            throw wrongUsage("--keys-from and --probes cannot both read the standard input");
        }
        boolean repeatable =
                (keysFrom == null || Lines.areRepeatable(keysFrom)) && (probes == null || Lines.areRepeatable(probes));
        if (repeatable) {
            all(keys, form).forEachRemaining(question -> {});
        }
    }

    /** All questions; the iterator throws an exception for a wrong one. */
    Iterator<QueryAnswer> all(List<String> keys, KeyForm form) throws IOException {
        Function<String, QueryAnswer> ofKey = text -> QueryAnswer.about(text, form.parse(text));
        List<Iterator<QueryAnswer>> parts = new ArrayList<>();
        parts.add(Iterators.transform(keys.iterator(), ofKey::apply));
        parts.add(keysFrom == null ? Collections.emptyIterator() : questions(Lines.of(keysFrom), ofKey));
        if (probes != null) {
            Lines lines = Lines.of(probes);
            parts.add(questions(lines, line -> probe(line, lines.place())));
        }
        return Iterators.concat(parts.iterator());
    }

    private static Iterator<QueryAnswer> questions(Lines lines, Function<String, QueryAnswer> parser) {
        return new AbstractIterator<>() {
            @Override
            protected @Nullable QueryAnswer computeNext() {
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

    private QueryAnswer probe(String line, String place) {
        int tab = line.indexOf('\t');
        try {
            if (tab < 0) {
                throw new IllegalArgumentException("there is no tab");
            }
            long offset = Long.parseUnsignedLong(line.substring(0, tab));
            return QueryAnswer.probe(offset, KeyText.HEX.parse(line.substring(tab + 1)));
        } catch (IllegalArgumentException e) {
            throw wrongUsage(place + ": not blockOffset<TAB>keyHex: " + e.getMessage());
        }
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
