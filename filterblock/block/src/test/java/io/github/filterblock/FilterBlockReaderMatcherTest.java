// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a reader passes to a matcher from outside the library, and what it does with the answer. */
@Tag("FB-24")
class FilterBlockReaderMatcherTest {
    private static final byte[] BLOCK = Blocks.of("aabb 0102030405 ff", 11, 0, 2, 2, 7);

    /** Notes key and filter of every question. */
    private static final class Recorder implements FilterMatcher {
        private final List<String> questions = new ArrayList<>();
        private final boolean answer;

        Recorder(boolean answer) {
            this.answer = answer;
        }

        @Override
        public String name() {
            return "recorder";
        }

        @Override
        public boolean keyMayMatch(
                byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
            byte[] exactKey = Arrays.copyOfRange(key, keyOffset, keyOffset + keyLength);
            byte[] exactFilter = Arrays.copyOfRange(filter, filterOffset, filterOffset + filterLength);
            questions.add(Bytes.toHex(exactKey) + " in " + Bytes.toHex(exactFilter));
            return answer;
        }
    }

    private static void assertAsked(Recorder recorder, String question) {
        assertEquals(List.of(question), recorder.questions);
        recorder.questions.clear();
    }

    @Test
    void matcherSeesExactlyTheBytesOfTheFilter() {
        byte[] key = Bytes.hex("c0ffee");
        for (boolean answer : new boolean[] {false, true}) {
            Recorder recorder = new Recorder(answer);
            try (EveryReader every = new EveryReader(BLOCK, recorder)) {
                for (FilterBlockReader reader : every.readers()) {
                    assertEquals(answer, reader.keyMayMatch(0, key));
                    assertAsked(recorder, "c0ffee in aabb");
                    assertEquals(answer, reader.keyMayMatch(2048, key));
                    assertAsked(recorder, "c0ffee in ");
                    assertEquals(answer, reader.keyMayMatch(4096, key));
                    assertAsked(recorder, "c0ffee in 0102030405");
                    assertEquals(answer, reader.keyMayMatch(6144, key));
                    assertAsked(recorder, "c0ffee in ff");
                }
            }
        }
    }

    @Test
    void matcherSeesExactlyTheBytesOfTheKeyInEveryForm() {
        Recorder recorder = new Recorder(false);
        try (EveryReader every = new EveryReader(BLOCK, recorder)) {
            for (FilterBlockReader reader : every.readers()) {
                byte[] padded = Bytes.hex("11c0ffee22");
                assertFalse(reader.keyMayMatch(0, padded, 1, 3));
                assertAsked(recorder, "c0ffee in aabb");
                assertFalse(reader.keyMayMatch(0, ByteBuffer.wrap(padded, 1, 3)));
                assertAsked(recorder, "c0ffee in aabb");
                assertFalse(reader.keyMayMatch(0, ByteBuffer.wrap(padded, 1, 3).asReadOnlyBuffer()));
                assertAsked(recorder, "c0ffee in aabb");
                for (ByteBufKind kind : ByteBufKind.values()) {
                    ByteBuf key = kind.of(Bytes.hex("c0ffee"));
                    assertFalse(reader.keyMayMatchBuf(0, key));
                    assertAsked(recorder, "c0ffee in aabb");
                    assertFalse(reader.keyMayMatchBuf(4096, key, key.readerIndex() + 1, 1));
                    assertAsked(recorder, "ff in 0102030405");
                    key.release();
                }
            }
        }
    }

    @Test
    void matcherIsNotAskedInDoubt() {
        Recorder recorder = new Recorder(false);
        byte[] key = Bytes.hex("c0ffee");
        byte[] damaged = Blocks.of("aabb", 11, 1, 0, 3, 3);
        for (byte[] block : List.of(new byte[4], new byte[5], damaged, Blocks.of("aabb", 64, 0))) {
            try (EveryReader every = new EveryReader(block, recorder)) {
                assertTrue(every.keyMayMatch(0, key));
                assertTrue(every.keyMayMatch(4096, key));
                assertTrue(every.keyMayMatch(-1, key));
            }
        }
        assertEquals(List.of(), recorder.questions);
    }

    // A policy that has Bloom parts answers by them: its own method is not asked.
    @Test
    void policyIsAskedThroughItsBloomParts() {
        FilterMatcher either = Matchers.eitherHash();
        FilterMatcher wrapper = FilterMatcher.anyOf("wrapper", List.of(either));
        byte[] signed = Blocks.of("208000000104100806", 11, 0);
        byte[] unsigned = Blocks.of("048008000100024006", 11, 0);
        for (FilterMatcher matcher : List.of(either, wrapper)) {
            try (EveryReader first = new EveryReader(signed, matcher);
                    EveryReader second = new EveryReader(unsigned, matcher)) {
                assertTrue(first.keyMayMatch(0, Bytes.hex("80")));
                assertTrue(second.keyMayMatch(0, Bytes.hex("80")));
                assertFalse(first.keyMayMatch(0, Bytes.hex("81")));
                assertFalse(second.keyMayMatch(0, Bytes.hex("81")));
                assertEquals(matcher.name(), first.readers().get(0).policyName());
            }
        }
    }

    /** Keys outside the heap are hashed for each part. */
    @Test
    void aMatcherOfSeveralPartsDeniesInAnEmptyWindowOnly() {
        FilterMatcher several =
                FilterDialect.safeMatcher("leveldb.BuiltinBloomFilter").orElseThrow();
        assertTrue(several.bloomParts().size() > 1);
        byte[] block = Blocks.of("", 11, 0);
        FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, several);
        ByteBuf key = Unpooled.directBuffer().writeBytes(new byte[] {'k', 'e', 'y'});
        try {
            assertFalse(reader.keyMayMatchBuf(0, key));
            assertTrue(reader.keyMayMatchBuf(4096, key), "beyond the last window");
        } finally {
            key.release();
        }
    }

    /** LevelDB takes equal offsets for an empty filter wherever they point; the matcher is not asked there. */
    @Test
    void anEmptyRangeBeyondTheArrayIsDeniedAsLevelDbDoesByEveryMatcher() {
        byte[] block = Blocks.of("aabb", 11, 70, 70, 2);
        byte[] key = Bytes.ascii("key");
        ByteBuf direct = Unpooled.directBuffer().writeBytes(key);
        Recorder recorder = new Recorder(true);
        for (FilterMatcher matcher : List.of(recorder, Matchers.eitherHash(), Matchers.levelDb())) {
            FilterBlockReader safe = FilterBlockReader.wrapping(block, 0, block.length, matcher);
            assertTrue(safe.keyMayMatch(0, key) && safe.keyMayMatchBuf(0, direct), matcher::name);
            FilterBlockReader likeLevelDb = safe.likeLevelDb();
            assertFalse(likeLevelDb.keyMayMatch(0, key), matcher::name);
            assertFalse(likeLevelDb.keyMayMatchBuf(0, direct), matcher::name);
            assertFalse(likeLevelDb.keyMayMatch(0, direct.nioBuffer()), matcher::name);
        }
        assertEquals(List.of(), recorder.questions);
        direct.release();
    }
}
