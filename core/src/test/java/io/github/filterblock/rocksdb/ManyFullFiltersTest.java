// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.testdata.ReferenceFullFilterBuilder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Very many filters, most of them in the long run: a million small ones, and a billion questions about keys. */
class ManyFullFiltersTest {
    private static final int SCALE = Integer.getInteger("filterblock.scale", 1);
    private static final int SETS = 400 * SCALE * SCALE;
    private static final long QUESTIONS = 400_000L * SCALE * SCALE;
    private static final int KEY_LENGTH = 16;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final Map<FullFilterKind, String> KINDS = Map.of(
            FullFilterKind.FAST_LOCAL_BLOOM, "fast",
            FullFilterKind.RIBBON, "ribbon",
            FullFilterKind.LEGACY_BLOOM, "legacy");

    private static FullFilterBuilder builder(FullFilterKind kind, double bits) {
        return switch (kind) {
            case FAST_LOCAL_BLOOM -> FullFilterPolicy.fastLocalBloom(bits).newBuilder();
            case RIBBON -> FullFilterPolicy.ribbon(bits).newBuilder();
            default -> FullFilterPolicy.legacyBloom(bits).newBuilder();
        };
    }

    /** Most sets have few keys, one in twenty enough for a Ribbon filter. */
    @Test
    void smallSetsAreBuiltAsByTheModel() {
        SplittableRandom random = new SplittableRandom(SETS);
        List<FullFilterKind> kinds = List.copyOf(KINDS.keySet());
        for (int set = 0; set < SETS; set++) {
            FullFilterKind kind = kinds.get(set % kinds.size());
            double bits = 0.5 + random.nextInt(set % 8 == 0 ? 110_000 : 16_000) / 1000.0;
            List<byte[]> keys = keys(random, set % 60 < 3 ? 400 : 30);
            FullFilterBuilder builder = builder(kind, bits);
            keys.forEach(builder::addKey);
            String name = KINDS.get(kind);
            assertArrayEquals(
                    ReferenceFullFilterBuilder.build(name, bits, keys),
                    builder.finish(),
                    () -> name + ", " + bits + " bits, " + keys.size() + " keys");
        }
        System.out.println("small filters equal to the model's: " + SETS);
    }

    /** One key in five is repeated. */
    private static List<byte[]> keys(SplittableRandom random, int most) {
        int count = random.nextInt(most);
        List<byte[]> keys = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (i > 0 && random.nextInt(5) == 0) {
                keys.add(keys.get(i - 1 - random.nextInt(Math.min(i, 3))));
            } else {
                byte[] key = new byte[random.nextInt(25)];
                random.nextBytes(key);
                keys.add(key);
            }
        }
        return keys;
    }

    @Test
    void noKeyIsDenied() {
        byte[] key = new byte[KEY_LENGTH];
        SplittableRandom sizes = new SplittableRandom(1);
        List<FullFilterKind> kinds = List.copyOf(KINDS.keySet());
        long asked = 0;
        for (int number = 0; asked < QUESTIONS; number++) {
            int keys = 1 + sizes.nextInt(1 << (4 + sizes.nextInt(15)));
            double bits = 0.5 + sizes.nextInt(30_000) / 1000.0;
            FullFilterBuilder builder = builder(kinds.get(number % kinds.size()), bits);
            SplittableRandom added = new SplittableRandom(number);
            for (int i = 0; i < keys; i++) {
                builder.addKey(next(added, key));
            }
            FullFilter filter = FullFilter.wrap(builder.finish());
            SplittableRandom again = new SplittableRandom(number);
            long denied = 0;
            for (int i = 0; i < keys; i++) {
                denied += filter.keyMayMatch(next(again, key)) ? 0 : 1;
            }
            assertEquals(0, denied, () -> filter + " of " + keys + " keys");
            asked += keys;
        }
        System.out.println("keys that their filters do not deny: " + asked);
    }

    private static byte[] next(SplittableRandom random, byte[] key) {
        LONG.set(key, 0, random.nextLong());
        LONG.set(key, Long.BYTES, random.nextLong());
        return key;
    }
}
