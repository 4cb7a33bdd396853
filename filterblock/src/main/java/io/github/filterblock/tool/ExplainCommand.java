// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.KeyExplanation;
import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The verb {@code explain}. */
@Command(
        name = "explain",
        description = "Shows why a table may hold a key or does not: data block, filter, hash, and each bit.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock explain --escaped 000005.ldb 'user\\x00name'")
final class ExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "the table")
    private Path file;

    @Parameters(index = "1", paramLabel = "KEY", description = "the key, in UTF-8 unless said otherwise")
    private String key;

    @Mixin
    private KeyForm form;

    @Option(
            names = "--block",
            paramLabel = "OFFSET",
            converter = OffsetConverter.class,
            description = "ask about the data block at this offset of the file, instead of searching for it")
    private @Nullable Long block;

    @Option(names = "--json", description = "one JSON object on one line")
    private boolean json;

    @Mixin
    private FilterOptions options;

    /** An unsigned 64-bit number. */
    static final class OffsetConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return Long.parseUnsignedLong(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is no offset, 0 to 2^64-1");
            }
        }
    }

    @Override
    public Integer call() {
        byte[] bytes = form.parse(key);
        PrintWriter out = spec.commandLine().getOut();
        return TableExamination.examine(
                file,
                table -> explain(out, TableAnalysis.of(table, options.choice()), bytes),
                (status, reason, findings) -> failed(out, status, reason, bytes));
    }

    private int explain(PrintWriter out, TableAnalysis analysis, byte[] bytes) {
        TableQuery query = new TableQuery(analysis);
        KeyExplanation explanation = block == null ? query.explain(bytes) : query.explain(block, bytes);
        if (json) {
            ExplainJson.print(out, file, analysis, bytes, explanation);
        } else {
            new ExplainText(new Report(out), analysis, explanation).print(file, bytes);
        }
        return Math.max(explanation.mayMatch() ? ExitStatus.WELL : ExitStatus.FOUND, ExitStatus.of(analysis.status()));
    }

    private int failed(PrintWriter out, TableStatus status, String reason, byte[] bytes) {
        if (json) {
            ExplainJson.printFailure(out, file, status, reason, bytes);
        } else {
            spec.commandLine().getErr().println(TerminalText.escaped(file + ": " + status.id() + ": " + reason));
        }
        return ExitStatus.of(status);
    }
}
