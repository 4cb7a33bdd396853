// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The verbs {@code verify} and {@code audit} of the command line as a Spark job over any Hadoop file system.
 *
 * <p>{@link io.github.filterblock.spark.SparkTool} is what {@code spark-submit} starts. A {@code TableJob} lists the
 * tables on the driver, cuts them into groups of about the same size, examines each through a
 * {@code HadoopTableSource}, and writes the lines of the command line into a {@code JobOutput}.
 */
@NullMarked
package io.github.filterblock.spark;

import org.jspecify.annotations.NullMarked;
