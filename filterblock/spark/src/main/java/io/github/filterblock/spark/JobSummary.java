// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.ExitStatus;
import io.github.filterblock.cli.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code filterblock.spark.summary/1}: the result of a job.
 *
 * @param schema the name of this form
 * @param verb the verb
 * @param files how many lines there are
 * @param statuses how many of them have a status, by status
 * @param warnings messages about what could not be listed
 * @param exitStatus that of the command line
 */
record JobSummary(
        String schema, String verb, long files, Map<String, Long> statuses, List<String> warnings, int exitStatus) {
    private static final String SCHEMA = "filterblock.spark.summary/1";

    static JobSummary of(String verb, Map<TableStatus, Long> statuses, List<String> warnings) {
        int largest = statuses.keySet().stream()
                .mapToInt(status -> ExitStatus.of(status.id()))
                .max()
                .orElse(ExitStatus.WELL);
        Map<String, Long> byName = new TreeMap<>();
        statuses.forEach((status, count) -> byName.put(status.id(), count));
        return new JobSummary(
                SCHEMA,
                verb,
                statuses.values().stream().mapToLong(Long::longValue).sum(),
                byName,
                warnings,
                warnings.isEmpty() ? largest : Math.max(largest, ExitStatus.UNREADABLE));
    }

    /** One line for programs. */
    String line() {
        return Json.line(this);
    }

    /** One line for people. */
    String text() {
        String counts = Stream.of(TableStatus.values())
                .filter(status -> statuses.containsKey(status.id()))
                .map(status -> statuses.get(status.id()) + " " + status.id())
                .collect(Collectors.joining(", "));
        return files + " files" + (counts.isEmpty() ? "" : ": " + counts);
    }
}
