// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Finds out how the filter of a table is to be read, by asking every interpretation about the table's own keys. Not
 * thread-safe.
 *
 * <p>A filter never denies a key that is in it, so one denied key rules an interpretation out, while a key that matches
 * proves little: about one foreign key in a hundred matches as well. Two hashes differ only on keys whose tail has a
 * byte of 0x80 or above; a table without such keys cannot tell them apart, and the question stays open.
 *
 * <p>One damaged bit makes the right interpretation deny a key or two, while a wrong one denies nearly everything. An
 * interpretation that has denied {@value #ENOUGH_DENIALS} keys is ruled out and not asked again, unless it is the last
 * one: the best is asked about every key, so one pass counts the false negatives (TF-13).
 *
 * @param <H> the kind of hash
 */
abstract sealed class FilterInquiry<H> permits BlockInquiry, UserKeyInquiry {
    /**
     * With this many denials it is the wrong interpretation, or damage so great that it does not matter whose filter it
     * was.
     */
    static final int ENOUGH_DENIALS = 100;

    private static final byte[] NO_KEY = {};
    private static final int MAX_KEY_KEPT = 1 << 10;
    private static final int MAX_KEY_SHOWN = 64;

    private final List<Trial<H>> asked = new ArrayList<>();
    private long distinguishingKeys;

    /**
     * The filter of a table that answers, before it is asked about any key: a full or partitioned one, or else the
     * block-based one (RF-4).
     *
     * @param full the full or partitioned filter, if there is one
     */
    static Optional<FilterInquiry<?>> of(
            TableFile table, TableStructure structure, Optional<RocksDbFilter> full, FilterHints hints)
            throws IOException {
        if (full.isPresent()) {
            return Optional.of(new UserKeyInquiry(full.get()));
        }
        return LocatedFilterBlock.locate(table, structure)
                .map(found -> new BlockInquiry(found, hints, structure.origin()));
    }

    /**
     * Takes a stored key of the table.
     *
     * @param blockOffset offset in the file of its data block
     * @param key holds it from index 0 on; borrowed
     * @param storedLength number of its bytes, 0 or more
     * @param firstPart number of bytes of the part that Pebble's filter has, where its columns show it; else -1
     */
    abstract void key(long blockOffset, byte[] key, int storedLength, int firstPart);

    /** The filter, and what the keys have shown of it. */
    abstract ExaminedFilter conclude(TableFacts facts);

    /** Adds an interpretation, before the first key. */
    final void add(Trial<H> trial) {
        asked.add(trial);
    }

    /** Asks the interpretations that are not ruled out about a key; returns whether all of them deny it. */
    final boolean ask(long blockOffset, byte[] key, int storedLength) {
        int denials = 0;
        int count = asked.size();
        boolean enough = false;
        for (Trial<H> trial : asked) {
            if (trial.denies(blockOffset, key, storedLength)) {
                denials++;
                enough |= trial.denied == ENOUGH_DENIALS;
            }
        }
        if (denials > 0 && denials < count) {
            distinguishingKeys++;
        }
        if (enough && asked.stream().anyMatch(Trial::survives)) {
            asked.removeIf(trial -> trial.denied >= ENOUGH_DENIALS);
        }
        return denials > 0 && denials == count;
    }

    /** Counts keys that no interpretation that is asked denies. */
    final void match(int count) {
        for (Trial<H> trial : asked) {
            trial.asked += count;
        }
    }

    /** Says which key the filter denies, the same for all filters; what denies it follows. */
    static String denial(byte[] key, int length, long blockOffset) {
        return "the key " + hex(key, length) + " of the data block at " + blockOffset + " is denied by ";
    }

    /** The first bytes of a key in hexadecimal digits. */
    static String hex(byte[] key, int length) {
        String hex = HexFormat.of().formatHex(key, 0, Math.min(length, MAX_KEY_SHOWN));
        return length > MAX_KEY_SHOWN ? hex + "... (" + length + " bytes)" : hex.isEmpty() ? "(empty)" : hex;
    }

    /** On how many keys the interpretations that were asked did not agree. */
    final long distinguishingKeys() {
        return distinguishingKeys;
    }

    /** An interpretation while it is being tried. */
    abstract static class Trial<H> {
        private final H hash;
        private final KeyFormat format;
        private final int suffixLength;
        private final boolean needsRoom;
        private final List<Denied> kept = new ArrayList<>();
        private long asked;
        private long denied;
        private long tooShort;

        /**
         * An interpretation that was not tried yet.
         *
         * @param suffixLength bytes at the end of a stored key that are not the filter's
         * @param needsRoom whether a key that is too short for its suffix rules the interpretation out
         */
        Trial(H hash, KeyFormat format, int suffixLength, boolean needsRoom) {
            this.hash = hash;
            this.format = format;
            this.suffixLength = suffixLength;
            this.needsRoom = needsRoom;
        }

        /** A key that is denied, or what is to be said about it where it is long. */
        private record Denied(long blockOffset, byte[] key, String message) {}

        /** Whether the filter denies a key, read in this way. */
        abstract boolean deniesKey(long blockOffset, byte[] key, int length);

        /** What is said about a key that is denied. */
        abstract String message(long blockOffset, byte[] key, int length);

        final boolean denies(long blockOffset, byte[] key, int storedLength) {
            asked++;
            int length = storedLength - suffixLength;
            if (length < 0) {
                tooShort++;
                return false;
            }
            if (!deniesKey(blockOffset, key, length)) {
                return false;
            }
            denied++;
            if (kept.size() <= Findings.USUAL_LIMIT) {
                kept.add(
                        length <= MAX_KEY_KEPT
                                ? new Denied(blockOffset, Arrays.copyOf(key, length), "")
                                : new Denied(blockOffset, NO_KEY, message(blockOffset, key, length)));
            }
            return true;
        }

        /** Put into words only for the best interpretation: each takes a kilobyte or two. */
        final Findings findings() {
            Findings.Collector findings = new Findings.Collector(Findings.USUAL_LIMIT);
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

        /** Keys without room for a tag rule out user keys, however many of them match. */
        private long unfit() {
            return needsRoom ? tooShort : 0;
        }

        final boolean survives() {
            return denied < ENOUGH_DENIALS && unfit() == 0;
        }

        final boolean deniesNothing() {
            return denied == 0 && unfit() == 0;
        }

        final double denialRate() {
            return asked == 0 ? 0 : (double) (denied + unfit()) / asked;
        }

        /** Whether some key was too short for its suffix. */
        final boolean metShortKeys() {
            return tooShort > 0;
        }

        final long denied() {
            return denied;
        }

        final H hash() {
            return hash;
        }

        final KeyFormat format() {
            return format;
        }

        final Interpretation<H> result() {
            return new Interpretation<>(hash, format, asked, denied);
        }
    }
}
