// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.database.Database.KeyVisitor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A filter and the number of keys that were added to it.
 *
 * @param filter the filter
 * @param keys how many keys were added, each as often as it was found
 * @param sources the files that the keys are from
 */
record FilledFilter(PublishedFilter filter, long keys, Set<Path> sources) {
    private static final int SHOWN_EVERY = 1 << 16;

    /** Counts the keys that pass. */
    private static final class Counter implements KeyVisitor {
        private final KeyVisitor taker;
        private final Progress progress;
        private long keys;

        Counter(KeyVisitor taker, Progress progress) {
            this.taker = taker;
            this.progress = progress;
        }

        @Override
        public void key(byte[] key, int offset, int length) {
            taker.key(key, offset, length);
            keys++;
            if (keys % SHOWN_EVERY == 0) {
                progress.show();
            }
        }
    }

    /** Makes a filter of all keys of tables and databases, which are read twice if the number of keys must be known. */
    static FilledFilter ofPaths(FilterShapeOptions shape, List<Path> paths, FilterHints hints, Progress progress)
            throws IOException, Failure {
        Runnable fileDone = () -> {
            progress.fileDone();
            progress.show();
        };
        try (KeySource source = new KeySource(paths, hints, fileDone)) {
            Counter count = new Counter((key, offset, length) -> {}, progress);
            if (shape.needsCount()) {
                source.visit(count);
            }
            PublishedFilter filter = shape.create(count.keys);
            Counter added = new Counter(filter::add, progress);
            source.visit(added);
            source.checkUnchanged();
            return new FilledFilter(filter, added.keys, source.files());
        }
    }

    /**
     * Makes a filter of the lines of a list, which are keys, added in this order. If their number must be known, the
     * list is read twice if that is possible; otherwise its keys are kept.
     */
    static FilledFilter ofLines(FilterShapeOptions shape, String source, KeyForm form) throws IOException {
        List<byte[]> kept = new ArrayList<>();
        boolean keeps = shape.needsCount() && !Lines.areRepeatable(source);
        long count = shape.needsCount() ? eachLine(source, form, keeps ? kept::add : key -> {}) : 0;
        PublishedFilter filter = shape.create(count);
        Consumer<byte[]> adding = key -> filter.add(key, 0, key.length);
        if (keeps) {
            kept.forEach(adding);
        }
        Set<Path> files = Lines.areRepeatable(source) ? Set.of(Path.of(source)) : Set.of();
        return new FilledFilter(filter, keeps ? count : eachLine(source, form, adding), files);
    }

    /** Returns the number of lines. */
    private static long eachLine(String source, KeyForm form, Consumer<byte[]> taker) throws IOException {
        long lines = 0;
        try (Lines list = Lines.of(source)) {
            for (String line = list.next(); line != null; line = list.next()) {
                taker.accept(form.parse(line));
                lines++;
            }
        }
        return lines;
    }
}
