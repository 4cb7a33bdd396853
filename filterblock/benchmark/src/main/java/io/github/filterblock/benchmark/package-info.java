// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Benchmarks: a runner that compares this library with its peers in turns on CPU time, and JMH classes for a closer
 * look. BENCHMARKS.md says how to run them, and has the results.
 *
 * <p>All calls to this library are in {@link io.github.filterblock.benchmark.Ours}, all calls to a peer in
 * {@code PcmindBridge}, {@code GuavaSide} and {@code native_bench.cc}.
 */
package io.github.filterblock.benchmark;
