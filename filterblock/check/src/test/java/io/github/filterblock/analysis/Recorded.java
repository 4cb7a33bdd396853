// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * What cases give, as text beside what was recorded of them: a change of it must be looked at.
 *
 * <p>{@code -Dfilterblock.record=true} writes the files again.
 */
public final class Recorded {
    private static final Path RECORDS = Path.of("src/test/resources/io/github/filterblock");
    private static final String HEADING = "# ";

    private final Map<String, Text> cases = new LinkedHashMap<>();

    /** What a case gives. */
    public interface Text {
        String get() throws IOException;
    }

    public Recorded add(String name, Text text) {
        if (cases.put(name, text) != null) {
            throw new IllegalArgumentException("twice: " + name);
        }
        return this;
    }

    /** Compares every case with its part of a file in the resources. */
    public Stream<DynamicTest> compareWith(String file) throws IOException {
        Path path = RECORDS.resolve(file);
        if (Boolean.getBoolean("filterblock.record")) {
            StringBuilder all = new StringBuilder();
            for (Map.Entry<String, Text> each : cases.entrySet()) {
                String text = each.getValue().get();
                all.append(HEADING + each.getKey() + "\n" + text + "\n");
                each.setValue(() -> text);
            }
            Files.createDirectories(path.getParent());
            Files.writeString(path, all);
        }
        Map<String, String> parts = parts(Files.readString(path));
        Stream<DynamicTest> names =
                Stream.of(DynamicTest.dynamicTest("names", () -> assertEquals(cases.keySet(), parts.keySet())));
        Stream<DynamicTest> texts = cases.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> assertEquals(
                                parts.get(each.getKey()), each.getValue().get())));
        return Stream.concat(names, texts);
    }

    private static Map<String, String> parts(String recorded) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : recorded.substring(HEADING.length()).split("\n" + HEADING)) {
            int name = part.indexOf('\n');
            parts.put(part.substring(0, name), part.substring(name + 1).replaceFirst("\n*$", "\n"));
        }
        return parts;
    }
}
