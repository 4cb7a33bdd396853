// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/** Names a key beside another, in the same slot of a cluster (RB-14). */
final class TemporaryKey {
    private static final SecureRandom RANDOM = new SecureRandom();

    private TemporaryKey() {}

    /**
     * {@code filterblock:{n}:} and the key, where the slot of n, which alone counts for a name with braces, is that of
     * the key. One number in 16,384 has this slot; the search starts at a random number, so that two publishers have
     * different names.
     */
    static byte[] of(byte[] key) {
        int slot = SlotHash.getSlot(key);
        long number = RANDOM.nextLong() >>> 1;
        while (SlotHash.getSlot(Long.toString(number).getBytes(StandardCharsets.US_ASCII)) != slot) {
            number = number + 1 & Long.MAX_VALUE;
        }
        byte[] prefix = ("filterblock:{" + number + "}:").getBytes(StandardCharsets.US_ASCII);
        byte[] name = new byte[prefix.length + key.length];
        System.arraycopy(prefix, 0, name, 0, prefix.length);
        System.arraycopy(key, 0, name, prefix.length, key.length);
        return name;
    }
}
