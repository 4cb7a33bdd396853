// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What must hold whatever the bytes are: damaged files, hostile ones, very large ones, memory that runs out, many
 * threads.
 *
 * <p>Each promise is counted, and the counts are printed with its number:
 *
 * <ul>
 *   <li>R1, no false negatives: {@link io.github.filterblock.damage.RandomFilterTest}
 *   <li>R4, any layout is answered as by the slow model: {@link io.github.filterblock.damage.RandomLayoutTest}
 *   <li>R5, every flipped bit, every cut, every critical value: {@link
 *       io.github.filterblock.damage.FilterBlockFlipTest}, {@link io.github.filterblock.damage.FilterBlockCutTest},
 *       {@link io.github.filterblock.damage.TableFlipTest}
 *   <li>R6, no exception but the documented one, in bounded time: {@link
 *       io.github.filterblock.damage.MutatedTableTest}, {@link io.github.filterblock.damage.MutatedFilterBlockTest}
 *   <li>R7, memory for bytes that are there: {@link io.github.filterblock.damage.OpeningAllocationTest}, {@link
 *       io.github.filterblock.damage.DecompressionLimitTest}
 *   <li>R8, no access outside a buffer: all of these once more without Netty's checks, by a command in
 *       CONTRIBUTING.md
 *   <li>R9, reference counts: {@link io.github.filterblock.damage.ReferenceCountTest}, {@link
 *       io.github.filterblock.damage.FailingWriteTest}, {@link io.github.filterblock.damage.UseAfterCloseTest}
 *   <li>R10, threads: {@link io.github.filterblock.damage.ConcurrentLookupTest}
 *   <li>R11, kinds of buffers: {@link io.github.filterblock.damage.BufferKindTest}
 *   <li>R13, files cut short while open: {@link io.github.filterblock.damage.TruncatedFileTest}
 *   <li>R14, large files and numbers: {@link io.github.filterblock.damage.LargeFileTest}, {@link
 *       io.github.filterblock.damage.LargeNumberTest}
 * </ul>
 *
 * <p>{@code mvn -Plong verify} does fifty times as much, {@code -Dfilterblock.scale=n} n times. Everything random
 * follows from a number that a failure prints; {@code new TableMutants().mutant(number)} is that table again.
 */
@NullMarked
package io.github.filterblock.damage;

import org.jspecify.annotations.NullMarked;
