// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that give the keys of {@code query}. All are read before a table is. */
final class QuestionOptions {
    /** So many questions are held at most, and so many bytes of keys. */
    static final int MAX_QUESTIONS = 1 << 20;

    static final long MAX_BYTES = 64 << 20;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private KeyForm form;

    @Option(names = "--keys-from", paramLabel = "FILE|-", description = "a key on each line of FILE")
    private @Nullable Path keysFrom;

    @Option(
            names = "--questions",
            paramLabel = "FILE|-",
            description = "lines 'blockOffset<TAB>keyHex', probed directly")
    private @Nullable Path questions;

    /** Whether data blocks are named. */
    boolean nameBlocks() {
        return questions != null;
    }

    /**
     * All questions; a wrong one is wrong usage.
     *
     * @param keys those of the command line, which come first
     */
    List<Question> read(List<String> keys, boolean ofManyTables) throws IOException {
        if (keys.isEmpty() && keysFrom == null && questions == null) {
            throw wrongUsage("no keys given: name some, or use --keys-from or --questions");
        }
        if (Lines.STANDARD_INPUT.equals(keysFrom) && Lines.STANDARD_INPUT.equals(questions)) {
            throw wrongUsage("--keys-from and --questions cannot both read the standard input");
        }
        if (ofManyTables && questions != null) {
            throw wrongUsage("--questions names blocks of one table; give that instead of a directory");
        }
        Read read = new Read();
        for (String key : keys) {
            read.add(ofKey(key));
        }
        if (keysFrom != null) {
            read.addLines(keysFrom, (line, place) -> ofKey(line));
        }
        if (questions != null) {
            read.addLines(questions, this::ofBlock);
        }
        return read.all;
    }

    /** Makes a question of a line. */
    private interface Parser {
        Question question(String line, String place);
    }

    /** The questions that were read. */
    private final class Read {
        private final List<Question> all = new ArrayList<>();
        private long bytes;

        void addLines(Path source, Parser parser) throws IOException {
            try (Lines lines = Lines.of(source)) {
                for (String line = lines.next(); line != null; line = lines.next()) {
                    add(parser.question(line, lines.place()));
                }
            }
        }

        void add(Question question) {
            bytes += question.key().length;
            if (all.size() == MAX_QUESTIONS || bytes > MAX_BYTES) {
                throw wrongUsage("more than " + Formats.number(MAX_QUESTIONS, "key") + ", or keys of more than "
                        + Formats.number(MAX_BYTES, "byte") + ", do not fit into one run: ask them in several");
            }
            all.add(question);
        }
    }

    private Question ofKey(String text) {
        return new Question(form.parse(text), text, OptionalLong.empty());
    }

    private Question ofBlock(String line, String place) {
        int tab = line.indexOf('\t');
        try {
            if (tab < 0) {
                throw new IllegalArgumentException("there is no tab");
            }
            byte[] key = KeyForm.Text.HEX.parse(line.substring(tab + 1));
            return new Question(key, null, OptionalLong.of(Long.parseUnsignedLong(line.substring(0, tab))));
        } catch (NumberFormatException e) {
            String offset = KeyForm.Text.quoted(line.substring(0, tab));
            throw wrongUsage(place + ": not blockOffset<TAB>keyHex: " + offset + " is not an offset");
        } catch (IllegalArgumentException e) {
            throw wrongUsage(place + ": not blockOffset<TAB>keyHex: " + e.getMessage());
        }
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
