// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import io.github.filterblock.testdata.ReferenceFullFilter;
import io.github.filterblock.testdata.ReferenceFullFilterBuilder;
import io.github.filterblock.testdata.contract.OwnFilterContract;
import io.github.filterblock.testdata.contract.OwnFilterSubject;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.CRC32;

class ExampleOwnFilterTest implements OwnFilterContract {
    @Override
    public OwnFilterSubject subject() {
        return new OwnFilterSubject() {
            @Override
            public byte[] write(List<byte[]> keys) {
                byte[] filter = ReferenceFullFilterBuilder.build("fast", 10, keys); // call yours here
                ByteBuffer stored = ByteBuffer.allocate(filter.length + 4).put(filter);
                return stored.putInt(crc(filter)).array();
            }

            @Override
            public Predicate<byte[]> read(byte[] stored) {
                byte[] filter = Arrays.copyOf(stored, Math.max(0, stored.length - 4));
                boolean damaged = filter.length == 0 || ByteBuffer.wrap(stored).getInt(filter.length) != crc(filter);
                return key -> damaged || ReferenceFullFilter.mayMatch(filter, key);
            }

            @Override
            public double rate() {
                return 0.0105;
            }
        };
    }

    private static int crc(byte[] filter) {
        CRC32 crc = new CRC32();
        crc.update(filter);
        return (int) crc.getValue();
    }
}
