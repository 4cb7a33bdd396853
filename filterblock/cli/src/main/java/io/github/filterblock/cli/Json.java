// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.annotations.SerializedName;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Documents as JSON, one object on a line: members have the names and the order of the record's components. */
public final class Json {
    private Json() {}

    /** Loaded only when something is written or read: text does without. */
    private static final class Converter {
        static final Gson GSON = new GsonBuilder()
                .serializeNulls()
                .disableHtmlEscaping()
                .setStrictness(Strictness.STRICT)
                .registerTypeAdapterFactory(new Records())
                .registerTypeAdapter(String.class, new SafeText().nullSafe())
                .create();
    }

    /** {@return a document as one line without its end} */
    public static String line(Object document) {
        return Converter.GSON.toJson(document);
    }

    /** Writes a document without the end of its line; characters that control a terminal are escaped. */
    static void write(Record document, Appendable out) {
        Converter.GSON.toJson(document, out);
    }

    /** A list or a record that may be null in a document that is read back. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface MayBeNull {}

    /** A member that is left out where it is null; other members are null then. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface LeftOut {}

    /**
     * Reads back a document. Members that it does not have are ignored.
     *
     * @param line one object
     * @param schema the name of its schema
     * @throws JsonParseException if it is not one object of that schema, or lacks a number, or a list or a record that
     *     is never null
     */
    static <T extends Record> T read(String line, String schema, Class<T> type) {
        if (!(Converter.GSON.fromJson(line, JsonElement.class) instanceof JsonObject object)) {
            throw new JsonParseException("there is no object");
        }
        String found = object.get("schema") instanceof JsonPrimitive name ? name.getAsString() : "none";
        if (!found.equals(schema)) {
            throw new JsonParseException("the schema is " + found + ", not " + schema);
        }
        checkComplete(object, type);
        return Converter.GSON.fromJson(line, type); // from the text: numbers of a tree overflow silently
    }

    private static void checkComplete(JsonElement value, Type type) {
        if (value instanceof JsonObject object && type instanceof Class<?> schema && schema.isRecord()) {
            for (RecordComponent component : schema.getRecordComponents()) {
                JsonElement member = object.get(component.getName());
                boolean missing = member == null || member.isJsonNull();
                if (!missing) {
                    checkComplete(member, component.getGenericType());
                } else if (isRequired(component)) {
                    throw new JsonParseException("it has no " + component.getName());
                }
            }
        } else if (value instanceof JsonArray array && type instanceof ParameterizedType list) {
            array.forEach(item -> checkComplete(item, list.getActualTypeArguments()[0]));
        }
    }

    /** Text and boxed numbers may be null; {@link Nullable} itself is not there when the tool runs. */
    private static boolean isRequired(RecordComponent component) {
        boolean compound = component.getType().isRecord() || component.getType() == List.class;
        return component.getType().isPrimitive() || compound && !component.isAnnotationPresent(MayBeNull.class);
    }

    /** Why a line could not be read, in one line and without the parser's advice to programmers. */
    static String reason(RuntimeException e, String notOfSchema) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String words = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return cause instanceof MalformedJsonException || cause instanceof EOFException
                ? "damaged JSON: " + words.replaceFirst("^Use JsonReader\\.\\S+ to accept malformed JSON", "malformed")
                : notOfSchema + ": " + words;
    }

    /** Writes records member by member. An iterator is a list whose members are made while they are written. */
    private static final class Records implements TypeAdapterFactory {
        @Override
        public <T> @Nullable TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
            return type.getRawType().isRecord() ? adapter(gson, type) : null;
        }

        private <T> TypeAdapter<T> adapter(Gson gson, TypeToken<T> type) {
            RecordComponent[] components = type.getRawType().getRecordComponents();
            return new TypeAdapter<>() {
                @Override
                public void write(JsonWriter out, @Nullable T value) throws IOException {
                    if (value == null) {
                        out.nullValue();
                        return;
                    }
                    out.beginObject();
                    for (RecordComponent component : components) {
                        Object member = member(component, value);
                        if (member != null || !component.isAnnotationPresent(LeftOut.class)) {
                            out.name(name(component));
                            writeMember(gson, out, member, component.getGenericType());
                        }
                    }
                    out.endObject();
                }

                @Override
                public @Nullable T read(JsonReader in) throws IOException {
                    return gson.getDelegateAdapter(Records.this, type).read(in);
                }
            };
        }

        private static String name(RecordComponent component) {
            SerializedName name = component.getAccessor().getAnnotation(SerializedName.class);
            return name == null ? component.getName() : name.value();
        }

        private static @Nullable Object member(RecordComponent component, Object owner) {
            try {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true); // of a record that is private
                return accessor.invoke(owner);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void writeMember(Gson gson, JsonWriter out, @Nullable Object member, Type type)
                throws IOException {
            if (member instanceof Iterator<?> items) {
                out.beginArray();
                while (items.hasNext()) {
                    Object item = items.next();
                    gson.toJson(item, item.getClass(), out);
                }
                out.endArray();
            } else {
                gson.toJson(member, type, out);
            }
        }
    }

    /** Text in which nothing controls a terminal. */
    private static final class SafeText extends TypeAdapter<String> {
        @Override
        public void write(JsonWriter out, String text) throws IOException {
            out.jsonValue(TerminalText.replaced(new JsonPrimitive(text).toString(), SafeText::escape));
        }

        @Override
        public String read(JsonReader in) throws IOException {
            return in.nextString();
        }

        private static String escape(int unsafe) {
            StringBuilder escapes = new StringBuilder();
            for (char unit : Character.toChars(unsafe)) {
                escapes.append(TerminalText.format("\\u%04x", unit));
            }
            return escapes.toString();
        }
    }
}
