// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import io.github.filterblock.testdata.contract.FilterBlockPlainContract;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import io.github.filterblock.testdata.contract.Law;
import java.util.Map;

class PcmindFilterBlockTest implements FilterBlockPlainContract {
    static final Map<Law, String> BUGS = Map.of(
            Law.STREAMED_KEYS_ARE_NOT_KEPT, "the builder keeps the caller's array until the window closes",
            Law.FILTER_BLOCK_IS_STORED_RAW, "the table writer compresses the filter block",
            Law.ARRAY_OFFSETS_BEYOND_THE_END_MATCH, "the array offset is signed, so ffffffff is -1",
            Law.WINDOWS_BEYOND_THE_LAST_MATCH, "the window's number is cut to an int",
            Law.BASE_LGS_ABOVE_63_MATCH, "the shift takes the base lg modulo 64",
            Law.DAMAGED_OFFSETS_MATCH, "offsets of filters are signed",
            Law.NO_BYTES_MAKE_A_LOOKUP_THROW, "damage ends in an IndexOutOfBoundsException");

    @Override
    public FilterBlockSubject subject() {
        return new PcmindSubject();
    }

    @Override
    public Map<Law, String> knownFailures() {
        return BUGS;
    }
}
