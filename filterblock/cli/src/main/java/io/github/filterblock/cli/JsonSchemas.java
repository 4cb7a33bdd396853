// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import io.github.filterblock.cli.Json.Member;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How the components of a schema's record are written and read: members that may be left out, decimals, iterators. */
final class JsonSchemas {
    static final Gson GSON = new GsonBuilder()
            .serializeNulls()
            .disableHtmlEscaping()
            .setStrictness(Strictness.STRICT)
            .registerTypeAdapterFactory(new Members())
            .registerTypeAdapter(BigDecimal.class, new PlainDecimals())
            .registerTypeHierarchyAdapter(Iterator.class, new Items())
            .create();

    private JsonSchemas() {}

    /** Without an exponent. */
    private static final class PlainDecimals extends TypeAdapter<BigDecimal> {
        private static final Pattern FORM = Pattern.compile("[0-9]{1,30}(\\.[0-9]{1,12})?");

        @Override
        public void write(JsonWriter out, BigDecimal value) throws IOException {
            out.jsonValue(value.toPlainString());
        }

        @Override
        public BigDecimal read(JsonReader in) throws IOException {
            String number = in.nextString();
            if (!FORM.matcher(number).matches()) {
                throw new JsonParseException(number + " is no number of that kind");
            }
            return new BigDecimal(number);
        }
    }

    /** Lists whose members are made while they are written. */
    private static final class Items extends TypeAdapter<Iterator<?>> {
        @Override
        public void write(JsonWriter out, Iterator<?> items) throws IOException {
            out.beginArray();
            while (items.hasNext()) {
                Object item = items.next();
                GSON.toJson(item, item.getClass(), out);
            }
            out.endArray();
        }

        @Override
        public Iterator<?> read(JsonReader in) {
            throw new UnsupportedOperationException("only written");
        }
    }

    private static final class Members implements TypeAdapterFactory {
        @Override
        public <T> @Nullable TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
            if (type.getRawType() != Member.class) {
                return null;
            }
            Type inner = ((ParameterizedType) type.getType()).getActualTypeArguments()[0];
            TypeAdapter<?> member = adapter(gson.getAdapter(TypeToken.get(inner)));
            @SuppressWarnings("unchecked")
            TypeAdapter<T> result = (TypeAdapter<T>) member;
            return result;
        }

        private static <V> TypeAdapter<Member<V>> adapter(TypeAdapter<V> inner) {
            return new TypeAdapter<>() {
                @Override
                public void write(JsonWriter out, @Nullable Member<V> member) throws IOException {
                    if (member == null) {
                        leaveOut(out);
                    } else if (member.value() == null) {
                        out.nullValue();
                    } else {
                        inner.write(out, member.value());
                    }
                }

                @Override
                public Member<V> read(JsonReader in) throws IOException {
                    if (in.peek() == JsonToken.NULL) {
                        in.nextNull();
                        return new Member<>(null);
                    }
                    return new Member<>(inner.read(in));
                }
            };
        }

        private static void leaveOut(JsonWriter out) throws IOException {
            out.setSerializeNulls(false);
            out.nullValue();
            out.setSerializeNulls(true);
        }
    }
}
