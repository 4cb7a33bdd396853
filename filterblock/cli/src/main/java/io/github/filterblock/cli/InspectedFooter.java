// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code inspect} says about the footer of a table.
 *
 * @param metaindex where the metaindex lies, as offset and size; {@code index} likewise
 * @param form whose footer it is: {@code leveldb}, {@code rocksdb} or {@code pebble}
 * @param checksum the kind of the blocks' checksums, by name
 * @param formatVersion RocksDB's format version, or Pebble's format; null for LevelDB's footer
 * @param baseContext of the block checksums, in hexadecimal digits; null where they have none
 * @param attributes the names of the set attributes; null where a footer has none, as before Pebble's format 7
 */
record InspectedFooter(
        List<BigInteger> metaindex,
        List<BigInteger> index,
        String form,
        String checksum,
        @Nullable Integer formatVersion,
        @Nullable String baseContext,
        @Nullable List<String> attributes) {
    private static final int FIRST_WITH_CONTEXT = 6;
    private static final int FIRST_WITH_ATTRIBUTES = 7;

    /** From bit 0 on, as Pebble's {@code sstable/attributes.go} has them. */
    private static final List<String> ATTRIBUTES = List.of(
            "value-blocks",
            "range-key-sets",
            "range-key-unsets",
            "range-key-deletions",
            "range-deletions",
            "two-level-index",
            "blob-values",
            "point-keys");

    static InspectedFooter of(Footer footer) {
        int pebble = footer.pebbleFormat();
        int version = footer.formatVersion();
        // RocksDB's format version 0 has LevelDB's footer, unless another checksum than CRC-32C is to be named.
        boolean levelDb = pebble == 0 && version == 0 && footer.checksum() == BlockChecksum.CRC32C;
        return new InspectedFooter(
                pair(footer.metaindex()),
                pair(footer.index()),
                levelDb ? "leveldb" : pebble > 0 ? "pebble" : "rocksdb",
                footer.checksum().toString(),
                levelDb ? null : pebble > 0 ? pebble : version,
                version >= FIRST_WITH_CONTEXT ? HexFormat.of().toHexDigits(footer.baseContext()) : null,
                pebble >= FIRST_WITH_ATTRIBUTES ? attributes(footer.pebbleAttributes()) : null);
    }

    private static List<BigInteger> pair(BlockHandle handle) {
        return List.of(Formats.unsigned(handle.offset()), Formats.unsigned(handle.size()));
    }

    private static List<String> attributes(int bits) {
        return IntStream.range(0, Integer.SIZE)
                .filter(bit -> (bits >>> bit & 1) != 0)
                .mapToObj(bit -> bit < ATTRIBUTES.size() ? ATTRIBUTES.get(bit) : "bit-" + bit)
                .toList();
    }

    /** {@return the same for people} */
    String text() {
        String owner = switch (form) {
            case "rocksdb" -> ", RocksDB's format version " + formatVersion;
            case "pebble" -> ", Pebble's format " + formatVersion;
            default -> "";
        };
        return "metaindex " + metaindex + ", index " + index + owner + ", checksums " + checksum
                + (baseContext == null ? "" : ", base context " + baseContext)
                + (attributes == null
                        ? ""
                        : ", attributes " + (attributes.isEmpty() ? "none" : String.join(" ", attributes)));
    }
}
