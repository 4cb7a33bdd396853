// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The filter policies that RocksDB's options file {@code OPTIONS-}<i>n</i> gives the column families of a database.
 *
 * @param name the name of the file; empty if there is none
 * @param policies {@code filter_policy} by the names of column families
 */
record OptionsFile(String name, Map<String, String> policies) {
    private static final OptionsFile NONE = new OptionsFile("", Map.of());
    private static final Pattern NAME = Pattern.compile("OPTIONS-([0-9]{1,18})");
    private static final Pattern SECTION = Pattern.compile("\\[(\\S+)(?: \"(.*)\")?\\]");
    private static final Pattern BITS = Pattern.compile("(?i)(bloomfilter|ribbonfilter|rocksdb\\.\\w+):([0-9.]+).*");
    private static final long MAX_BYTES = 1 << 20;

    /** A tenth: the filters of small tables have a few more bits than the policy asks for. */
    private static final double MAX_DIFFERENCE = 0.1;

    /** Below so many keys whole lines make up most of the difference. */
    private static final long MIN_KEYS = 1000;

    /** The one with the highest number; none if it cannot be read. */
    static OptionsFile newest(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            Optional<Path> newest =
                    files.filter(file -> number(file) >= 0).max(Comparator.comparingLong(OptionsFile::number));
            return newest.isPresent() && Files.size(newest.get()) <= MAX_BYTES ? read(newest.get()) : NONE;
        } catch (IOException e) {
            return NONE; // the tables are shown all the same
        }
    }

    private static long number(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        return name.matches() && Files.isRegularFile(file) ? Long.parseLong(name.group(1)) : -1;
    }

    private static OptionsFile read(Path file) throws IOException {
        Map<String, String> policies = new HashMap<>();
        String family = "";
        for (String line : Files.readString(file, ISO_8859_1).lines().toList()) {
            Matcher section = SECTION.matcher(line.strip());
            if (section.matches()) {
                boolean ofTables = section.group(1).startsWith("TableOptions/BlockBasedTable");
                family = ofTables && section.group(2) != null ? section.group(2) : "";
            } else if (!family.isEmpty() && line.strip().startsWith("filter_policy=")) {
                policies.put(family, line.strip().substring("filter_policy=".length()));
            }
        }
        return new OptionsFile(String.valueOf(file.getFileName()), policies);
    }

    /** The policy of a family; empty if the file does not say it. */
    Optional<String> policy(String family) {
        return Optional.ofNullable(policies.get(family));
    }

    /** Whether a table has another filter than the policy of its family would give it. */
    boolean differs(String family, TableSummary table) {
        Optional<String> policy = policy(family);
        if (policy.isEmpty()) {
            return false;
        }
        boolean none = policy.get().equals("nullptr");
        if (none || table.form() == null) {
            return none != (table.form() == null);
        }
        OptionalDouble bits = bits(policy.get());
        return bits.isPresent()
                && table.bitsPerKey() != null
                && table.keys() != null
                && table.keys() >= MIN_KEYS
                && !table.kinds().contains("ribbon") // has fewer bits than the Bloom filter that it stands for
                && Math.abs(table.bitsPerKey() - bits.getAsDouble()) > MAX_DIFFERENCE * bits.getAsDouble();
    }

    private static OptionalDouble bits(String policy) {
        Matcher bits = BITS.matcher(policy);
        try {
            return bits.matches() ? OptionalDouble.of(Double.parseDouble(bits.group(2))) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
