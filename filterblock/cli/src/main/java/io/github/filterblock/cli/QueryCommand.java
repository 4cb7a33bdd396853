// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
    @Parameters(index = "0", paramLabel = "FILE", converter = PathConverter.class, description = "the table")
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
        List<QueryResult> results = new ArrayList<>();
        int status = output.print(
                file,
                path -> query(path, results),
                output.ofOneFile(new QueryText(!questions.haveProbes()), QueryJson::of));
        return results.isEmpty() ? status : Math.max(status, results.get(0).exitStatus());
    }

    private Outcome<QueryResult> query(Path path, List<QueryResult> results) throws IOException {
        Iterator<QueryAnswer> all = questions.all(keys, form);
        return Examination.of(path, table -> {
            TableReport analysis = TableReport.of(table, options.hints());
            QueryResult result = new QueryResult(new TableQuery(analysis), all);
            results.add(result);
            return Outcome.of(path, analysis.verdict(), result);
        });
    }
}
