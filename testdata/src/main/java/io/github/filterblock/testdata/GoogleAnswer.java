// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What google/leveldb did with a file; every part that was not recorded is empty.
 *
 * <p>Immutable.
 *
 * @param tableOpen the status of opening the file as a table, {@code OK} or the error's text
 * @param crash set if the program crashed, as it does when a handle claims an absurd size
 * @param filterLoaded whether it made a reader of the filter block
 * @param readerHasData whether that reader took the block for well-formed (FB-19, FB-20)
 * @param baseLg the base lg it shifts by, which is its byte as a signed one widened to 64 bits: up to 2^64 - 1
 * @param numFilters how many filters it sees
 * @param answers a character for each probe: {@code 1} may match, {@code 0} absent; all {@code 1} without a filter
 * @param scanEntries how many entries a scan of all data blocks finds
 * @param scanStatus how that scan ended
 */
public record GoogleAnswer(
        Optional<String> tableOpen,
        @At("crashed") Optional<String> crash,
        Optional<Boolean> filterLoaded,
        Optional<Boolean> readerHasData,
        Optional<BigInteger> baseLg,
        OptionalLong numFilters,
        Optional<String> answers,
        OptionalLong scanEntries,
        Optional<String> scanStatus) {

    private static final String OK = "OK";
    private static final BigInteger BYTE = BigInteger.valueOf(0xff);

    /** Whether the program crashed. */
    public boolean crashed() {
        return crash.filter(word -> !word.equals("false")).isPresent();
    }

    /** Whether it opened the file as a table without complaint. */
    public boolean opened() {
        return tableOpen.filter(OK::equals).isPresent();
    }

    /** Returns the base lg byte of the filter block, 0..255, undoing the widening. */
    public OptionalInt baseLgByte() {
        return baseLg.isPresent() ? OptionalInt.of(baseLg.get().and(BYTE).intValue()) : OptionalInt.empty();
    }

    /** Returns the answer to the probe with this number, counted from 0, if it was recorded. */
    public Optional<Boolean> mayMatch(int probe) {
        return answers.filter(text -> probe < text.length()).map(text -> text.charAt(probe) == '1');
    }
}
