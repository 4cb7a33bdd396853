// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A file or a directory that is whole or absent, whenever the program or the machine stops. The output is written under
 * a temporary name in the same folder, forced to the disk, and moved to its name. A run that is killed leaves the
 * temporary name behind; the next run to the same name recognizes it and removes it. Inputs are opened here as well,
 * and only regular files. Not exported: these classes are for the other packages of this module.
 */
@NullMarked
package io.github.filterblock.durable;

import org.jspecify.annotations.NullMarked;
