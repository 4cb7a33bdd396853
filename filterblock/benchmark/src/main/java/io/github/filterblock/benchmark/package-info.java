// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Benchmarks: a runner that compares this library with its peers in turns on CPU time. BENCHMARKS.md says how to run
 * them, and has the results.
 *
 * <p>All calls to this library are in {@link io.github.filterblock.benchmark.OurSide} and {@code EngineTable}, those to
 * peers in {@code PcmindSide}, {@code GuavaSide} and the native programs; {@code RedisPublishing} has its own.
 */
package io.github.filterblock.benchmark;
