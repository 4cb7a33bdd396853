// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import io.github.filterblock.testdata.ReferenceFullFilterBuilder;
import io.github.filterblock.testdata.contract.FullFilterContract;
import io.github.filterblock.testdata.contract.FullFilterSubject;
import java.util.List;

class ExampleFullFilterTest implements FullFilterContract {
    @Override
    public FullFilterSubject subject() {
        return new FullFilterSubject() {
            @Override
            public byte[] build(Kind kind, double bitsPerKey, List<byte[]> keys) {
                return ReferenceFullFilterBuilder.build(kind.label(), bitsPerKey, keys); // call yours here
            }
        };
    }

    @Override
    public int samples() {
        return 20;
    }
}
