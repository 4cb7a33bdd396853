// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import io.netty.buffer.ByteBuf;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ByteBufKeysTest {

    @Property(tries = 200)
    void hashIsThatOfTheBytesInEveryKindOfBuffer(@ForAll("keys") byte[] key, @ForAll BloomHash variant) {
        for (ByteBufKind kind : ByteBufKind.values()) {
            ByteBuf buffer = kind.of(key);
            Loan loan = new Loan(buffer);
            assertEquals(
                    variant.hash(key, 0, key.length),
                    ByteBufKeys.hash(variant, buffer, buffer.readerIndex(), key.length),
                    kind::toString);
            loan.assertReturnedUntouched();
            buffer.release();
        }
    }

    @Provide
    Arbitrary<byte[]> keys() {
        return FilterBlockArbitraries.keys();
    }
}
