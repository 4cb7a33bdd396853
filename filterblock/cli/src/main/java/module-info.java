// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/** The command line. */
module io.github.filterblock.cli {
    requires com.google.common;
    requires com.google.gson;
    requires info.picocli;
    requires io.github.filterblock.check;
    requires io.github.filterblock.redis;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.transport;
    requires lettuce.core;
    requires static org.jspecify;

    opens io.github.filterblock.cli to
            com.google.gson,
            info.picocli;
}
