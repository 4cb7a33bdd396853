// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterGenerator;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.testdata.ReferencePolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A policy that the library does not know, as a user would bring one: the reference model behind a name. Immutable.
 *
 * @param name the policy's name in the file
 * @param model makes the filters and answers from them
 */
@SuppressWarnings("exports") // the reference model is in no module
public record ForeignPolicy(String name, ReferencePolicy model) implements FilterPolicy {

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
        return model.keyMayMatch(
                Arrays.copyOfRange(key, keyOffset, keyOffset + keyLength),
                Arrays.copyOfRange(filter, filterOffset, filterOffset + filterLength));
    }

    @Override
    public FilterGenerator newGenerator() {
        return new Generator(model);
    }

    private static final class Generator implements FilterGenerator {
        private final ReferencePolicy model;
        private final List<byte[]> keys = new ArrayList<>();

        Generator(ReferencePolicy model) {
            this.model = model;
        }

        @Override
        public void addKey(byte[] key, int offset, int length) {
            keys.add(Arrays.copyOfRange(key, offset, offset + length));
        }

        @Override
        public int keyCount() {
            return keys.size();
        }

        @Override
        public long filterSize() {
            return model.createFilter(keys).length;
        }

        @Override
        public void generate(byte[] dst, int offset) {
            byte[] filter = model.createFilter(keys);
            System.arraycopy(filter, 0, dst, offset, filter.length);
            keys.clear();
        }

        @Override
        public void reset() {
            keys.clear();
        }
    }
}
