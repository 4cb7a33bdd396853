// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** JSON.md has every member of every record, in its order, and says which may be null. */
class JsonPageTest {
    private static final Path PAGE = Path.of("../JSON.md");
    private static final Pattern SECTION = Pattern.compile("(?m)^### (\\S+)\\n(.*?)(?=^##|\\z)", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (.*) \\|$");

    private static final List<Class<?>> DOCUMENTS = List.of(
            InspectDocument.class,
            InspectedFooter.class,
            InspectedBlockFilter.class,
            InspectedUserKeyFilter.class,
            InspectedLines.class,
            TableSummary.class,
            OverviewDocument.class,
            VerifyDocument.class,
            KeysDocument.class,
            QueryDocument.class,
            QuerySum.class,
            ExplainDocument.class,
            AuditDocument.class,
            RebuildDocument.class,
            RetrofitDocument.class,
            PublishDocument.class,
            DatabaseDocument.class);

    private static Map<String, Class<?>> records() throws ClassNotFoundException {
        Map<String, Class<?>> records = new LinkedHashMap<>();
        for (Class<?> document : DOCUMENTS) {
            Stream.concat(Stream.of(document), Arrays.stream(document.getDeclaredClasses()))
                    .filter(Class::isRecord)
                    .forEach(each -> records.put(name(each), each));
        }
        Class<?> sum = Class.forName(VerifySum.class.getName() + "$Line");
        records.put(name(sum), sum);
        return records;
    }

    private static String name(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return (outer == null ? "" : outer.getSimpleName() + ".") + type.getSimpleName();
    }

    @Test
    void thePageHasTheMembersOfTheRecords() throws IOException, ClassNotFoundException {
        Map<String, Class<?>> records = records();
        TreeSet<String> described = new TreeSet<>();
        Matcher sections = SECTION.matcher(Files.readString(PAGE));
        while (sections.find()) {
            String name = sections.group(1);
            described.add(name);
            Map<String, String> rows = new LinkedHashMap<>();
            ROW.matcher(sections.group(2)).results().forEach(row -> rows.put(row.group(1), row.group(2)));
            Class<?> type = records.get(name);
            assertTrue(type != null, name);
            assertEquals(
                    Arrays.stream(type.getRecordComponents())
                            .map(RecordComponent::getName)
                            .toList(),
                    List.copyOf(rows.keySet()),
                    name);
            for (RecordComponent each : type.getRecordComponents()) {
                boolean mayBeNull = each.getAnnotatedType().isAnnotationPresent(Nullable.class);
                assertTrue(!mayBeNull || rows.get(each.getName()).contains("null"), name + "." + each.getName());
            }
        }
        assertEquals(new TreeSet<>(records.keySet()), described);
    }
}
