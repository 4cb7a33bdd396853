// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of the corpus, read member by member; a member that is missing or null is empty, never an error.
 *
 * <p>Whole numbers are read without loss up to 2^64 - 1; a member of the wrong type is an {@link UncheckedIOException}
 * that names the file and the member. Immutable.
 */
final class Members {
    private final String where;
    private final JsonObject object;

    private Members(String where, JsonObject object) {
        this.where = where;
        this.object = object;
    }

    /** Returns the object that a JSON file holds. */
    static Members ofFile(Path file) {
        return parse(file.toString(), CorpusFiles.text(file));
    }

    /** Returns the objects of a file that has one to a line; a missing file has none. */
    static List<Members> ofLines(Path file) {
        List<Members> objects = new ArrayList<>();
        int number = 0;
        for (String line : CorpusFiles.linesIfPresent(file)) {
            number++;
            if (!line.isBlank()) {
                objects.add(parse(file + ":" + number, line));
            }
        }
        return objects;
    }

    private static Members parse(String where, String json) {
        try {
            return new Members(where, JsonParser.parseString(json).getAsJsonObject());
        } catch (RuntimeException notAnObject) {
            throw CorpusFiles.unreadable(where + ": not a JSON object", notAnObject);
        }
    }

    /** Whether the member is there and null. */
    boolean isNull(String name) {
        return object.has(name) && object.get(name).isJsonNull();
    }

    /** Whether the member is there and not null. */
    boolean isRecorded(String name) {
        return object.has(name) && !object.get(name).isJsonNull();
    }

    boolean isList(String name) {
        return object.has(name) && object.get(name).isJsonArray();
    }

    Optional<String> text(String name) {
        return read(name, JsonElement::getAsString);
    }

    String textOrEmpty(String name) {
        return text(name).orElse("");
    }

    Optional<Boolean> flag(String name) {
        return read(name, Members::asBoolean);
    }

    Optional<byte[]> hex(String name) {
        return read(name, Members::asBytes);
    }

    byte[] hexOrEmpty(String name) {
        return hex(name).orElseGet(() -> new byte[0]);
    }

    Optional<BigInteger> big(String name) {
        return read(name, JsonElement::getAsBigInteger);
    }

    /** Returns a number of at most 64 bits; from 2^63 upwards it is the negative long of the same bits. */
    OptionalLong number(String name) {
        return read(name, Members::asLong).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    OptionalInt small(String name) {
        return read(name, Members::asInt).map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    /** Returns the object with this name, or one without members. */
    Members child(String name) {
        return read(name, JsonElement::getAsJsonObject)
                .map(child -> new Members(where + ", " + name, child))
                .orElseGet(() -> new Members(where, new JsonObject()));
    }

    /** Returns the result of {@code reader} for each row of a list of lists; nothing when it is missing. */
    <T> List<T> rows(String name, Function<Row, T> reader) {
        return list(name, element -> reader.apply(new Row(element.getAsJsonArray())));
    }

    /** Returns the objects of a list; none when it is missing. */
    List<Members> children(String name) {
        return list(name, element -> new Members(where + ", " + name, element.getAsJsonObject()));
    }

    /** Returns the result of {@code reader} for each element of a list; nothing when it is missing. */
    <T> List<T> list(String name, Function<JsonElement, T> reader) {
        return read(
                        name,
                        element -> element.getAsJsonArray().asList().stream()
                                .map(reader)
                                .toList())
                .orElse(List.of());
    }

    /** Returns the names of the members, in the file's order. */
    List<String> names() {
        return List.copyOf(object.keySet());
    }

    private <T> Optional<T> read(String name, Function<JsonElement, T> reader) {
        @Nullable JsonElement element = object.get(name);
        if (element == null || element.isJsonNull()) {
            return Optional.empty();
        }
        try {
            return Optional.of(reader.apply(element));
        } catch (RuntimeException wrongType) {
            throw CorpusFiles.unreadable(where + ": member \"" + name + "\"", wrongType);
        }
    }

    static byte[] asBytes(JsonElement element) {
        return HexFormat.of().parseHex(element.getAsString());
    }

    static boolean asBoolean(JsonElement element) {
        if (element.getAsJsonPrimitive().isBoolean()) {
            return element.getAsBoolean();
        }
        throw new IllegalArgumentException("neither true nor false: " + element);
    }

    static long asLong(JsonElement element) {
        BigInteger number = element.getAsBigInteger();
        if (number.bitLength() > Long.SIZE) {
            throw new ArithmeticException("more than 64 bits: " + number);
        }
        return number.longValue();
    }

    static int asInt(JsonElement element) {
        return element.getAsBigInteger().intValueExact();
    }
}
