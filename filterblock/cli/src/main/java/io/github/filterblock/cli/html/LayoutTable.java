// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;

import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.cli.Figures;
import java.util.stream.Collectors;

/** Where the parts of a file lie, and how it is read. */
final class LayoutTable {
    private static final int MOST_ENTRIES = 12;

    private LayoutTable() {}

    static String html(TableReport analysis) {
        Facts facts = new Facts("layout");
        facts.add("File", Figures.number(analysis.size(), "byte"));
        facts.add("Data blocks", Figures.number(analysis.dataBlocks().size()));
        facts.add("Entries", Figures.number(analysis.entries()));
        facts.add("Key domain", keyDomain(analysis.identification()));
        analysis.filter().ifPresent(filter -> {
            facts.add("Filter block", filter.toString());
            facts.add("Base lg", String.valueOf(filter.layout().baseLg()));
        });
        facts.add("Metaindex", analysis.footer().metaindex().toString());
        analysis.metaindex().stream().limit(MOST_ENTRIES).forEach(entry -> facts.add("\u2003entry", entry.toString()));
        int more = analysis.metaindex().size() - MOST_ENTRIES;
        if (more > 0) {
            facts.add("\u2003entries", Figures.number(more) + " more");
        }
        facts.add("Index", analysis.footer().index().toString());
        return fill("<details><summary>Layout of the file</summary>\n%s</details>\n", facts.html());
    }

    private static String keyDomain(FilterIdentification reading) {
        return reading.keyFormatAmbiguous()
                ? "ambiguous"
                : reading.keyFormat().map(KeyFormat::id).orElse("unknown");
    }

    static String dialect(FilterIdentification reading) {
        return "read as " + reading.dialects().stream().map(FilterDialect::id).collect(Collectors.joining(" or "));
    }

    /** What base lg means, in words. */
    static String window(int baseLg) {
        return baseLg < 0 ? "the block is too short to have filters" : Figures.window(baseLg);
    }
}
