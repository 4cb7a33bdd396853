// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

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

    @Override
    public String toString() {
        return name;
    }
}
