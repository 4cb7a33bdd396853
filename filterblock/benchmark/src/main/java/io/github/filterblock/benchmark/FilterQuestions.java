// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/**
 * Questions to single filters, ready to be asked: the question number {@code i} is for the key in {@code keys} at
 * {@code 16 * i}, and goes to the filter of {@code length} bytes in {@code filters} at {@code places[i]}.
 */
record FilterQuestions(byte[] keys, byte[] filters, int[] places, int length) {
    static FilterQuestions of(Shape.AskFilters shape, Questions questions, byte[] filters) {
        int length = filters.length / shape.filters();
        int[] places = questions.map(choice -> choice / shape.keysPerFilter() * length);
        return new FilterQuestions(questions.keys(), filters, places, length);
    }
}
