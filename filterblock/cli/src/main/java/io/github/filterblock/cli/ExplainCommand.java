// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.KeyExplanation;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The verb {@code explain}. */
@Command(
        name = "explain",
        description = "Shows why a table may hold a key or does not: data block, filter, hash, and each bit.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock explain --escaped 000005.ldb 'user\\x00name'")
final class ExplainCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", converter = PathConverter.class, description = "the table")
    private Path file;

    @Parameters(index = "1", paramLabel = "KEY", description = "the key, in UTF-8 by default")
    private String key;

    @Mixin
    private KeyForm form;

    @Option(
            names = "--block",
            paramLabel = "OFFSET",
            converter = OffsetConverter.class,
            description = "ask about the data block at this offset of the file, instead of searching for it")
    private @Nullable Long block;

    @Mixin
    private ListOptions output;

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
    public Integer call() throws IOException {
        byte[] bytes = form.parse(key);
        int limit = output.limit();
        return output.print(
                file,
                path -> explain(bytes),
                output.ofOneFile(new ExplainText(), outcome -> ExplainJson.of(outcome, bytes, limit)));
    }

    private Outcome<ExplainedKey> explain(byte[] bytes) {
        return Examination.of(file, table -> {
            TableReport analysis = TableReport.of(table, options.hints());
            TableQuery query = new TableQuery(analysis);
            KeyExplanation explanation = block == null ? query.explain(bytes) : query.explain(block, bytes);
            return Outcome.of(file, analysis.verdict(), new ExplainedKey(analysis, bytes, explanation))
                    .orFound(!explanation.mayMatch());
        });
    }
}
