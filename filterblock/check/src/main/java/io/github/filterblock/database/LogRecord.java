// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

/**
 * A record of a log, put together from its fragments.
 *
 * @param offset offset in the file of the header of its first fragment
 * @param data its bytes; not to be changed
 */
record LogRecord(long offset, byte[] data) {}
