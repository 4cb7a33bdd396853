// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The two orders of stored keys that can be recognized without knowing the comparator (TF-15). */
final class KeyOrder {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private KeyOrder() {}

    /**
     * Compares two stored keys of a domain: by bytes, and for internal keys of the same user key the higher tag first.
     */
    static int compare(KeyFormat domain, byte[] a, int aLength, byte[] b, int bLength) {
        int aUser = domain.filterKeyLength(aLength);
        int bUser = domain.filterKeyLength(bLength);
        int byUserKey = Arrays.compareUnsigned(a, 0, aUser, b, 0, bUser);
        if (byUserKey != 0 || domain == KeyFormat.WHOLE_KEY) {
            return byUserKey;
        }
        return Long.compareUnsigned((long) LONG.get(b, bUser), (long) LONG.get(a, aUser));
    }

    static int compare(KeyFormat domain, byte[] a, byte[] b) {
        return compare(domain, a, a.length, b, b.length);
    }
}
