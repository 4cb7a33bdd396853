// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the words of a command line, and the lines of a list, stand for: keys, paths, and the tables below a directory.
 */
@NullMarked
package io.github.filterblock.tool.input;

import org.jspecify.annotations.NullMarked;
