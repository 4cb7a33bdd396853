// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockTrace;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.analysis.FilterIdentification.Trust;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.TableOrigin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds out which writer's filter a table has, by asking every interpretation about the table's own keys. Not
 * thread-safe.
 *
 * <p>A filter never denies a key that is in it, so one denied key rules an interpretation out, while a key that matches
 * proves little: about one foreign key in a hundred matches as well. Two hashes differ only on keys whose tail has a
 * byte of 0x80 or above; a table without such keys cannot tell them apart, and the question stays open.
 *
 * <p>One damaged bit makes the right interpretation deny a key or two, while a wrong one denies nearly everything. An
 * interpretation that has denied {@value #ENOUGH_DENIALS} keys is ruled out and not asked again, unless it is the last
 * one: the best is asked about every key, so one pass counts the false negatives (TF-13).
 */
final class FilterInference {
    /**
     * With this many denials it is the wrong interpretation, or damage so great that it does not matter whose filter it
     * was.
     */
    static final int ENOUGH_DENIALS = 100;

    /**
     * So many bits must have been found set by chance if the remaining interpretation is wrong: of 65,536 tables with
     * so few keys, one has a wrong one.
     */
    private static final double ENOUGH_EVIDENCE = 16;

    private static final byte[] NO_KEY = {};
    private static final int MAX_KEY_KEPT = 1 << 10;
    private static final int MAX_KEY_SHOWN = 64;

    private final Optional<TableFilter> filter;
    private final FilterHints hints;
    private final int limit;
    private final TableOrigin origin;
    private final boolean certainlyInternal;
    private final boolean formatIsOpen;
    private final List<Trial> trials = new ArrayList<>();
    private final List<Trial> asked = new ArrayList<>();
    private long distinguishingKeys;
    private double evidence;
    private double evidenceOfKey;
    private long evidenceOffset = -1;
    private boolean hasShortKeys;

    /** Nothing was asked yet; of the keys that an interpretation denies, the first are kept up to a limit. */
    FilterInference(Optional<TableFilter> filter, FilterHints hints, TableOrigin origin, int limit) {
        this.filter = filter;
        this.hints = hints;
        this.limit = limit;
        this.origin = origin;
        this.certainlyInternal = origin.hasInternalKeys() && hints.keyFormat().isEmpty();
        this.formatIsOpen = !origin.hasInternalKeys() && hints.keyFormat().isEmpty();
        filter.ifPresent(this::addTrials);
        asked.addAll(trials);
    }

    private void addTrials(TableFilter found) {
        List<FilterDialect> dialects = hints.dialect()
                .map(List::of)
                .orElseGet(
                        () -> origin.dialects(found.policyName(), found.layout().baseLg()));
        for (FilterDialect dialect : dialects) {
            for (KeyFormat format : hints.keyFormat().map(List::of).orElseGet(() -> List.of(KeyFormat.values()))) {
                trials.add(new Trial(dialect, format, found));
            }
        }
    }

    void key(long blockOffset, byte[] key, int length) {
        if (!origin.mayDeny() || asked.isEmpty()) {
            return;
        }
        if (evidence < ENOUGH_EVIDENCE) {
            if (blockOffset != evidenceOffset) {
                evidenceOffset = blockOffset;
                evidenceOfKey = filter.orElseThrow().evidence(blockOffset);
            }
            evidence += evidenceOfKey;
        }
        int denials = 0;
        boolean done = false;
        for (Trial trial : asked) {
            if (trial.denies(blockOffset, key, length)) {
                denials++;
                done |= trial.denied == ENOUGH_DENIALS;
            }
        }
        if (denials > 0 && denials < asked.size()) {
            distinguishingKeys++;
        }
        if (done && asked.stream().anyMatch(Trial::goesOn)) {
            asked.removeIf(trial -> trial.denied >= ENOUGH_DENIALS);
        }
    }

    /**
     * Returns what remains; the keys may be misleading, if they are not certainly those of the table, and if not all
     * could be read, they do not confirm the filter's name.
     */
    FilterIdentification conclude(
            KeyStatistics statistics, IndexConsistency consistency, boolean misled, boolean complete) {
        Optional<KeyFormat> likely = hints.keyFormat().or(() -> statistics.likelyFormat(consistency));
        Optional<KeyFormat> proven = hints.keyFormat().or(() -> statistics.provenFormat(consistency));
        // RocksDB has no tables of other keys (TF-12); elsewhere any keys may be whole ones.
        List<Trial> possible = trials.stream()
                .filter(trial -> !certainlyInternal || trial.format == KeyFormat.USER_KEY)
                .toList();
        List<Trial> undenied = possible.stream().filter(Trial::deniesNothing).toList();
        boolean contradicted = undenied.isEmpty() && !possible.isEmpty();
        boolean equivalent =
                !origin.mayDeny() || filter.filter(TableFilter::hasBits).isEmpty();
        List<Trial> remaining = contradicted ? List.of(best(possible, likely)) : undenied;
        // Properties that say one thing and a filter that says another prove nothing.
        boolean disputed = contradicted && certainlyInternal && trials.stream().anyMatch(Trial::deniesNothing);
        return new FilterIdentification(
                trials.stream().map(Trial::result).toList(),
                Stream.concat(
                                remaining.stream().map(Trial::result),
                                complete || contradicted ? Stream.of() : unconfirmed(remaining))
                        .toList(),
                disputed ? Optional.empty() : format(remaining, equivalent || contradicted, proven),
                statistics.keys(),
                distinguishingKeys,
                trust(contradicted, misled),
                equivalent,
                contradicted ? remaining.get(0).findings() : Findings.NONE);
    }

    /** Readings that no key has ruled out, although the filter's name does not stand for them. */
    private Stream<Interpretation> unconfirmed(List<Trial> remaining) {
        if (remaining.isEmpty() || hints.dialect().isPresent()) {
            return Stream.of();
        }
        List<FilterDialect> tried = trials.stream().map(trial -> trial.dialect).toList();
        return origin.unconfirmed(filter.orElseThrow().policyName(), tried).stream()
                .flatMap(dialect -> remaining.stream()
                        .map(trial -> trial.format)
                        .distinct()
                        .map(format -> new Interpretation(dialect, format, 0, 0)));
    }

    private Trust trust(boolean contradicted, boolean misled) {
        if (origin.transformsKeys()) {
            return Trust.TRANSFORMED_KEYS;
        }
        if (!origin.filtersWholeKeys()) {
            return Trust.PREFIXES_ONLY;
        }
        boolean inconsistent = misled || hasShortKeys;
        return contradicted ? Trust.CONTRADICTED : inconsistent ? Trust.INCONSISTENT_INDEX : Trust.TRUSTED;
    }

    private static Trial best(List<Trial> trials, Optional<KeyFormat> likely) {
        return trials.stream()
                .min(Comparator.comparingDouble(Trial::denialRate)
                        .thenComparing(trial -> likely.isEmpty() || likely.get() != trial.format))
                .orElseThrow();
    }

    /** The format that the caller, the keys or the answers of the filter prove; empty if they do not agree. */
    private Optional<KeyFormat> format(List<Trial> remaining, boolean saysNothing, Optional<KeyFormat> proven) {
        List<KeyFormat> formats =
                remaining.stream().map(trial -> trial.format).distinct().toList();
        if (saysNothing || formats.size() != 1 || !formatIsOpen) {
            return proven;
        }
        boolean agree = proven.isEmpty() || proven.get() == formats.get(0);
        return agree && (proven.isPresent() || evidence >= ENOUGH_EVIDENCE)
                ? Optional.of(formats.get(0))
                : Optional.empty();
    }

    /** A key that is denied, or what is to be said about it where it is long. */
    private record Denied(long blockOffset, byte[] key, String message) {}

    /** An interpretation while it is being tried. */
    private final class Trial {
        private final FilterDialect dialect;
        private final KeyFormat format;
        private final TableFilter block;
        private final FilterBlockReader reader;
        private final List<Denied> kept = new ArrayList<>();
        private long asked;
        private long denied;
        private long tooShort;

        Trial(FilterDialect dialect, KeyFormat format, TableFilter block) {
            this.dialect = dialect;
            this.format = format;
            this.block = block;
            this.reader = block.reader(dialect.matcher());
        }

        boolean denies(long blockOffset, byte[] key, int storedLength) {
            asked++;
            if (!format.allows(storedLength)) {
                tooShort += formatIsOpen ? 1 : 0;
                hasShortKeys |= certainlyInternal;
                return false;
            }
            int length = format.filterKeyLength(storedLength);
            if (reader.keyMayMatch(blockOffset, key, 0, length)) {
                return false;
            }
            denied++;
            if (kept.size() <= limit) {
                kept.add(
                        length <= MAX_KEY_KEPT
                                ? new Denied(blockOffset, Arrays.copyOf(key, length), "")
                                : new Denied(blockOffset, NO_KEY, message(blockOffset, key, length)));
            }
            return true;
        }

        /** Put into words only for the best interpretation: each takes a kilobyte or two. */
        Findings findings() {
            Findings.Collector findings = new Findings.Collector(limit);
            for (Denied each : kept) {
                findings.add(
                        Rule.TF_13,
                        each.blockOffset(),
                        () -> each.message().isEmpty()
                                ? message(each.blockOffset(), each.key(), each.key().length)
                                : each.message());
            }
            return new Findings(findings.findings().first(), denied);
        }

        private String message(long blockOffset, byte[] key, int length) {
            return "the key " + hex(key, length) + " of the data block at " + blockOffset + " is denied by "
                    + denial(blockOffset, key, length);
        }

        private String denial(long blockOffset, byte[] key, int length) {
            FilterBlockTrace lookup = block.layout().lookup(blockOffset);
            BloomTrace trace = block.trace(dialect, key, length, lookup);
            String name = "filter " + lookup.filter();
            return trace.firstUnset()
                    .map(bit -> name + ": bit " + bit.position() + " of "
                            + trace.info().bits() + " is missing")
                    .orElseGet(
                            () -> name + ", which is " + (lookup.length() == 0 ? "empty" : "too short to hold bits"));
        }

        /** A key without room for a tag rules out user keys, however many of them match. */
        boolean goesOn() {
            return denied < ENOUGH_DENIALS && tooShort == 0;
        }

        boolean deniesNothing() {
            return denied == 0 && tooShort == 0;
        }

        double denialRate() {
            return asked == 0 ? 0 : (double) (denied + tooShort) / asked;
        }

        Interpretation result() {
            return new Interpretation(dialect, format, asked, denied);
        }
    }

    private static String hex(byte[] key, int length) {
        String hex = HexFormat.of().formatHex(key, 0, Math.min(length, MAX_KEY_SHOWN));
        return length > MAX_KEY_SHOWN ? hex + "... (" + length + " bytes)" : hex.isEmpty() ? "(empty)" : hex;
    }
}
