// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.github.filterblock.testdata.CorpusTable.Listing;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Reads records from the JSON of a corpus: from objects by the names of the components, in camel case or with
 * underscores, and from arrays by their order.
 *
 * <p>A member that is missing or null is empty, 0 or false, never an error. Whole numbers are read without loss: a
 * {@code long} takes up to 2^64 - 1, from 2^63 upwards as a negative number. Bytes are in hexadecimal, and a {@code
 * Path} is below the JSON's own directory, or that directory if its member is missing. A member of the wrong type is an
 * {@link UncheckedIOException} that names the file and the member.
 */
final class Json {

    /** Says where a component's member is, if not at the component's name. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface At {
        /** Names from the outside to the inside, with dots between. */
        String value();

        /** The meaning of a missing number or text; of a {@link Listing} how much of it is listed. */
        String otherwise() default "";
    }

    /** What reflection says about a type of records; asking anew for each of thousands takes seconds. */
    private record Shape(RecordComponent[] components, Constructor<?> constructor) {}

    private final Path directory;
    private final String where;
    private final Map<Class<?>, Shape> shapes;

    private Json(Path file, String where, Map<Class<?>, Shape> shapes) {
        this.directory = file.resolveSibling("");
        this.where = where;
        this.shapes = shapes;
    }

    /** Returns the object that a JSON file holds. */
    static JsonObject object(Path file) {
        return parse(file.toString(), CorpusFiles.text(file));
    }

    private static JsonObject parse(String where, String json) {
        try {
            return JsonParser.parseString(json).getAsJsonObject();
        } catch (RuntimeException notAnObject) {
            throw CorpusFiles.unreadable(where + ": not a JSON object", notAnObject);
        }
    }

    /** Returns the record in an object of a file. */
    static <T extends Record> T read(Path file, JsonObject object, Class<T> type) {
        return new Json(file, file.toString(), new HashMap<>()).record(type, object);
    }

    /** Returns the records of a file that has one to a line; a missing file has none. */
    static <T extends Record> List<T> lines(Path file, Class<T> type) {
        List<T> records = new ArrayList<>();
        Map<Class<?>, Shape> shapes = new HashMap<>();
        int number = 0;
        for (String line : CorpusFiles.linesIfPresent(file)) {
            String where = file + ":" + ++number;
            if (!line.isBlank()) {
                records.add(new Json(file, where, shapes).record(type, parse(where, line)));
            }
        }
        return List.copyOf(records);
    }

    /** Returns the objects in a list of a file's object; none if it is missing. */
    static List<JsonObject> objects(Path file, JsonObject object, String name) {
        try {
            return object.has(name)
                    ? object.getAsJsonArray(name).asList().stream()
                            .map(JsonElement::getAsJsonObject)
                            .toList()
                    : List.of();
        } catch (RuntimeException notObjects) {
            throw CorpusFiles.unreadable(file + ": member \"" + name + "\"", notObjects);
        }
    }

    /** Whether the member is there and not null. */
    static boolean isRecorded(JsonObject object, String name) {
        return object.has(name) && !object.get(name).isJsonNull();
    }

    private <T> T record(Class<T> type, JsonElement json) {
        Shape shape = shapes.computeIfAbsent(type, Json::shape);
        RecordComponent[] components = shape.components();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            try {
                values[i] = json.isJsonArray()
                        ? element(components[i], json.getAsJsonArray(), i)
                        : member(components[i], json.getAsJsonObject());
            } catch (UncheckedIOException inside) {
                throw inside;
            } catch (RuntimeException wrongType) {
                throw CorpusFiles.unreadable(where + ": member \"" + components[i].getName() + "\"", wrongType);
            }
        }
        try {
            return type.cast(shape.constructor().newInstance(values));
        } catch (ReflectiveOperationException e) {
            throw CorpusFiles.unreadable(where, e);
        }
    }

    private static Shape shape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return new Shape(components, type.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every record has this constructor", e);
        }
    }

    private Object element(RecordComponent component, JsonArray array, int place) {
        if (place >= array.size() && component.getType().isPrimitive()) {
            throw new IllegalArgumentException("only " + array.size() + " elements");
        }
        return value(component.getGenericType(), place < array.size() ? array.get(place) : JsonNull.INSTANCE);
    }

    private Object member(RecordComponent component, JsonObject object) {
        At at = component.getAnnotation(At.class);
        String path = at == null ? nameIn(object, component.getName()) : at.value();
        JsonElement found = find(object, path);
        if (component.getType() == Listing.class) {
            JsonElement listed = find(object, path + "_listed");
            String word = listed.isJsonNull() && at != null ? at.otherwise() : (String) value(String.class, listed);
            return new Listing<>(list(component.getGenericType(), found), found.isJsonNull() ? "" : word);
        }
        boolean missing = found.isJsonNull() && at != null && !at.otherwise().isEmpty();
        return value(component.getGenericType(), missing ? new JsonPrimitive(at.otherwise()) : found);
    }

    private static String nameIn(JsonObject object, String name) {
        return object.has(name)
                ? name
                : name.replaceAll("(?<=[a-z0-9])([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static JsonElement find(JsonObject object, String path) {
        JsonElement found = object;
        for (String name : path.split("\\.", -1)) {
            JsonElement inside = found.getAsJsonObject().get(name);
            if (inside == null || inside.isJsonNull()) {
                return JsonNull.INSTANCE;
            }
            found = inside;
        }
        return found;
    }

    private Object value(Type type, JsonElement json) {
        boolean missing = json.isJsonNull();
        Class<?> raw = (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
        if (raw == Optional.class) {
            return missing ? Optional.empty() : optional(argument(type, 0), json);
        } else if (raw == OptionalLong.class) {
            return missing ? OptionalLong.empty() : OptionalLong.of(whole(json));
        } else if (raw == OptionalInt.class) {
            return missing
                    ? OptionalInt.empty()
                    : OptionalInt.of(json.getAsBigInteger().intValueExact());
        } else if (raw == List.class) {
            return list(type, json);
        } else if (raw == Map.class) {
            Map<String, Object> map = new LinkedHashMap<>();
            (missing ? new JsonObject() : json.getAsJsonObject())
                    .asMap()
                    .forEach((name, inside) -> map.put(name, value(argument(type, 1), inside)));
            return map;
        } else if (raw == String.class) {
            return missing ? "" : json.getAsString();
        } else if (raw == boolean.class || raw == Boolean.class) {
            return !missing && flag(json);
        } else if (raw == long.class || raw == Long.class) {
            return missing ? 0L : whole(json);
        } else if (raw == int.class) {
            return missing ? 0 : json.getAsBigInteger().intValueExact();
        } else if (raw == double.class) {
            return missing ? 0.0 : json.getAsDouble();
        } else if (raw == byte[].class) {
            return missing ? new byte[0] : HexFormat.of().parseHex(json.getAsString());
        } else if (raw == BigInteger.class) {
            return json.getAsBigInteger();
        } else if (raw == JsonElement.class) {
            return json;
        } else if (raw == Path.class) {
            return missing ? directory : directory.resolve(json.getAsString());
        }
        return record(raw, missing ? new JsonObject() : json);
    }

    private Optional<?> optional(Type type, JsonElement json) {
        return type == KeyKind.class ? KeyKind.of(json.getAsString()) : Optional.of(value(type, json));
    }

    private List<Object> list(Type type, JsonElement json) {
        List<Object> list = new ArrayList<>();
        (json.isJsonNull() ? new JsonArray() : json.getAsJsonArray())
                .forEach(element -> list.add(value(argument(type, 0), element)));
        return List.copyOf(list);
    }

    private static Type argument(Type type, int number) {
        return ((ParameterizedType) type).getActualTypeArguments()[number];
    }

    private static long whole(JsonElement json) {
        BigInteger number = json.getAsBigInteger();
        if (number.bitLength() > Long.SIZE) {
            throw new ArithmeticException("more than 64 bits: " + number);
        }
        return number.longValue();
    }

    private static boolean flag(JsonElement json) {
        if (json.getAsJsonPrimitive().isBoolean()) {
            return json.getAsBoolean();
        }
        throw new IllegalArgumentException("neither true nor false: " + json);
    }
}
