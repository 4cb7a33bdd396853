// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.Figures.number;

import io.github.filterblock.FilterLookup;
import io.github.filterblock.analysis.BlockExplanation;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.KeyExplanation;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.ReadingExplanation;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.table.BlockHandle;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What {@code explain} prints for people. */
final class ExplainText implements Text.View<ExplainedKey> {
    private static final int MAX_KEY_SHOWN = 64;

    @Override
    public void print(Report report, Outcome<ExplainedKey> outcome, ExplainedKey explained) {
        KeyExplanation explanation = explained.explanation();
        report.heading(outcome.name(), explanation.mayMatch() ? "may match" : "absent", explanation.mayMatch());
        report.line("key", key(explained.key()));
        report.line("search", search(explanation));
        Optional<BlockExplanation> decisive = explanation.decisive();
        if (explanation.blocks().size() > 1) {
            long denying = explanation.blocks().stream()
                    .filter(block -> !block.mayMatch())
                    .count();
            report.line(
                    "data blocks",
                    number(explanation.blocks().size()) + " asked, " + number(denying) + " deny the key"
                            + (decisive.isPresent() ? "; the first that does not:" : ""));
        }
        if (decisive.isPresent()) {
            block(report, explained, decisive.get());
        } else {
            denials(report, explanation.blocks());
        }
        report.line("answer", (explanation.mayMatch() ? "may match: " : "absent: ") + explanation.why());
        outcome.reason().ifPresent(reason -> report.line("table", outcome.status() + ": " + reason));
    }

    private static String key(byte[] key) {
        String hex = HexFormat.of().formatHex(key, 0, Math.min(key.length, MAX_KEY_SHOWN));
        return (key.length == 0 ? "(empty)" : hex) + (key.length > MAX_KEY_SHOWN ? "..." : "") + ", "
                + number(key.length, "byte");
    }

    private static String search(KeyExplanation explanation) {
        if (explanation.search().isEmpty()) {
            return "none, the data block was given";
        }
        return switch (explanation.search().get()) {
            case INDEX -> "keys ascend in byte order: the index was searched";
            case ALL_BLOCKS -> "keys do not ascend in byte order: the filter of every data block was asked";
            case NO_FILTER -> QueryText.describe(TableQuery.Search.NO_FILTER);
        };
    }

    private static void block(Report report, ExplainedKey explained, BlockExplanation block) {
        report.line("data block", place(explained.analysis(), block.blockOffset()));
        FilterLookup lookup = block.lookup();
        if (lookup.filter() < 0) {
            return;
        }
        int baseLg = explained.filter().layout().baseLg();
        report.line(
                "filter",
                lookup.filter() + ", because " + Long.toUnsignedString(block.blockOffset()) + " >> " + baseLg + " is "
                        + Long.toUnsignedString(lookup.window()));
        report.line("filter range", range(explained.filter(), lookup));
        block.readings().forEach(reading -> reading(report, reading));
    }

    private static String place(TableReport analysis, long offset) {
        Optional<DataBlock> block = analysis.dataBlocks().stream()
                .filter(candidate -> candidate.offset() == offset)
                .findFirst();
        return block.map(DataBlock::handle)
                .map(BlockHandle::toString)
                .orElseGet(() -> "none of the table's starts at " + Long.toUnsignedString(offset));
    }

    private static String range(TableFilter filter, FilterLookup lookup) {
        String inBlock = "bytes " + lookup.start() + " to " + lookup.limit() + " of the filter block";
        if (!lookup.asked()) {
            return inBlock;
        }
        OptionalLong offset = filter.fileOffset(lookup.start());
        return inBlock
                + (offset.isPresent()
                        ? ", from " + offset.getAsLong() + " on in the file"
                        : ", which is stored compressed");
    }

    private static void reading(Report report, ReadingExplanation reading) {
        BloomTrace trace = reading.trace();
        report.line(
                "read as",
                reading.dialect().id() + ", over "
                        + reading.keyFormats().stream().map(ExplainText::domain).collect(Collectors.joining(" or ")));
        report.line(
                "hash",
                fill("%08x, delta %08x", trace.hash(), trace.delta())
                        + (trace.secondHash().isPresent()
                                ? fill(", second hash %08x", trace.secondHash().getAsInt())
                                : ""));
        if (!trace.probes().isEmpty()) {
            report.line(
                    "probes (k)",
                    trace.info().probes() + " of " + number(trace.info().bits(), "bit")
                            + (trace.modulus() == trace.info().bits() ? "" : ", modulo " + number(trace.modulus())));
            probes(report, trace);
        }
        report.line("", reading.why());
    }

    private static String domain(KeyFormat domain) {
        return domain == KeyFormat.WHOLE_KEY ? "whole stored keys" : "stored keys without their tag";
    }

    private static void probes(Report report, BloomTrace trace) {
        report.item(fill("%8s %10s %10s %5s", "probe", "bit", "byte", "mask"));
        Optional<BloomTrace.Probe> decisive = trace.firstUnset();
        boolean decided = false;
        int number = 0;
        for (BloomTrace.Probe probe : trace.probes()) {
            number++;
            boolean decides = !decided && decisive.isPresent() && !probe.set();
            decided |= decides;
            report.item(fill("%8d %10d %10d %5s  ", number, probe.position(), probe.byteIndex(), mask(probe))
                    + (probe.set() ? "set" : "not set")
                    + (decides ? ", which decides" : ""));
        }
    }

    private static String mask(BloomTrace.Probe probe) {
        return fill("%02x", probe.mask());
    }

    private static void denials(Report report, List<BlockExplanation> blocks) {
        if (blocks.isEmpty()) {
            return;
        }
        report.item(fill("%20s", "data block"));
        report.items(
                blocks,
                blocks.size(),
                block -> report.item(fill("%20s  ", Long.toUnsignedString(block.blockOffset())) + block.why()));
    }
}
