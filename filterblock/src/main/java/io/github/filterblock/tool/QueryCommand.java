// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.tool.input.KeyText;
import io.github.filterblock.tool.input.Lines;
import io.github.filterblock.tool.output.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code query}. */
@Command(
        name = "query",
        description = "Says of each key whether the table may hold it, from the filter alone.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock query --escaped 000005.ldb 'user\\x00name' 'user\\x00mail'")
final class QueryCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "the table")
    private Path file;

    @Parameters(index = "1..*", paramLabel = "KEY", description = "keys, in UTF-8 unless said otherwise")
    private List<String> keys = List.of();

    @Mixin
    private KeyForm form;

    @Option(names = "--keys-from", paramLabel = "FILE|-", description = "a key on each line of FILE")
    private @Nullable String keysFrom;

    @Option(
            names = "--probes",
            paramLabel = "FILE|-",
            description = "lines 'blockOffset<TAB>keyHex', asked directly of the filter")
    private @Nullable String probes;

    @Mixin
    private OutputOptions output;

    @Mixin
    private FilterOptions options;

    @Override
    public Integer call() throws IOException {
        if (keys.isEmpty() && keysFrom == null && probes == null) {
            throw new ParameterException(
                    spec.commandLine(), "no keys given: name some, or use --keys-from or --probes");
        }
        if ("-".equals(keysFrom) && "-".equals(probes)) {
            throw new ParameterException(
                    spec.commandLine(), "--keys-from and --probes cannot both read the standard input");
        }
        List<QueryAnswer> questions = questions();
        return output.print(answer(questions), output.ofOneFile(new QueryText(probes == null), QueryJson::of));
    }

    private Outcome<QueryResult> answer(List<QueryAnswer> questions) {
        return Examination.of(file, table -> {
            TableAnalysis analysis = TableAnalysis.of(table, options.choice());
            TableQuery query = new TableQuery(analysis);
            QueryResult result = new QueryResult(
                    query.search(),
                    questions.stream().map(question -> question.askedOf(query)).toList());
            return Outcome.of(file, analysis.status(), analysis.reason(), result)
                    .orFound(result.answers().stream().anyMatch(answer -> !answer.mayMatch()));
        });
    }

    private List<QueryAnswer> questions() throws IOException {
        List<QueryAnswer> questions = new ArrayList<>();
        for (String key : keys) {
            questions.add(QueryAnswer.about(key, form.parse(key)));
        }
        if (keysFrom != null) {
            eachLine(keysFrom, (line, place) -> questions.add(QueryAnswer.about(line, form.parse(line))));
        }
        if (probes != null) {
            eachLine(probes, (line, place) -> questions.add(probe(line, place)));
        }
        return questions;
    }

    private static void eachLine(String source, BiConsumer<String, String> taker) throws IOException {
        try (Lines lines = Lines.of(source)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                taker.accept(line, lines.place());
            }
        }
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
            throw new ParameterException(spec.commandLine(), place + ": not blockOffset<TAB>keyHex: " + e.getMessage());
        }
    }
}
