// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.testdata.RecordedFullFilters;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A full filter answers alike wherever its bytes lie, and they are not copied. */
class FilterInBufferTest {
    private static final List<byte[]> KEYS = RecordedFullFilters.configured().keys();

    /** The same filter in the middle of an array, and of buffers of all kinds. */
    private static List<FullFilter> opened(byte[] filter, LegacyHash hash) {
        byte[] padded = Bytes.padded(filter, 3, 2);
        ByteBuffer direct = ByteBuffer.allocateDirect(padded.length).put(0, padded);
        ByteBuffer heap = ByteBuffer.wrap(padded).slice(1, filter.length + 2);
        direct.position(3).limit(3 + filter.length);
        List<FullFilter> opened = List.of(
                FullFilter.wrap(padded, 3, filter.length, hash),
                FullFilter.wrap(direct, hash),
                FullFilter.wrap(direct.asReadOnlyBuffer(), hash),
                FullFilter.wrap(heap.position(2), hash),
                FullFilter.wrap(ByteBuffer.wrap(filter).asReadOnlyBuffer(), hash));
        assertEquals(3, direct.position());
        assertEquals(2, heap.position());
        return opened;
    }

    private static void assertAnswersAreAlike(byte[] filter, LegacyHash hash, List<byte[]> keys) {
        FullFilter right = FullFilter.wrap(filter, hash);
        for (FullFilter one : opened(filter, hash)) {
            assertEquals(right.geometry(), one.geometry());
            for (byte[] key : keys) {
                boolean answer = right.keyMayMatch(key);
                assertEquals(answer, one.keyMayMatch(key));
                assertEquals(answer, one.keyMayMatch(HashedKey.of(key)));
                FullFilterTrace trace = right.trace(key);
                FullFilterTrace other = one.trace(key);
                assertEquals(trace.hash(), other.hash());
                assertEquals(trace.place(), other.place());
                assertEquals(trace.steps(), other.steps());
                assertEquals(trace.mayMatch(), other.mayMatch());
            }
            for (LegacyHash other : LegacyHash.values()) {
                assertEquals(
                        right.withHash(other).keyMayMatch(keys.get(0)),
                        one.withHash(other).keyMayMatch(keys.get(0)));
            }
        }
    }

    static List<RecordedFullFilters.Block> blocks() {
        return RecordedFullFilters.configured().blocks();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void filtersOfRocksDbAnswerAlike(RecordedFullFilters.Block block) {
        assertAnswersAreAlike(block.filter(), LegacyHash.SIGNED, KEYS.subList(0, 40));
    }

    @Property(tries = 300)
    void anyBytesAnswerAlike(@ForAll byte[] filter, @ForAll LegacyHash hash, @ForAll byte[] key) {
        assertAnswersAreAlike(filter, hash, List.of(key));
    }

    /** All damaged trailers of sound filters: wherever it lies, no question leaves the filter's bytes. */
    @ParameterizedTest
    @EnumSource(names = {"FAST_LOCAL_BLOOM", "RIBBON", "LEGACY_BLOOM"})
    void damagedTrailersAnswerAlike(FullFilterKind kind) {
        byte[] sound = filter(kind, 300);
        Random random = new Random(kind.ordinal());
        for (int i = 0; i < 300; i++) {
            byte[] damaged = sound.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                damaged[damaged.length - 1 - random.nextInt(5)] = (byte) random.nextInt();
            }
            assertAnswersAreAlike(damaged, LegacyHash.EITHER, KEYS.subList(0, 5));
        }
    }

    private static FullFilterPolicy policy(FullFilterKind kind) {
        return switch (kind) {
            case RIBBON -> FullFilterPolicy.ribbon(10);
            case LEGACY_BLOOM -> FullFilterPolicy.legacyBloom(10);
            default -> FullFilterPolicy.fastLocalBloom(10);
        };
    }

    private static byte[] filter(FullFilterKind kind, int keys) {
        FullFilterBuilder builder = policy(kind).newBuilder();
        for (int i = 0; i < keys; i++) {
            builder.addKey(Bytes.ascii("k" + i));
        }
        return builder.finish();
    }

    /** A builder writes into a page outside the heap, where the filter is then asked; what is written there counts. */
    @ParameterizedTest
    @EnumSource(names = {"FAST_LOCAL_BLOOM", "RIBBON", "LEGACY_BLOOM"})
    void pageIsWrittenAndAskedInPlace(FullFilterKind kind) {
        ByteBuffer page = ByteBuffer.allocateDirect(4096).position(100);
        FullFilterBuilder builder = policy(kind).newBuilder();
        for (int i = 0; i < 1000; i++) {
            builder.addKey(Bytes.ascii("k" + i));
        }
        builder.finish(page);
        int end = page.position();
        FullFilter filter = FullFilter.wrap(page.flip().position(100), LegacyHash.SIGNED);
        int matches = 0;
        for (int i = 0; i < 1000; i++) {
            assertTrue(filter.keyMayMatch(Bytes.ascii("k" + i)));
            matches += filter.keyMayMatch(Bytes.ascii("absent" + i)) ? 1 : 0;
        }
        assertTrue(matches < 50, matches + " of 1000 absent keys match");
        page.clear();
        for (int i = 100; i < end - FullFilter.TRAILER_LENGTH; i++) {
            page.put(i, (byte) 0);
        }
        assertFalse(filter.keyMayMatch(Bytes.ascii("k" + 1)), "a copy was asked");
    }

    /** The allocation that {@link FullFilter#wrap(ByteBuffer, LegacyHash)} describes. */
    @Test
    void alignedMemoryHasRoomForTheFilter() {
        for (int keys = 1; keys < 2_000; keys += keys < 200 ? 1 : 7) {
            FullFilterBuilder builder = FullFilterPolicy.fastLocalBloom(10).newBuilder();
            for (int i = 0; i < keys; i++) {
                builder.addHash(i * 0x9e3779b97f4a7c15L);
            }
            byte[] filter = builder.finish();
            int length = filter.length;
            ByteBuffer aligned = ByteBuffer.allocateDirect((length + 63 & -64) + 63)
                    .alignedSlice(64)
                    .limit(length);
            assertEquals(0, aligned.alignmentOffset(0, 64));
            aligned.put(filter).flip();
            FullFilter opened = FullFilter.wrap(aligned, LegacyHash.SIGNED);
            assertEquals(FullFilter.wrap(filter).geometry(), opened.geometry());
        }
    }

    @Test
    void rangesOutsideAnArrayAreRefused() {
        byte[] memory = new byte[70];
        assertThrows(
                IndexOutOfBoundsException.class, () -> FullFilter.wrap(memory, 1, memory.length, LegacyHash.SIGNED));
        assertThrows(IndexOutOfBoundsException.class, () -> FullFilter.wrap(memory, -1, 2, LegacyHash.SIGNED));
        assertThrows(NullPointerException.class, () -> FullFilter.wrap(new byte[0], null));
    }

    @Test
    void questionsInBuffersAllocateNothing() {
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<FullFilter> filters = new ArrayList<>();
        for (FullFilterKind kind :
                List.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM)) {
            filters.addAll(opened(filter(kind, 300), LegacyHash.SIGNED));
        }
        for (FullFilter filter : filters) {
            ask(filter);
            long before = thread.getCurrentThreadAllocatedBytes();
            int matches = ask(filter);
            long allocated = thread.getCurrentThreadAllocatedBytes() - before;
            assertEquals(0, allocated / 10_000, "bytes for a question; " + matches);
        }
    }

    private static int ask(FullFilter filter) {
        int matches = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] key = KEYS.get(i % KEYS.size());
            matches += filter.keyMayMatch(key, 0, key.length) ? 1 : 0;
        }
        return matches;
    }
}
