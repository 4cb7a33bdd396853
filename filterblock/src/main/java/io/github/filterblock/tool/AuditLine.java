// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.audit.FilterSpace;
import io.github.filterblock.audit.Measurement;
import io.github.filterblock.audit.PlannedFilters;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads back one line that {@code audit --json} printed. Members that are not needed are passed over. */
final class AuditLine {
    static final String SCHEMA = "filterblock.audit/1";

    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,19}");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,30}(\\.[0-9]{1,12})?");

    private final Map<String, Map<String, String>> objects = new HashMap<>();
    private final List<String> tables = new ArrayList<>();
    private final List<Map<String, String>> plans = new ArrayList<>();
    private String schema = "none";

    private AuditLine() {}

    /** What a line says; the place stands in front of the reason if it cannot be read. */
    static Audit parse(String place, String line) throws IOException {
        try (JsonReader json = new JsonReader(new StringReader(line))) {
            AuditLine parsed = new AuditLine();
            parsed.read(json);
            if (json.peek() != JsonToken.END_DOCUMENT) {
                throw new IllegalStateException("more than one object");
            }
            return parsed.audit();
        } catch (MalformedJsonException | EOFException e) {
            throw new IOException(place + ": damaged JSON: " + words(e), e);
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new IOException(place + ": no result of audit: " + words(e), e);
        }
    }

    /** The parser's message without its advice to programmers. */
    private static String words(Exception e) {
        return String.valueOf(e.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .replaceFirst("^Use JsonReader\\.\\S+ to accept malformed JSON", "not as JSON has it");
    }

    private void read(JsonReader json) throws IOException {
        json.beginObject();
        while (json.hasNext()) {
            String name = json.nextName();
            switch (name) {
                case "schema" -> schema = json.nextString();
                case "tables" -> strings(json);
                case "space", "randomKeys", "neighbours" -> objects.put(name, values(json));
                case "plans" -> plans(json);
                default -> json.skipValue();
            }
        }
        json.endObject();
    }

    private void strings(JsonReader json) throws IOException {
        json.beginArray();
        while (json.hasNext()) {
            tables.add(json.nextString());
        }
        json.endArray();
    }

    private void plans(JsonReader json) throws IOException {
        json.beginArray();
        while (json.hasNext()) {
            plans.add(values(json));
        }
        json.endArray();
    }

    /** The members of an object that are numbers, as they are written. */
    private static Map<String, String> values(JsonReader json) throws IOException {
        Map<String, String> values = new HashMap<>();
        json.beginObject();
        while (json.hasNext()) {
            String name = json.nextName();
            if (json.peek() == JsonToken.NUMBER) {
                values.put(name, json.nextString());
            } else {
                json.skipValue();
            }
        }
        json.endObject();
        return values;
    }

    private Audit audit() {
        if (!schema.equals(SCHEMA)) {
            throw new IllegalStateException("the schema is " + schema + ", not " + SCHEMA);
        }
        return new Audit(
                tables,
                space(object("space")),
                measurement(object("randomKeys")),
                measurement(object("neighbours")),
                plans.stream().map(AuditLine::plan).toList());
    }

    private Map<String, String> object(String name) {
        Map<String, String> values = objects.get(name);
        if (values == null) {
            throw new IllegalStateException("it has no " + name);
        }
        return values;
    }

    private static FilterSpace space(Map<String, String> values) {
        return new FilterSpace(
                whole(values, "tables"),
                whole(values, "filters"),
                whole(values, "emptyFilters"),
                whole(values, "filterBytes"),
                whole(values, "offsetBytes"),
                whole(values, "keys"),
                decimal(values, "expectedMatches"));
    }

    private static Measurement measurement(Map<String, String> values) {
        return new Measurement(whole(values, "asked"), whole(values, "matched"), decimal(values, "expectedMatches"));
    }

    private static PlannedFilters plan(Map<String, String> values) {
        return new PlannedFilters(
                (int) Math.min(Integer.MAX_VALUE, whole(values, "baseLg")),
                (int) Math.min(Integer.MAX_VALUE, whole(values, "bitsPerKey")),
                whole(values, "tables"),
                whole(values, "keys"),
                whole(values, "bytes"),
                decimal(values, "expectedMatches"));
    }

    private static long whole(Map<String, String> values, String name) {
        return Long.parseLong(checked(values, name, WHOLE));
    }

    private static BigDecimal decimal(Map<String, String> values, String name) {
        return new BigDecimal(checked(values, name, DECIMAL));
    }

    private static String checked(Map<String, String> values, String name, Pattern form) {
        String value = values.get(name);
        if (value == null || !form.matcher(value).matches()) {
            throw new IllegalStateException(
                    value == null ? "it has no number " + name : name + " is " + value + ", no number of that kind");
        }
        return value;
    }
}
