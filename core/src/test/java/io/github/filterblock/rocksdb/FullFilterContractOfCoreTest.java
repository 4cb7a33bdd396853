// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.testdata.contract.FullFilterContract;
import io.github.filterblock.testdata.contract.FullFilterSubject;
import java.util.List;

/** This library obeys the kit's laws of full filters. */
class FullFilterContractOfCoreTest implements FullFilterContract {
    @Override
    public FullFilterSubject subject() {
        return new FullFilterSubject() {
            @Override
            public byte[] build(Kind kind, double bitsPerKey, List<byte[]> keys) {
                FullFilterPolicy policy = switch (kind) {
                    case LEGACY -> FullFilterPolicy.legacyBloom(bitsPerKey);
                    case FAST_LOCAL -> FullFilterPolicy.fastLocalBloom(bitsPerKey);
                    case RIBBON -> FullFilterPolicy.ribbon(bitsPerKey);
                };
                return finish(policy.newBuilder(), keys);
            }

            @Override
            public byte[] rebuild(byte[] stored, List<byte[]> keys) {
                return finish(FullFilterBuilder.of(FullFilter.wrap(stored).geometry()), keys);
            }

            @Override
            public boolean keyMayMatch(byte[] filter, byte[] key) {
                return FullFilter.wrap(filter).keyMayMatch(key);
            }
        };
    }

    private static byte[] finish(FullFilterBuilder builder, List<byte[]> keys) {
        keys.forEach(builder::addKey);
        return builder.finish();
    }
}
