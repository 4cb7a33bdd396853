// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A file or a directory that is whole or absent, whenever the program or the machine stops. The output is written under
 * a temporary name in the same folder, forced to the disk, and renamed. A run that is killed leaves the temporary name
 * behind, which is never in the way of another run.
 */
@NullMarked
package io.github.filterblock.durable;

import org.jspecify.annotations.NullMarked;
