// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The command line. It parses, asks {@code io.github.filterblock.analysis} and {@code rewrite}, and prints; exit
 * statuses and forms of output live here and nowhere else.
 */
@NullMarked
package io.github.filterblock.tool;

import org.jspecify.annotations.NullMarked;
