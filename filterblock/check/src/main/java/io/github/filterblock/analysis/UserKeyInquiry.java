// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.KeySplit;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Asks a full or partitioned filter about the keys of its table, while these are read. Not thread-safe. */
final class UserKeyInquiry {
    private final RocksDbFilter safe;
    private final int suffixLength;
    private final int limit;
    private final List<Reading> readings = new ArrayList<>();
    private final long[] additions;
    private final Copy previous = new Copy();

    /** The last key that the filter is asked about; those outside the domain of an extractor are not. */
    private final Copy lastAsked = new Copy();

    private long keys;
    private boolean tooShort;

    /** The filter asked with one hash: as is safe, and for whole keys. */
    private static final class Reading {
        private final RocksDbFilter filter;
        private final RocksDbFilter ofWholeKeys;
        private final Findings.Collector denials;
        private long denied;
        private long wholeDenied;

        Reading(RocksDbFilter filter, int limit) {
            this.filter = filter;
            this.ofWholeKeys = filter.withWholeKeys();
            this.denials = new Findings.Collector(limit);
        }

        void ask(long blockOffset, byte[] key, int length) {
            if (!filter.prefixMayMatch(key, 0, length)) {
                denials.add(Rule.TF_13, blockOffset, () -> prefixMessage(Arrays.copyOf(key, length)));
            }
            if (filter.contents().asksEveryPrefix() && !ofWholeKeys.keyMayMatch(key, 0, length)) {
                wholeDenied++;
            }
            if (!filter.keyMayMatch(key, 0, length)) {
                denied++;
                denials.add(Rule.TF_13, blockOffset, () -> message(Arrays.copyOf(key, length)));
            }
        }

        private String message(byte[] key) {
            return "the filter" + partition(key) + " denies the key \"" + text(key, key.length)
                    + "\", which is in the data block";
        }

        private String prefixMessage(byte[] key) {
            return "the filter" + partition(key) + " denies the prefix \""
                    + text(key, filter.contents().prefixLength(key.length)) + "\" of the key \""
                    + text(key, key.length) + "\", which is in the data block";
        }

        private String partition(byte[] key) {
            return filter.partitions().size() == 1
                    ? ""
                    : filter.partition(key)
                            .map(number -> " (partition " + number + ")")
                            .orElse("");
        }

        private static String text(byte[] key, int length) {
            return MetaindexEntry.printable(new String(key, 0, length, StandardCharsets.ISO_8859_1));
        }
    }

    /** A key that is kept while the array that held it is used again. */
    private static final class Copy {
        private static final int MOST_GROWTH = 1 << 20;

        private byte[] bytes = {};
        private int length = -1;

        boolean is(byte[] key, int keyLength) {
            return keyLength == length && Arrays.equals(key, 0, keyLength, bytes, 0, keyLength);
        }

        void set(byte[] key, int keyLength) {
            if (bytes.length < keyLength) {
                bytes = new byte[Math.max(keyLength, bytes.length + Math.min(bytes.length, MOST_GROWTH))];
            }
            System.arraycopy(key, 0, bytes, 0, keyLength);
            length = keyLength;
        }

        Optional<byte[]> copy() {
            return length < 0 ? Optional.empty() : Optional.of(Arrays.copyOf(bytes, length));
        }
    }

    UserKeyInquiry(RocksDbFilter filter, int limit) {
        this.safe = filter;
        this.limit = limit;
        this.suffixLength = FilterMatcher.TAG_LENGTH + filter.contents().timestampLength();
        this.additions = new long[filter.partitions().size()];
        List<LegacyHash> hashes = filter.hash() == LegacyHash.EITHER
                ? List.of(LegacyHash.SIGNED, LegacyHash.UNSIGNED)
                : List.of(filter.hash());
        hashes.forEach(hash -> readings.add(new Reading(filter.withHash(hash), limit)));
    }

    /** Takes a stored key: a user key, a timestamp if there are any, and a tag. */
    void key(long blockOffset, byte[] key, int storedLength) {
        int length = storedLength - suffixLength;
        keys++;
        if (length < 0) {
            tooShort = true;
            return;
        }
        for (Reading each : readings) {
            each.ask(blockOffset, key, length);
        }
        if (safe.contents().askedLength(key, 0, length) >= 0) {
            lastAsked.set(key, length);
        }
        countAddition(key, length);
    }

    /** Counts what the writer added, once for keys of the same prefix if that is what it adds. */
    private void countAddition(byte[] key, int keyLength) {
        boolean cut = safe.contents().split() != KeySplit.NONE;
        int length = cut ? Math.max(0, safe.contents().askedLength(key, 0, keyLength)) : keyLength;
        if (!previous.is(key, length)) {
            previous.set(key, length);
            int partition = additions.length == 1 ? 0 : safe.partition(key, 0, length);
            if (partition >= 0 && additions.length > 0) {
                additions[partition]++;
            }
        }
    }

    /**
     * What was found.
     *
     * @param inconsistent whether index and data blocks do not belong together, so keys may be missing
     * @param complete whether all keys could be read
     */
    UserKeyFilter conclude(boolean inconsistent, boolean complete) {
        if (safe.contents().asksEveryPrefix() && complete && !inconsistent) {
            List<Reading> exact =
                    readings.stream().filter(each -> each.wholeDenied == 0).toList();
            if (!exact.isEmpty()) {
                return conclude(
                        exact.size() == readings.size() ? safe.withWholeKeys() : exact.get(0).ofWholeKeys,
                        exact.get(0),
                        false);
            }
        }
        List<Reading> right = readings.stream().filter(each -> each.denied == 0).toList();
        Reading best = readings.get(0);
        for (Reading each : readings) {
            best = each.denied < best.denied ? each : best;
        }
        return conclude(right.size() == readings.size() ? safe : best.filter, best, inconsistent);
    }

    private UserKeyFilter conclude(RocksDbFilter filter, Reading best, boolean inconsistent) {
        Findings.Collector findings = new Findings.Collector(limit);
        UserKeyFilter.check(safe, lastAsked.copy(), findings);
        if (tooShort) {
            findings.add(
                    Rule.TF_12,
                    filter.entry().handle().map(handle -> handle.offset()).orElse(0L),
                    () -> "a key of the table is too short for the 8-byte tag that all keys of RocksDB have");
        }
        findings.addAll(best.denials.findings());
        List<Long> ofPartitions = Arrays.stream(additions).boxed().toList();
        return new UserKeyFilter(
                filter,
                keys,
                best.denied,
                ofPartitions,
                distrust(filter, best.denied, inconsistent),
                findings.findings());
    }

    private Optional<String> distrust(RocksDbFilter filter, long denied, boolean inconsistent) {
        if (filter.damage().isPresent()) {
            return Optional.of(
                    "the filter cannot be read: " + filter.damage().get().detail());
        }
        if (denied > 0) {
            return Optional.of(
                    "the filter denies " + denied + " of " + keys + " keys of the table (" + Rule.TF_13 + ")");
        }
        if (inconsistent || tooShort) {
            return Optional.of("the index or data blocks are damaged, or do not match (" + Rule.TF_11 + ")");
        }
        return filter.contents().obstacle().map(obstacle -> obstacle + " (" + Rule.RF_5 + ")");
    }
}
