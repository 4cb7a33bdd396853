// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

/** What publishing does where the key exists already. */
public enum ExistingKey {
    /** Publishing fails. */
    REFUSE,
    /** A filter of the same type is replaced; a value of another type is not. */
    REPLACE
}
