// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

/** What publishing does if the key already exists. */
public enum ExistingKey {
    /** Publishing fails. */
    REFUSE,
    /** A filter of the same type is replaced; a value of another type is not. */
    REPLACE
}
