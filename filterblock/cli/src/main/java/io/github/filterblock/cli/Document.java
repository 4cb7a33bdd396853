// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a verb says about one file: a record of plain values. Its components are the members of the JSON, in their
 * order, and all that the text is printed from.
 */
public interface Document {
    /** {@return the name of the file, as it was given; null for the sum over several} */
    @Nullable
    String file();

    /** {@return the result in one word; null for the sum over several files} */
    @Nullable
    String status();

    /** {@return why the result is not simply ok, in one line} */
    @Nullable
    String reason();

    /** {@return whether the MANIFEST beside the table does not name it; null where there is none, or nobody asked} */
    default @Nullable Boolean obsolete() {
        return null;
    }

    /** {@return the exit status of the process if this is its only file; asked after the document was printed} */
    default int exitStatus() {
        return ExitStatus.of(status());
    }

    /**
     * What a verb says about a file with which it failed: lists are empty, numbers 0, and all else is null.
     *
     * @param known members that are known nevertheless, by their names
     */
    static <D extends Record & Document> D failed(Class<D> type, Failure failure, Map<String, ?> known) {
        Map<String, Object> members = new HashMap<>(known);
        members.put("schema", schema(type));
        members.put("file", failure.file());
        members.put("status", failure.status());
        members.put("reason", failure.reason());
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = Stream.of(components)
                .map(component -> members.getOrDefault(component.getName(), empty(component.getType())))
                .toArray();
        try {
            return type.getDeclaredConstructor(
                            Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new))
                    .newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return the schema of a verb's document, which is called after the verb} */
    static String schema(Class<?> type) {
        return "filterblock." + type.getSimpleName().replace("Document", "").toLowerCase(Locale.ROOT) + "/1";
    }

    private static @Nullable Object empty(Class<?> type) {
        if (type == List.class) {
            return List.of();
        }
        if (type == Map.class) {
            return Map.of();
        }
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }
}
