// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.cli.QueryDocument.Answer;
import io.github.filterblock.cli.QueryDocument.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The verb {@code query}. */
@Command(
        name = "query",
        description = "Says for each key whether the table may hold it, from the filter alone.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock query --escaped 000005.ldb 'user\\x00name' 'user\\x00mail'")
final class QueryCommand implements Callable<Integer> {
    static final String NO_FILTER = "no filter that could deny a key: every key may match";

    @Parameters(index = "0", paramLabel = "FILE", description = "the table")
    private Path file;

    @Parameters(index = "1..*", paramLabel = "KEY", description = "keys, in UTF-8 by default")
    private List<String> keys = List.of();

    @Mixin
    private KeyForm form;

    @Mixin
    private QueryQuestions questions;

    @Mixin
    private OutputOptions output;

    @Mixin
    private FilterOptions options;

    @Override
    public Integer call() throws IOException {
        questions.check(keys, form);
        return output.run(file, this::query, QueryDocument::of, this::print);
    }

    private QueryDocument query() throws IOException, Failure {
        Iterator<Question> all = questions.all(keys, form, !output.json());
        return Failure.orResult(file, table -> {
            TableReport analysis = TableReport.of(table, options.hints());
            return QueryDocument.of(
                    Names.of(file),
                    analysis.status().id(),
                    InspectDocument.reason(analysis.verdict()),
                    new TableQuery(analysis),
                    all);
        });
    }

    /**
     * Questions about blocks are answered in the form of the questions; keys have the answer in front, so that columns
     * line up. How the keys were searched for goes to the error output: the answers can be piped on.
     */
    private void print(QueryDocument document, Printer printer) {
        document.answers().forEachRemaining(answer -> print(answer, printer));
        if (!questions.nameBlocks()) {
            printer.remark(document.file(), search(String.valueOf(document.search())));
        }
        if (document.reason() != null) {
            printer.remark(document.file(), document.status() + ": " + document.reason());
        }
    }

    private static void print(Answer answer, Printer printer) {
        if (answer.text() == null) {
            printer.fields(String.valueOf(answer.blockOffset()), answer.key(), answer.answer());
        } else {
            printer.fields((answer.isAbsent() ? "absent     " : "may match  ") + answer.text());
        }
    }

    private static String search(String search) {
        return switch (search) {
            case "index" -> "keys ascend in byte order: the index was searched, one filter asked for each key";
            case "all-blocks" ->
                "keys do not ascend in byte order: the filter of every data block was asked for each key";
            default -> NO_FILTER;
        };
    }
}
