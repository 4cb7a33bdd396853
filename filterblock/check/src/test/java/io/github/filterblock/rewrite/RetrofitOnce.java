// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.io.IOException;
import java.nio.file.Path;

/** Retrofits a database once; for a JVM of its own. */
final class RetrofitOnce {
    private RetrofitOnce() {}

    public static void main(String[] args) throws IOException {
        DatabaseRetrofit.of(Path.of(args[0]), Path.of(args[1])).run();
    }
}
