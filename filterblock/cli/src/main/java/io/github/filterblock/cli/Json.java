// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import io.github.filterblock.analysis.TableQuery;
import java.io.IOException;
import java.util.function.Function;

/** Documents as JSON, one object on a line: members have the names and the order of the record's components. */
public final class Json {
    private Json() {}

    /** Loaded only when something is written: text does without. */
    private static final class Converter {
        static final Gson GSON = new GsonBuilder()
                .serializeNulls()
                .disableHtmlEscaping()
                .registerTypeAdapter(String.class, new SafeText().nullSafe())
                .registerTypeAdapter(TableQuery.Search.class, written(TableQuery.Search::id))
                .registerTypeAdapter(Searched.class, written(Searched::id))
                .create();
    }

    /** Writes the short name of a value. */
    private static <E> JsonSerializer<E> written(Function<E, String> id) {
        return (constant, type, context) -> new JsonPrimitive(id.apply(constant));
    }

    /** {@return a document as one line without its end} */
    public static String line(Object document) {
        return Converter.GSON.toJson(document);
    }

    /** Writes a document without the end of its line; characters that control a terminal are escaped. */
    static void write(Object document, Appendable out) {
        Converter.GSON.toJson(document, out);
    }

    /** Text in which nothing controls a terminal. */
    private static final class SafeText extends TypeAdapter<String> {
        @Override
        public void write(JsonWriter out, String text) throws IOException {
            out.jsonValue(TerminalText.replaced(new JsonPrimitive(text).toString(), SafeText::escape));
        }

        @Override
        public String read(JsonReader in) {
            throw new UnsupportedOperationException("JSON is only written");
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
