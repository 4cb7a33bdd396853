// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object on a line. Its schema is a record: members have the names and the order of the components.
 *
 * @param <R> the result that is printed
 */
public final class Json<R> implements Form<R> {
    /**
     * A member that not every line of a schema has: a component that is null is left out.
     *
     * @param <T> the value's type
     * @param value what is printed; null is printed as such
     */
    public record Member<T>(@Nullable T value) {}

    private final Function<R, ? extends Record> schema;

    /** A form that prints the records that a schema makes of results. */
    public Json(Function<R, ? extends Record> schema) {
        this.schema = schema;
    }

    @Override
    public void print(R result, PrintWriter out, PrintWriter err) {
        JsonSchemas.GSON.toJson(schema.apply(result), new EscapingWriter(out));
        out.println();
    }

    /** A record as one line without its end. */
    public static String line(Record record) {
        StringWriter line = new StringWriter();
        JsonSchemas.GSON.toJson(record, new EscapingWriter(line));
        return line.toString();
    }

    /** Characters that control a terminal are written as JSON escapes; outside strings there are none. */
    private static final class EscapingWriter extends FilterWriter {
        EscapingWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(int unit) throws IOException {
            write(String.valueOf((char) unit));
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            write(new String(text, offset, length));
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            out.write(TerminalText.replaced(text.substring(offset, offset + length), EscapingWriter::escape));
        }

        private static String escape(int unsafe) {
            StringBuilder escapes = new StringBuilder();
            for (char unit : Character.toChars(unsafe)) {
                escapes.append(TerminalText.format("\\u%04x", unit));
            }
            return escapes.toString();
        }
    }

    /**
     * Reads back a line. Members that the record does not have are ignored.
     *
     * @param line one object
     * @param schema the name of its schema
     * @param type the schema's record
     * @throws JsonParseException if it is not one object of that schema, or lacks a number, a list or an object
     */
    public static <T extends Record> T read(String line, String schema, Class<T> type) {
        if (!(JsonSchemas.GSON.fromJson(line, JsonElement.class) instanceof JsonObject object)) {
            throw new JsonParseException("there is no object");
        }
        String found = object.get("schema") instanceof JsonPrimitive name ? name.getAsString() : "none";
        if (!found.equals(schema)) {
            throw new JsonParseException("the schema is " + found + ", not " + schema);
        }
        checkComplete(object, type);
        return JsonSchemas.GSON.fromJson(line, type); // from the text: numbers of a tree overflow silently
    }

    /** Why a line could not be read, in one line and without the parser's advice to programmers. */
    public static String reason(RuntimeException e, String notOfSchema) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String words = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return cause instanceof MalformedJsonException || cause instanceof EOFException
                ? "damaged JSON: " + words.replaceFirst("^Use JsonReader\\.\\S+ to accept malformed JSON", "malformed")
                : notOfSchema + ": " + words;
    }

    private static void checkComplete(JsonObject object, Class<?> schema) {
        for (RecordComponent component : schema.getRecordComponents()) {
            JsonElement value = object.get(component.getName());
            boolean missing = value == null || value.isJsonNull();
            if (missing && isRequired(component.getType())) {
                throw new JsonParseException("it has no " + component.getName());
            }
            if (!missing) {
                checkComplete(value, component.getGenericType());
            }
        }
    }

    private static boolean isRequired(Class<?> type) {
        return type.isPrimitive()
                || type == List.class
                || type == BigDecimal.class
                || type.isRecord() && type != Member.class;
    }

    private static void checkComplete(JsonElement value, Type type) {
        if (value instanceof JsonObject object && type instanceof Class<?> schema && schema.isRecord()) {
            checkComplete(object, schema);
        } else if (value instanceof JsonArray array && type instanceof ParameterizedType list) {
            array.forEach(item -> checkComplete(item, list.getActualTypeArguments()[0]));
        }
    }

    /** A 64-bit number that may be above what a signed one holds. */
    public static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }

    /** The beginning of a list; print its true length beside it. */
    public static <T> List<T> limited(List<T> list, int limit) {
        return list.size() <= limit ? list : list.subList(0, limit);
    }
}
