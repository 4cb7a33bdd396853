// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Filters inside two published engines: iq80's LevelDB, which has none of its own and gets them by inserted lines, and
 * pcmind's, which takes a policy of ours. This code is compiled once against each.
 */
package io.github.filterblock.engines;
