// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The page that {@code inspect --html} writes: one file without references to any other, XHTML in form, with pictures
 * in SVG and no script.
 *
 * <p>{@link io.github.filterblock.cli.html.PageBuilder} takes tables in any order and keeps a bounded part of each.
 * {@code TableFigures} holds the numbers, the charts draw them, {@code Plot} is the frame of a chart, {@code page.css}
 * its looks.
 */
@NullMarked
package io.github.filterblock.cli.html;

import org.jspecify.annotations.NullMarked;
