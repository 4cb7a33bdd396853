// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes one JSON object as one line. */
final class JsonLine {

    /** Fills in the members of an object. */
    interface Members {
        void write(JsonWriter json) throws IOException;
    }

    private JsonLine() {}

    static void print(PrintWriter out, String verb, Path file, Members members) {
        print(out, verb, file.toString(), members);
    }

    /** An object about no file, or about several together. */
    static void print(PrintWriter out, String verb, Members members) {
        print(out, verb, (String) null, members);
    }

    private static void print(PrintWriter out, String verb, @Nullable String file, Members members) {
        StringWriter line = new StringWriter();
        try (JsonWriter json = new JsonWriter(line)) {
            json.setSerializeNulls(true);
            json.beginObject();
            json.name("schema").value("filterblock." + verb + "/1");
            json.name("file").value(file);
            members.write(json);
            json.endObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println(line);
    }

    /** A 64-bit number that may be above what a signed one holds. */
    static void unsigned(JsonWriter json, long value) throws IOException {
        json.value(new BigInteger(Long.toUnsignedString(value)));
    }

    static void pair(JsonWriter json, long first, long second) throws IOException {
        json.beginArray();
        unsigned(json, first);
        unsigned(json, second);
        json.endArray();
    }

    static void optional(JsonWriter json, String name, Optional<String> value) throws IOException {
        json.name(name).value(value.orElse(null));
    }
}
