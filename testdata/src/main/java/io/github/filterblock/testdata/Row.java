// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import java.util.OptionalLong;

/** A JSON list whose elements have fixed places, such as {@code [offset, key, answer]}. Immutable. */
final class Row {
    private final JsonArray array;

    Row(JsonArray array) {
        this.array = array;
    }

    long number(int place) {
        return Members.asLong(array.get(place));
    }

    int small(int place) {
        return Members.asInt(array.get(place));
    }

    byte[] hex(int place) {
        return Members.asBytes(array.get(place));
    }

    boolean flag(int place) {
        return Members.asBoolean(array.get(place));
    }

    /** Returns the number at a place, or nothing when the list ends before it or holds null there. */
    OptionalLong numberIfPresent(int place) {
        return isPresent(place) ? OptionalLong.of(number(place)) : OptionalLong.empty();
    }

    /** Returns the text at a place, or the empty text when the list ends before it or holds null there. */
    String textOrEmpty(int place) {
        return isPresent(place) ? array.get(place).getAsString() : "";
    }

    private boolean isPresent(int place) {
        if (place >= array.size()) {
            return false;
        }
        JsonElement element = array.get(place);
        return !element.isJsonNull();
    }
}
