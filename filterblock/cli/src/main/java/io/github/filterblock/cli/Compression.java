// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

/** What the type bytes of blocks mean. */
final class Compression {
    private Compression() {}

    /**
     * The name of a compression.
     *
     * @param type the type byte of a block
     * @param form whose footer the table has: RocksDB's numbers are also Pebble's, but LevelDB's ports have given those
     *     above 1 to several compressions
     */
    static String name(int type, String form) {
        if (type > 1 && form.equals("leveldb")) {
            return "type-" + type;
        }
        return switch (type) {
            case 0 -> "raw";
            case 1 -> "snappy";
            case 2 -> "zlib";
            case 3 -> "bzip2";
            case 4 -> "lz4";
            case 5 -> "lz4hc";
            case 6 -> "xpress";
            case 7 -> "zstd";
            case 8 -> "minlz";
            default -> "type-" + type;
        };
    }
}
