// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.io.IOException;
import java.nio.file.Path;

/** Retrofits a database again and again, until it is killed: each time to a directory with the next number. */
final class RetrofitChild {
    private RetrofitChild() {}

    public static void main(String[] args) throws IOException {
        for (int i = 0; ; i++) {
            System.out.println(i);
            DatabaseRetrofit.of(Path.of(args[0]), Path.of(args[1], "new-" + i))
                    .withThreads(2)
                    .run();
        }
    }
}
