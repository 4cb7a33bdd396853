// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What must hold whatever the bytes are. Damage is a value and a door is a value: {@link
 * io.github.filterblock.damage.DamagedTableTest} tries each kind of damage at every door, {@link
 * io.github.filterblock.damage.LimitsTest} and {@link io.github.filterblock.damage.HostileAnalysisTest} what few bytes
 * can claim.
 *
 * <p>{@code mvn -Plong verify} does fifty times as much, {@code -Dfilterblock.scale=n} n times. Everything random
 * follows from a number that a failure prints.
 */
@NullMarked
package io.github.filterblock.damage;

import org.jspecify.annotations.NullMarked;
