// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.annotations.SerializedName;
import io.github.filterblock.FilterLookup;
import io.github.filterblock.analysis.BlockExplanation;
import io.github.filterblock.analysis.KeyExplanation;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.ReadingExplanation;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.cli.Json.Member;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.explain/1}. */
record ExplainJson(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        String key,
        @Nullable String search,
        @Nullable String answer,
        @Nullable String why,
        @Nullable Member<Boolean> trusted,
        List<Block> blocks,
        int blocksTotal) {

    private record Block(
            BigInteger blockOffset,
            String answer,
            String rule,
            String why,
            @Nullable Filter filter,
            List<Reading> readings) {
        private static Block of(BlockExplanation block, TableFilter filter) {
            return new Block(
                    Json.unsigned(block.blockOffset()),
                    ExplainJson.answer(block.mayMatch()),
                    block.lookup().rule().id(),
                    block.why(),
                    block.lookup().filter() < 0 ? null : Filter.of(block.lookup(), filter),
                    block.readings().stream().map(Reading::of).toList());
        }
    }

    private record Filter(
            int index, long start, long limit, @Nullable Long fileOffset) {
        private static Filter of(FilterLookup lookup, TableFilter filter) {
            OptionalLong offset = lookup.asked() ? filter.fileOffset(lookup.start()) : OptionalLong.empty();
            return new Filter(
                    lookup.filter(), lookup.start(), lookup.limit(), offset.isPresent() ? offset.getAsLong() : null);
        }
    }

    private record Reading(
            String dialect,
            List<String> keyDomains,
            String answer,
            String rule,
            String why,
            String hash,
            String delta,
            @Nullable String secondHash,
            long bits,
            long modulus,
            @Nullable Long decidingBit,
            List<Probe> probes) {
        private static Reading of(ReadingExplanation reading) {
            BloomTrace trace = reading.trace();
            return new Reading(
                    reading.dialect().id(),
                    reading.keyFormats().stream().map(KeyFormat::id).toList(),
                    ExplainJson.answer(trace.mayMatch()),
                    trace.rule().id(),
                    reading.why(),
                    hex(trace.hash()),
                    hex(trace.delta()),
                    trace.secondHash().isPresent() ? hex(trace.secondHash().getAsInt()) : null,
                    trace.info().bits(),
                    trace.modulus(),
                    trace.firstUnset().map(BloomTrace.Probe::position).orElse(null),
                    trace.probes().stream().map(Probe::of).toList());
        }

        private static String hex(int number) {
            return HexFormat.of().toHexDigits(number);
        }
    }

    private record Probe(long bit, @SerializedName("byte") long byteIndex, int mask, boolean set) {
        private static Probe of(BloomTrace.Probe probe) {
            return new Probe(probe.position(), probe.byteIndex(), probe.mask(), probe.set());
        }
    }

    static ExplainJson of(Outcome<ExplainedKey> outcome, byte[] key, int limit) {
        Optional<KeyExplanation> found = outcome.found().map(ExplainedKey::explanation);
        List<BlockExplanation> blocks = found.map(KeyExplanation::blocks).orElse(List.of());
        return new ExplainJson(
                "filterblock.explain/1",
                outcome.name(),
                outcome.status(),
                outcome.reason().orElse(null),
                HexFormat.of().formatHex(key),
                found.map(why -> why.search().map(TableQuery.Search::id).orElse("given"))
                        .orElse(null),
                found.map(why -> answer(why.mayMatch())).orElse(null),
                found.map(KeyExplanation::why).orElse(null),
                found.map(why -> new Member<>(why.distrust().isEmpty())).orElse(null),
                Json.limited(blocks, limit).stream()
                        .map(block ->
                                Block.of(block, outcome.found().orElseThrow().filter()))
                        .toList(),
                blocks.size());
    }

    private static String answer(boolean mayMatch) {
        return mayMatch ? "may-match" : "absent";
    }
}
