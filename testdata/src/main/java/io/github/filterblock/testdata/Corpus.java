// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The golden files: tables by many writers and cases of every level, each with the original's answers.
 *
 * <p>A corpus is a directory; other corpora of the same layout serve as well as the bundled one, even when they lack
 * parts or members. A part that is missing is an empty list, a member that is missing or null is an empty
 * {@code Optional}, and a file that cannot be read is an {@link UncheckedIOException} whose message names it. Each part
 * is read when it is first asked for.
 *
 * <p>Immutable and thread-safe. The arrays in the records are shared: read them, do not change them.
 */
public final class Corpus {
    /** The system property that names the directory of another corpus. */
    public static final String DIRECTORY_PROPERTY = "filterblock.corpus";

    /**
     * The system property that names the directory where a relative {@value #DIRECTORY_PROPERTY} starts; absent or
     * empty, that is the working directory. Maven runs the tests of each module in the module's own directory, and
     * passes its own start directory in this property.
     */
    public static final String BASE_PROPERTY = "filterblock.corpus.base";

    private static final Lazy<Corpus> BUNDLED =
            new Lazy<>(() -> new Corpus(BundledCorpus.directory("corpus/SHA256SUMS")));

    private final Path directory;
    private final Lazy<List<CorpusTable>> tables = new Lazy<>(this::readTables);
    private final Lazy<List<RebuildCase>> rebuilds = new Lazy<>(this::readRebuilds);
    private final Lazy<List<BuilderCase>> builderCases = cases("builder_cases.jsonl", BuilderCase.class);
    private final Lazy<List<ReaderCase>> readerCases = cases("reader_cases.jsonl", ReaderCase.class);
    private final Lazy<List<BloomCase>> bloomCases = cases("bloom_cases.jsonl", BloomCase.class);
    private final Lazy<List<HashVector>> hashVectors = cases("hash_vectors.jsonl", HashVector.class);
    private final Lazy<List<LengthCase>> lengthCases = cases("length_cases.jsonl", LengthCase.class);
    private final Lazy<List<DamagedFile>> damaged = new Lazy<>(this::readDamaged);

    private Corpus(Path directory) {
        this.directory = CorpusFiles.requireDirectory(directory);
    }

    /**
     * Returns the corpus that comes with this module.
     *
     * <p>Its directory is always on the default file system: from a jar it is copied, once for each JVM, to a temporary
     * directory that is removed at exit.
     */
    public static Corpus bundled() {
        return BUNDLED.value();
    }

    /**
     * Returns the corpus in a directory.
     *
     * @throws UncheckedIOException if there is no such directory
     */
    public static Corpus at(Path directory) {
        return new Corpus(directory);
    }

    /**
     * Returns the corpus in the directory that the system property {@value #DIRECTORY_PROPERTY} names, or the bundled
     * one when the property is absent or empty. A relative path starts where {@value #BASE_PROPERTY} says.
     *
     * @throws UncheckedIOException if there is no such directory
     */
    public static Corpus configured() {
        return BundledCorpus.configured(DIRECTORY_PROPERTY, Corpus::at, Corpus::bundled);
    }

    /** Returns the directory that contains all paths of this corpus. */
    public Path directory() {
        return directory;
    }

    /** Returns the golden tables, ordered by name; one for each oracle. */
    public List<CorpusTable> tables() {
        return tables.value();
    }

    /** Returns the cases that rebuild the filter block of a golden table from its calls. */
    public List<RebuildCase> rebuilds() {
        return rebuilds.value();
    }

    /** Returns the cases that build a small filter block. */
    public List<BuilderCase> builderCases() {
        return builderCases.value();
    }

    /** Returns the cases that read a filter block, most of them malformed. */
    public List<ReaderCase> readerCases() {
        return readerCases.value();
    }

    /** Returns the cases of a single Bloom filter. */
    public List<BloomCase> bloomCases() {
        return bloomCases.value();
    }

    /** Returns vectors of the hash and of the CRC. */
    public List<HashVector> hashVectors() {
        return hashVectors.value();
    }

    /** Returns the cases of a filter's length. */
    public List<LengthCase> lengthCases() {
        return lengthCases.value();
    }

    /** Returns the damaged and unusual tables, with the questions that were asked of each. */
    public List<DamagedFile> damaged() {
        return damaged.value();
    }

    /** Returns a directory whose name ends as a table's does, if there is one; opening it as a table must fail. */
    public Optional<Path> directoryNamedLikeATable() {
        return Optional.of(directory.resolve("damaged/a-directory.ldb")).filter(Files::isDirectory);
    }

    private List<CorpusTable> readTables() {
        return CorpusFiles.listIfPresent(directory.resolve("tables"), ".json").stream()
                .map(CorpusTable::from)
                .toList();
    }

    private List<RebuildCase> readRebuilds() {
        Path index = directory.resolve("rebuild/index.json");
        return Files.exists(index)
                ? Json.objects(index, Json.object(index), "cases").stream()
                        .map(one -> Json.read(index, one, RebuildCase.class))
                        .toList()
                : List.of();
    }

    private <T extends Record> Lazy<List<T>> cases(String file, Class<T> type) {
        return new Lazy<>(() -> Json.lines(directory.resolve("cases").resolve(file), type));
    }

    private List<DamagedFile> readDamaged() {
        Path index = directory.resolve("damaged/damaged.json");
        return Files.exists(index) ? DamagedFile.allIn(index) : List.of();
    }

    @Override
    public String toString() {
        return "corpus at " + directory;
    }
}
