// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.cli.Figures;
import java.util.List;

/** The section of a file without filters to draw. */
final class PlainCard {
    private PlainCard() {}

    static String of(TableReport analysis) {
        List<String> damage = Remarks.damage(analysis);
        boolean without = analysis.filter().isEmpty() && damage.isEmpty();
        Facts facts = new Facts("tiles");
        facts.add("Keys", Figures.number(analysis.entries()));
        facts.add("Data blocks", Figures.number(analysis.dataBlocks().size()));
        facts.add("File", Figures.bytes(analysis.size()));
        return Remarks.list("bad", damage)
                + (without
                        ? Remarks.list(
                                "odd", List.of("There is no filter: each lookup of an absent key reads a data block."))
                        : "")
                + facts.html() + "<div class=\"more\">\n" + LayoutTable.html(analysis) + "</div>\n";
    }

    static String ofFailure(String reason) {
        return Remarks.list("bad", List.of(reason));
    }
}
