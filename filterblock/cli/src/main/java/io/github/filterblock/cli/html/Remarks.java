// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.html.Markup.text;

import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.Figures;
import io.github.filterblock.cli.Outcome;
import java.util.ArrayList;
import java.util.List;

/** What a reader should know about a table before looking at its pictures. */
final class Remarks {
    private static final int MOST_DAMAGE = 5;

    private Remarks() {}

    /** A list in markup, or nothing if nothing stands out. */
    static String on(TableReport analysis, TableFigures figures) {
        List<String> bad = damage(analysis);
        List<String> odd = new ArrayList<>();
        FilterIdentification reading = analysis.identification();
        if (reading.contradicted()) {
            bad.add(fill(
                    "%s of %s of this table are denied by their filters, so lookups deny nothing.",
                    Figures.number(reading.falseNegatives()), Figures.number(reading.keys(), "key")));
        }
        if (reading.trust() == FilterIdentification.Trust.PREFIXES_ONLY) {
            odd.add("The filters hold prefixes of keys only, so lookups of whole keys deny nothing.");
        }
        if (reading.trust() == FilterIdentification.Trust.INCONSISTENT_INDEX) {
            bad.add("Index and data blocks are damaged or do not belong together, so lookups deny nothing.");
        }
        if (figures.bloom() && figures.blind() > 0) {
            odd.add(Figures.number(figures.blind(), "filter") + " cannot deny any key.");
        }
        if (figures.damaged() > 0) {
            bad.add(Figures.number(figures.damaged(), "filter") + " cannot be found: the offsets are damaged.");
        }
        if (figures.filled() > 0 && figures.offsetBytes() > figures.filterBytes()) {
            odd.add(fill(
                    "The offsets take more space than the filters: most data blocks are larger than %s.",
                    Figures.bytes(1L << Math.min(40, Math.max(0, figures.baseLg())))));
        }
        return list("bad", bad) + list("odd", odd);
    }

    /** The parts that could not be read. */
    static List<String> damage(TableReport analysis) {
        List<String> lines = new ArrayList<>();
        analysis.damage().stream()
                .limit(MOST_DAMAGE)
                .forEach(damage ->
                        lines.add(fill("Offset %s: %s", Long.toUnsignedString(damage.offset()), damage.detail())));
        long more = analysis.damageCount() - MOST_DAMAGE;
        if (more > 0) {
            lines.add("and " + Figures.number(more) + " more like these");
        }
        boolean corrupt = analysis.status() == TableStatus.CORRUPT
                && !analysis.identification().contradicted();
        if (corrupt && lines.isEmpty()) {
            analysis.verdict().reason().map(Outcome::text).ifPresent(lines::add);
        }
        return lines;
    }

    static String list(String type, List<String> lines) {
        if (lines.isEmpty()) {
            return "";
        }
        StringBuilder list = new StringBuilder(fill("<ul class=\"remarks %s\">\n", type));
        lines.forEach(line -> list.append(fill("<li>%s</li>\n", text(line))));
        return list.append("</ul>\n").toString();
    }
}
