// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.FilterDialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which of the two hashes the filters of a database's tables have. LevelDB before 1.18 took the bytes of keys for
 * signed numbers on x86 and for unsigned ones on ARM, under one name (FB-2). Several threads may use it at once.
 */
final class HashesOfDatabases {
    private static final Set<FilterDialect> SIGNED = Set.of(FilterDialect.LEVELDB_117_SIGNED, FilterDialect.BASHO_1);
    private static final Set<FilterDialect> UNSIGNED =
            Set.of(FilterDialect.GOLEVELDB, FilterDialect.LEVELDB_117_UNSIGNED);

    /** The name of LevelDB's policy up to 1.17, whose hash depends on the machine. */
    static final String SHARED_NAME = "leveldb.BuiltinBloomFilter";

    private final Map<Path, Map<Boolean, Path>> tables = new ConcurrentHashMap<>();

    /** The first table of each directory whose filter only a dialect of another name explains. */
    private final Map<Path, Path> ports = new ConcurrentHashMap<>();

    /** Takes the filter of a table into account, if its keys tell which hash it has. */
    void add(Path directory, Path file, TableReport report) {
        Optional<ExaminedFilter> filter = report.filter();
        if (filter.flatMap(ExaminedFilter::otherDialect).isPresent()) {
            ports.merge(directory, file, HashesOfDatabases::first);
        }
        List<?> dialects = filter.filter(found -> found.entry().policyName().equals(Optional.of(SHARED_NAME)))
                .<List<?>>map(found -> found.identification().hashes())
                .orElse(List.of());
        boolean signed = SIGNED.containsAll(dialects);
        if (!dialects.isEmpty() && (signed || UNSIGNED.containsAll(dialects))) {
            tables.computeIfAbsent(directory, each -> new ConcurrentHashMap<>())
                    .merge(signed, file, HashesOfDatabases::first);
        }
    }

    private static Path first(Path one, Path other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** What is to be said of a database whose tables have both hashes, or another than their name says. */
    Optional<String> note(Path directory) {
        return Optional.ofNullable(ports.get(directory))
                .map(port -> "filters have another hash than their name says, first that of " + port.getFileName()
                        + "; only the program that wrote them finds its keys, others deny keys that are there")
                .or(() -> ofTwoHashes(directory));
    }

    private Optional<String> ofTwoHashes(Path directory) {
        Map<Boolean, Path> found = tables.getOrDefault(directory, Map.of());
        Path signed = found.get(true);
        Path unsigned = found.get(false);
        return signed == null || unsigned == null
                ? Optional.empty()
                : Optional.of(
                        "tables have filters of two hashes under the name leveldb.BuiltinBloomFilter, signed as in "
                                + signed.getFileName() + " and unsigned as in " + unsigned.getFileName()
                                + "; a program that has one of them denies keys that are there");
    }
}
