// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known about a table file as a whole.
 *
 * <p>Immutable.
 *
 * @param size length of the file in bytes
 * @param sha256 of the file, in lower-case hex
 * @param writer the program that wrote the file; may be empty
 * @param note what is special about the file; may be empty
 * @param keyKind what its keys are
 * @param magicOk whether it ends in LevelDB's magic number
 * @param error the original's words when it refuses the file
 * @param googleByDefault what google/leveldb does with the file, checksums off
 * @param googleParanoid what google/leveldb does with the file, checksums on
 */
public record FileOracle(
        OptionalLong size,
        Optional<String> sha256,
        @At("writer.program") String writer,
        String note,
        Optional<KeyKind> keyKind,
        Optional<Boolean> magicOk,
        @At("oracle_error") Optional<String> error,
        @At("google_open.default") GoogleAnswer googleByDefault,
        @At("google_open.paranoid_checks") GoogleAnswer googleParanoid) {}
