// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import io.github.filterblock.testdata.contract.FilterBlockContract;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import java.util.Map;

class PcmindFilterBlockTest implements FilterBlockContract {
    static final Map<String, String> BUGS = Map.of(
            "streamedKeysAreNotKept", "the builder keeps the caller's array until the window closes",
            "filterBlockIsStoredRaw", "the table writer compresses the filter block",
            "arrayOffsetsBeyondTheEndMatch", "the array offset is signed, so ffffffff is -1",
            "windowsBeyondTheLastMatch", "the window's number is cut to an int",
            "baseLgsAbove63Match", "the shift takes the base lg modulo 64",
            "damagedOffsetsMatch", "offsets of filters are signed",
            "noBytesMakeALookupThrow", "damage ends in an IndexOutOfBoundsException");

    @Override
    public FilterBlockSubject subject() {
        return new PcmindSubject();
    }

    @Override
    public Map<String, String> knownFailures() {
        return BUGS;
    }
}
