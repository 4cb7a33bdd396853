// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

class BloomHashPropertyTest {
    private static final int SEED = 0xbc9f1d34;

    @Property
    @Tag("FB-1")
    void hashIsThatOfTheSlowModel(@ForAll BloomHash variant, @ForAll byte[] key) {
        assertEquals((int) SlowBloom.hash(variant, key), variant.hash(key, 0, key.length));
        assertEquals((int) SlowBloom.hash(variant, key), variant.hash(key, 0, key.length, SEED));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void positionInTheArrayDoesNotMatter(
            @ForAll BloomHash variant, @ForAll byte[] key, @ForAll @IntRange(max = 9) int before) {
        byte[] array = new byte[before + key.length + 5];
        Arrays.fill(array, (byte) 0xa5);
        System.arraycopy(key, 0, array, before, key.length);
        assertEquals(variant.hash(key, 0, key.length), variant.hash(array, before, key.length));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void bufferHashesLikeItsBytes(
            @ForAll BloomHash variant,
            @ForAll byte[] key,
            @ForAll @IntRange(max = 9) int before,
            @ForAll @IntRange(max = 9) int position,
            @ForAll boolean direct,
            @ForAll boolean bigEndian) {
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer buffer = Bytes.buffer(key, before, direct, order);
        buffer.position(Math.min(position, buffer.limit()));
        ByteBuffer untouched = buffer.duplicate();
        assertEquals(variant.hash(key, 0, key.length), variant.hash(buffer, before, key.length));
        assertEquals(untouched.position(), buffer.position());
        assertEquals(untouched.limit(), buffer.limit());
        assertEquals(order, buffer.order());
    }

    @Property
    void stepsGiveTheHashOfTheWhole(@ForAll BloomHash variant, @ForAll byte[] key) {
        ByteBuffer rest = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
        int state = BloomHash.start(key.length);
        while (rest.remaining() >= Integer.BYTES) {
            state = BloomHash.mix(state, rest.getInt());
        }
        int tailLength = rest.remaining();
        int tail = 0;
        for (int shift = 0; rest.hasRemaining(); shift += 8) {
            tail |= (rest.get() & 0xff) << shift;
        }
        assertEquals(variant.hash(key, 0, key.length), variant.finish(state, tail, tailLength));
    }

    // Exactly then: the sums differ by less than 2^32, and both steps behind the sum are one-to-one.
    @Property
    @Tag("FB-2")
    void variantsDifferExactlyForTailsWithAByteOf80OrAbove(@ForAll byte[] key) {
        boolean highTail = false;
        for (int i = key.length - key.length % 4; i < key.length; i++) {
            highTail |= key[i] < 0;
        }
        int unsigned = BloomHash.UNSIGNED_TAIL.hash(key, 0, key.length);
        int signed = BloomHash.SIGNED_TAIL.hash(key, 0, key.length);
        assertEquals(highTail, unsigned != signed);
    }
}
