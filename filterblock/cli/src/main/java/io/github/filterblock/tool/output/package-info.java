// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How results are printed. A verb hands an {@link io.github.filterblock.tool.output.Outcome} to a
 * {@link io.github.filterblock.tool.output.Form}, which prints it as text or as JSON. Names that come from outside
 * reach a terminal only through {@code Report}, which escapes them.
 */
@NullMarked
package io.github.filterblock.tool.output;

import org.jspecify.annotations.NullMarked;
