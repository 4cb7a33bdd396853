// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The command line: one class for each verb. A verb parses its options, calls the library, and hands a result to {@code
 * io.github.filterblock.tool.output}, which prints it.
 */
@NullMarked
package io.github.filterblock.tool;

import org.jspecify.annotations.NullMarked;
