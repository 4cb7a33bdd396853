// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The command line: a verb parses its options, calls the library, makes a document of plain values for each file, and
 * prints it as text or JSON.
 */
@NullMarked
package io.github.filterblock.cli;

import org.jspecify.annotations.NullMarked;
