// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.KeyKind;
import io.github.filterblock.testdata.PlacedKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A sound table and every key that is in it.
 *
 * @param name for messages
 * @param bytes the table; copy before damaging
 * @param keys each key as the filter knows it, at the offset of its data block
 */
record TableCase(String name, byte[] bytes, List<PlacedKey> keys) {

    /** Reads the keys of a table; its analysis decides whether they have tags. */
    static TableCase of(String name, byte[] bytes) {
        try {
            TableReport analysis = TableReport.of(BytesSource.open(bytes));
            return of(
                    name,
                    bytes,
                    analysis.identification().keyFormat().orElse(KeyFormat.WHOLE_KEY) == KeyFormat.USER_KEY);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    static TableCase of(CorpusTable table) {
        try {
            boolean tagged = table.file().keyKind().equals(Optional.of(KeyKind.INTERNAL));
            return of(table.name(), table.bytes(), tagged);
        } catch (IOException e) {
            throw new UncheckedIOException(table.name(), e);
        }
    }

    private static TableCase of(String name, byte[] bytes, boolean tagged) throws IOException {
        TableFile table = BytesSource.open(bytes);
        List<PlacedKey> keys = new ArrayList<>();
        for (IndexEntry entry : table.index()) {
            KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
            while (cursor.next()) {
                int tag = tagged ? FilterMatcher.TAG_LENGTH : 0;
                byte[] key = Arrays.copyOf(cursor.key(), cursor.keyLength() - tag);
                keys.add(new PlacedKey(entry.handle().offset(), key));
            }
        }
        return new TableCase(name, bytes, keys);
    }

    /** The good tables that the corpus's damaged ones were made from. */
    static List<TableCase> goodBases() {
        return Corpus.bundled().damaged().stream()
                .filter(file -> file.name().endsWith("-good.ldb"))
                .map(file -> of(file.name(), file.bytes()))
                .toList();
    }

    /** The corpus's tables up to this number of bytes, the smallest first. */
    static List<TableCase> corpusUpTo(int length) {
        return Corpus.configured().tables().stream()
                .filter(table -> table.path().toFile().length() <= length && Files.exists(table.path()))
                .filter(table -> table.layout().indexHandle().isPresent())
                .map(TableCase::of)
                .sorted(Comparator.comparingInt(table -> table.bytes.length))
                .toList();
    }

    /** Whether the table has a filter of a built-in policy. */
    boolean hasFilter() {
        try (TableFile table = BytesSource.open(bytes)) {
            return table.openFilter().isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** The same bytes in an array of their own. */
    TableCase copy() {
        return new TableCase(name, bytes.clone(), keys);
    }

    /** The first of this table's keys that a reader denies, if any. */
    Optional<PlacedKey> deniedBy(FilterBlockReader reader) {
        return deniedBy(reader, 0, 1);
    }

    /** The first of some keys, each {@code step}-th one from a first, that a reader denies, if any. */
    Optional<PlacedKey> deniedBy(FilterBlockReader reader, int first, int step) {
        for (int i = first; i < keys.size(); i += step) {
            PlacedKey key = keys.get(i);
            if (!reader.keyMayMatch(key.blockOffset(), key.key())) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    /** The first of this table's keys that a query denies at the key's own data block, or of some says is absent. */
    Optional<PlacedKey> deniedBy(TableQuery query, int first, int step) {
        for (int i = 0; i < keys.size(); i++) {
            PlacedKey key = keys.get(i);
            boolean denied = !query.askFilter(key.blockOffset(), key.key());
            if (denied || i % step == first && !query.ask(key.key()).mayMatch()) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    /** Makes sure that the case can fail: it has keys, and none of them is denied as long as nothing is damaged. */
    TableCase checked() throws IOException {
        TableFile table = BytesSource.open(bytes);
        assertFalse(keys.isEmpty(), name);
        assertTrue(deniedBy(table.openFilter().orElseThrow()).isEmpty(), name);
        assertTrue(deniedBy(new TableQuery(TableReport.of(table)), 0, 1).isEmpty(), name);
        return this;
    }

    @Override
    public String toString() {
        return name;
    }
}
