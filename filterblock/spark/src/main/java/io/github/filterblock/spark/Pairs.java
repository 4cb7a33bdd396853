// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import scala.Tuple2;

/** Scala's pairs, the elements of pair RDDs. */
final class Pairs {
    private Pairs() {}

    static <K, V> Tuple2<K, V> of(K key, V value) {
        return new Tuple2<>(key, value);
    }
}
