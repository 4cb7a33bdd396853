// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.util.List;
import java.util.stream.Stream;

/** Words of a command, from texts, paths and lists of them. */
final class Words {
    private Words() {}

    static List<String> of(Object... parts) {
        return Stream.of(parts)
                .flatMap(part -> part instanceof List<?> list ? list.stream() : Stream.of(part))
                .map(Object::toString)
                .toList();
    }
}
