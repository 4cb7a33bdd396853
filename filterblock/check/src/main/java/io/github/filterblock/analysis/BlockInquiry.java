// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockTrace;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.analysis.FilterTrust.Reason;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.TableOrigin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out which writer's filter block a table has: each dialect with each format of keys is tried. */
final class BlockInquiry extends FilterInquiry<FilterDialect> {
    /**
     * So many bits must have been found set by chance if the remaining interpretation is wrong: of 65,536 tables with
     * so few keys, one has a wrong one.
     */
    private static final double ENOUGH_EVIDENCE = 16;

    /** With fewer denied keys another dialect may match by chance. */
    private static final int ENOUGH_TO_EXPLAIN = 16;

    /** The two hashes of LevelDB and its ports. */
    private static final List<FilterDialect> FOREIGN =
            List.of(FilterDialect.LEVELDB_117_SIGNED, FilterDialect.LEVELDB_117_UNSIGNED);

    private final LocatedFilterBlock block;
    private final FilterHints hints;
    private final TableOrigin origin;
    private final boolean certainlyInternal;
    private final boolean formatIsOpen;
    private final List<Trial<FilterDialect>> trials = new ArrayList<>();

    /** Dialects of other names, which are asked about keys that all others deny, until they deny one. */
    private final List<Trial<FilterDialect>> foreign = new ArrayList<>();

    private long askedForeign;
    private double evidence;
    private double evidenceOfKey;
    private long evidenceOffset = -1;

    /** Nothing was asked yet. */
    BlockInquiry(LocatedFilterBlock block, FilterHints hints, TableOrigin origin) {
        this.block = block;
        this.hints = hints;
        this.origin = origin;
        this.certainlyInternal = origin.hasInternalKeys() && hints.keyFormat().isEmpty();
        this.formatIsOpen = !origin.hasInternalKeys() && hints.keyFormat().isEmpty();
        List<FilterDialect> dialects = hints.dialect()
                .map(List::of)
                .orElseGet(
                        () -> origin.dialects(block.policyName(), block.layout().baseLg()));
        trials.addAll(trials(dialects));
        trials.forEach(this::add);
        if (!trials.isEmpty() && hints.dialect().isEmpty()) {
            foreign.addAll(trials(FOREIGN));
        }
    }

    private List<Trial<FilterDialect>> trials(List<FilterDialect> dialects) {
        List<KeyFormat> formats = hints.keyFormat().map(List::of).orElseGet(() -> List.of(KeyFormat.values()));
        List<Trial<FilterDialect>> found = new ArrayList<>();
        for (FilterDialect dialect : dialects) {
            formats.forEach(format -> found.add(new BlockTrial(dialect, format)));
        }
        return found;
    }

    @Override
    void key(long blockOffset, byte[] key, int storedLength, int firstPart) {
        if (!isAsked()) {
            return;
        }
        if (evidence < ENOUGH_EVIDENCE) {
            if (blockOffset != evidenceOffset) {
                evidenceOffset = blockOffset;
                evidenceOfKey = block.evidence(blockOffset);
            }
            evidence += evidenceOfKey;
        }
        if (ask(blockOffset, key, storedLength)) {
            askedForeign++;
            foreign.removeIf(trial -> trial.denies(blockOffset, key, storedLength));
        }
    }

    /** Whether it can be known what the filter should answer. */
    private boolean isAsked() {
        return origin.mayDeny() && !trials.isEmpty();
    }

    /**
     * What remains; the keys may be misleading, if they are not certainly those of the table, and if not all could be
     * read, they do not confirm the filter's name.
     */
    @Override
    BlockFilter conclude(TableFacts facts) {
        // RocksDB has no tables of other keys (TF-12); elsewhere any keys may be whole ones.
        List<Trial<FilterDialect>> possible = trials.stream()
                .filter(trial -> !certainlyInternal || trial.format() == KeyFormat.USER_KEY)
                .toList();
        List<Trial<FilterDialect>> undenied =
                possible.stream().filter(Trial::deniesNothing).toList();
        boolean contradicted = undenied.isEmpty() && !possible.isEmpty();
        boolean equivalent = !origin.mayDeny() || !block.hasBits();
        List<Trial<FilterDialect>> remaining = contradicted ? List.of(best(possible, facts.likelyFormat())) : undenied;
        // If properties and filter disagree, neither proves the format.
        boolean disputed = contradicted && certainlyInternal && trials.stream().anyMatch(Trial::deniesNothing);
        FilterIdentification<FilterDialect> identification = new FilterIdentification<>(
                trials.stream().map(Trial::result).toList(),
                Stream.concat(
                                remaining.stream().map(Trial::result),
                                facts.isComplete() || contradicted ? Stream.of() : unconfirmed(remaining))
                        .toList(),
                disputed ? Optional.empty() : format(remaining, equivalent || contradicted, facts.provenFormat()),
                isAsked() ? facts.entries() : 0,
                distinguishingKeys(),
                contradicted,
                equivalent,
                contradicted ? remaining.get(0).findings() : Findings.NONE);
        Optional<FilterDialect> other = otherDialect(identification);
        return new BlockFilter(facts, block, identification, other, trust(identification, other, facts));
    }

    /** The dialect of another name that denies none of the many keys that all of its own name deny. */
    private Optional<FilterDialect> otherDialect(FilterIdentification<FilterDialect> identification) {
        boolean deniesMost = 2 * identification.falseNegatives() > identification.keys();
        return deniesMost && askedForeign >= ENOUGH_TO_EXPLAIN && block.isSound()
                ? foreign.stream().map(Trial::hash).findFirst()
                : Optional.empty();
    }

    /** Readings that no key has ruled out, although the filter's name does not stand for them. */
    private Stream<Interpretation<FilterDialect>> unconfirmed(List<Trial<FilterDialect>> remaining) {
        if (remaining.isEmpty() || hints.dialect().isPresent()) {
            return Stream.of();
        }
        List<FilterDialect> tried = trials.stream().map(Trial::hash).toList();
        return origin.unconfirmed(block.policyName(), tried).stream()
                .flatMap(dialect -> remaining.stream()
                        .map(Trial::format)
                        .distinct()
                        .map(format -> new Interpretation<>(dialect, format, 0, 0)));
    }

    private FilterTrust trust(
            FilterIdentification<FilterDialect> identification, Optional<FilterDialect> other, TableFacts facts) {
        if (block.damage().isPresent()) {
            return FilterTrust.unreadable(block.damage().get());
        }
        if (block.checksum() == Status.BAD) {
            return FilterTrust.badChecksum(
                    block.entry().handle().map(handle -> handle.offset()).orElse(0L));
        }
        if (trials.isEmpty()) {
            return FilterTrust.of(
                    Reason.UNKNOWN_POLICY,
                    "the policy of the metaindex entry " + block.entry().printableKey() + " is not built in",
                    Rule.TF_14);
        }
        if (origin.transformsKeys()) {
            return FilterTrust.TRANSFORMED_KEYS;
        }
        if (!origin.filtersWholeKeys()) {
            String obstacle = origin.obstacle().orElseThrow();
            return obstacle.equals(FilterTrust.PREFIXES_ONLY.clause())
                    ? FilterTrust.PREFIXES_ONLY
                    : FilterTrust.unknownAdditions(obstacle);
        }
        if (identification.contradicted()) {
            return other.map(found -> FilterTrust.explained(identification, found))
                    .orElseGet(() -> FilterTrust.contradicted(identification));
        }
        boolean hasShortKeys = certainlyInternal && trials.stream().anyMatch(Trial::metShortKeys);
        return facts.isInconsistent() || hasShortKeys ? FilterTrust.INCONSISTENT_INDEX : FilterTrust.TRUSTED;
    }

    private static Trial<FilterDialect> best(List<Trial<FilterDialect>> trials, Optional<KeyFormat> likely) {
        return trials.stream()
                .min(Comparator.comparingDouble((Trial<FilterDialect> trial) -> trial.denialRate())
                        .thenComparing(trial -> likely.isEmpty() || likely.get() != trial.format()))
                .orElseThrow();
    }

    /** The format that the caller, the keys or the answers of the filter prove; empty if they do not agree. */
    private Optional<KeyFormat> format(
            List<Trial<FilterDialect>> remaining, boolean saysNothing, Optional<KeyFormat> proven) {
        List<KeyFormat> formats =
                remaining.stream().map(Trial::format).distinct().toList();
        if (saysNothing || formats.size() != 1 || !formatIsOpen) {
            return proven;
        }
        boolean agree = proven.isEmpty() || proven.get() == formats.get(0);
        return agree && (proven.isPresent() || evidence >= ENOUGH_EVIDENCE)
                ? Optional.of(formats.get(0))
                : Optional.empty();
    }

    /** A dialect with a format of keys. */
    private final class BlockTrial extends Trial<FilterDialect> {
        private final FilterBlockReader reader;

        BlockTrial(FilterDialect dialect, KeyFormat format) {
            super(dialect, format, format.suffixLength(), formatIsOpen);
            this.reader = block.reader(dialect.matcher());
        }

        @Override
        boolean deniesKey(long blockOffset, byte[] key, int length) {
            return !reader.keyMayMatch(blockOffset, key, 0, length);
        }

        @Override
        String message(long blockOffset, byte[] key, int length) {
            return denial(key, length, blockOffset) + cause(blockOffset, key, length);
        }

        private String cause(long blockOffset, byte[] key, int length) {
            FilterBlockTrace lookup = block.layout().lookup(blockOffset);
            BloomTrace trace = block.trace(hash(), key, length, lookup);
            String name = "filter " + lookup.filter();
            return trace.firstUnset()
                    .map(bit -> name + ": bit " + bit.position() + " of "
                            + trace.info().bits() + " is missing")
                    .orElseGet(
                            () -> name + ", which is " + (lookup.length() == 0 ? "empty" : "too short to hold bits"));
        }
    }
}
