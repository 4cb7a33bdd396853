// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.annotations.SerializedName;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * JSON.md says what every member of every record means; {@code -Dfilterblock.record=true} writes the file of
 * their types, which also says which may be null.
 */
class JsonPageTest {
    private static final Path PAGE = Path.of("../JSON.md");
    private static final Path TYPES = Path.of("src/test/resources/io/github/filterblock/json-members.txt");
    private static final Pattern SECTION = Pattern.compile("(?m)^### (\\S+)\\n(.*?)(?=^##|\\z)", Pattern.DOTALL);
    private static final Pattern ITEM = Pattern.compile("(?m)^\\* (`\\w+`(?:,\\s+`\\w+`)*): ");
    private static final Pattern MEMBER = Pattern.compile("`(\\w+)`");

    private static final List<Class<?>> DOCUMENTS = List.of(
            FailureDocument.class,
            Found.class,
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

    /** The names of the members that a section explains. */
    private static Set<String> members(String section) {
        return ITEM.matcher(section)
                .results()
                .flatMap(item -> MEMBER.matcher(item.group(1)).results())
                .map(name -> name.group(1))
                .collect(Collectors.toSet());
    }

    private static boolean mayBeNull(RecordComponent member) {
        return member.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static String name(Class<?> type, RecordComponent member) {
        try {
            SerializedName other = type.getDeclaredField(member.getName()).getAnnotation(SerializedName.class);
            return other == null ? member.getName() : other.value();
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
    }

    /** The type in the words of JSON. */
    private static String words(Type type) {
        if (type instanceof ParameterizedType of) {
            Type last = of.getActualTypeArguments()[of.getActualTypeArguments().length - 1];
            return (of.getRawType() == List.class ? "list of " : "object of ") + words(last);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == InspectedFilter.class) {
            return "InspectedBlockFilter or InspectedUserKeyFilter";
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return "boolean";
        }
        if (plain == double.class || plain == Double.class) {
            return "number";
        }
        boolean isWhole = plain.isPrimitive() || Number.class.isAssignableFrom(plain);
        return isWhole ? "integer" : plain.isRecord() && plain != Searched.class ? name(plain) : "string";
    }

    /** A member that changes its type, or may be null where it was not, raises the version of its record. */
    @Test
    void typesOfMembersAreTheRecordedOnes() throws IOException, ClassNotFoundException {
        StringBuilder types = new StringBuilder();
        records().forEach((record, type) -> {
            types.append(record).append('\n');
            for (RecordComponent each : type.getRecordComponents()) {
                String word = words(each.getGenericType()) + (mayBeNull(each) ? " or null" : "");
                types.append("    ")
                        .append(name(type, each))
                        .append(": ")
                        .append(word)
                        .append('\n');
            }
        });
        if (Boolean.getBoolean("filterblock.record")) {
            Files.writeString(TYPES, types);
        }
        assertEquals(Files.readString(TYPES), types.toString());
    }

    @Test
    void thePageSaysWhatEveryMemberMeans() throws IOException, ClassNotFoundException {
        Map<String, Class<?>> records = records();
        String page = Files.readString(PAGE);
        Set<String> once = members(page.substring(page.indexOf("\n## Members that "), page.indexOf("\n### ")));
        Map<String, Set<String>> own = new LinkedHashMap<>();
        Matcher sections = SECTION.matcher(page);
        while (sections.find()) {
            own.put(sections.group(1), members(sections.group(2)));
        }
        assertTrue(records.keySet().containsAll(own.keySet()), own.keySet()::toString);
        List<String> wrong = new ArrayList<>();
        records.forEach((record, type) -> {
            Set<String> unexplained = new TreeSet<>();
            for (RecordComponent each : type.getRecordComponents()) {
                unexplained.add(name(type, each));
            }
            Set<String> described = own.getOrDefault(record, Set.of());
            described.stream().filter(name -> !unexplained.contains(name)).forEach(name -> wrong.add("no " + name));
            unexplained.removeAll(described);
            unexplained.removeAll(once);
            unexplained.removeIf(name -> name.endsWith("Total"));
            unexplained.forEach(name -> wrong.add(record + "." + name));
        });
        assertEquals(List.of(), wrong);
    }
}
