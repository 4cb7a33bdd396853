// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Shape.Ask;
import io.github.filterblock.benchmark.Shape.Build;
import io.github.filterblock.benchmark.Shape.Create;
import io.github.filterblock.benchmark.Shape.Law;
import io.github.filterblock.benchmark.Shape.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Keys and questions that several pieces of work have in common, each made when it is first asked for. */
final class Data {
    private final Map<Object, Object> made = new HashMap<>();

    /** Makes something unless it was made before under this name. */
    @SuppressWarnings("unchecked")
    <T> T once(Object name, Supplier<T> maker) {
        Object value = made.get(name);
        if (value == null) {
            value = maker.get();
            made.put(name, value);
        }
        return (T) value;
    }

    Keys keys(Create shape) {
        return keys(shape.filters() * shape.keysPerFilter(), shape.law());
    }

    Keys keys(Build shape) {
        return keys(shape.blocks() * Keys.PER_BLOCK, Law.FIXED);
    }

    Keys keys(int count, Law law) {
        return once(List.of("keys", count, law), () -> Keys.first(count, law));
    }

    Questions questions(Ask ask) {
        boolean shared = ask.target() == Target.SHARED;
        return once(
                List.of("questions", shared, ask.tables(), ask.keysPerTable(), ask.questions(), ask.mode()),
                () -> Questions.of(ask));
    }
}
