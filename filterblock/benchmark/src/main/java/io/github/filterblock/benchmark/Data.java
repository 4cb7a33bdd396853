// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

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

    Keys keys(Shape.Create shape) {
        return keys(shape.filters() * shape.keysPerFilter(), shape.law());
    }

    Keys keys(Shape.Build shape) {
        return keys(shape.blocks() * Keys.PER_BLOCK, Keys.Law.FIXED);
    }

    Keys keys(int count, Keys.Law law) {
        return once(List.of("keys", count, law), () -> Keys.first(count, law));
    }

    Questions questions(Shape.AskFilters shape) {
        int choices = shape.filters() * shape.keysPerFilter();
        return questions(Questions.IN_CACHE, choices, shape.mode());
    }

    Questions questions(Shape.Lookup shape) {
        return questions(shape.questions(), shape.tables() * Keys.PER_TABLE, shape.mode());
    }

    Questions questions(Shape.SharedLookup shape) {
        return questions(Questions.IN_CACHE, Keys.SHARED, shape.mode());
    }

    Questions questions(Shape.TableLookup shape) {
        return questions(shape.questions(), shape.tables() * shape.keysPerTable(), shape.mode());
    }

    Questions questions(Shape.FullLookup shape) {
        return questions(shape.questions(), shape.keys(), shape.mode());
    }

    Questions questions(Shape.Denial shape) {
        return questions(Questions.IN_CACHE, Keys.PER_TABLE, Questions.Mode.MISS);
    }

    private Questions questions(int count, int choices, Questions.Mode mode) {
        return once(List.of("questions", count, choices, mode), () -> new Questions(count, choices, mode));
    }

    Lookups lookups(Shape.Lookup shape) {
        Questions questions = questions(shape);
        return once(List.of("lookups", questions), () -> Lookups.of(questions));
    }

    Lookups lookups(Shape.TableLookup shape) {
        Questions questions = questions(shape);
        int keysPerTable = shape.keysPerTable();
        return once(List.of("lookups", questions, keysPerTable), () -> Lookups.ofTables(questions, keysPerTable));
    }

    Lookups lookups(Shape.SharedLookup shape) {
        Questions questions = questions(shape);
        return once(List.of("lookups", questions), () -> Lookups.ofShared(questions));
    }
}
