// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.ReferenceFullFilter;
import io.github.filterblock.testdata.ReferenceFullFilterBuilder;
import io.github.filterblock.testdata.ReferenceTable;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes that no project is known to have shipped: the law that is about each finds it, and says what is wrong. */
class OtherMistakesTest {
    private static final int CASES = 120;

    /** What the law says of the first case that it finds; the empty text if it finds none. */
    private static String wrong(String name, FilterBlockSubject subject) {
        Law law = Law.named(name);
        for (int number = 0; number < CASES; number++) {
            LawCase given = law.nextCase(Cases.numbered(subject, ReferenceSubject.MODEL, name, 7, number));
            Optional<String> wrong = law.violation(subject, given);
            if (wrong.isPresent()) {
                return wrong.get();
            }
        }
        return "";
    }

    private static void assertFound(String law, String words, FilterBlockSubject subject) {
        String wrong = wrong(law, subject);
        assertTrue(wrong.contains(words), () -> law + ": " + wrong);
        assertEquals("", wrong(law, new CompleteSubject()));
    }

    private static byte[] flipped(byte[] bytes, int index) {
        byte[] other = bytes.clone();
        other[index] ^= 1;
        return other;
    }

    @Test
    void buildersAreFound() {
        assertFound("windowsWithoutKeysAreEmpty", "no key was added, and there is a filter", new CompleteSubject() {
            @Override
            public byte[] build(BlockPlan plan, PolicySpec policy) {
                List<BuilderCall> calls = new ArrayList<>();
                long next = 1; // the window after that of the last block
                for (BuilderCall call : plan.calls()) {
                    long window = call instanceof BuilderCall.StartBlock start ? start.offset() >>> plan.baseLg() : 0;
                    if (window > next) {
                        calls.add(new BuilderCall.StartBlock(next << plan.baseLg()));
                        calls.add(new BuilderCall.AddKey(new byte[0]));
                    }
                    next = Math.max(next, window + 1);
                    calls.add(call);
                }
                return super.build(new BlockPlan(plan.baseLg(), calls), policy);
            }
        });
        assertFound("otherBaseLgsAreWritten", "the block differs from byte", new CompleteSubject() {
            @Override
            public byte[] build(BlockPlan plan, PolicySpec policy) {
                byte[] block = super.build(plan, policy);
                block[block.length - 1] = BlockPlan.DEFAULT_BASE_LG;
                return block;
            }
        });
        assertFound("otherDialectsAreWritten", "the block differs from byte", new CompleteSubject() {
            @Override
            public byte[] build(BlockPlan plan, PolicySpec policy) {
                return super.build(plan, PolicySpec.levelDb(policy.bitsPerKey()));
            }
        });
        assertFound("blockIsThatOfTheOriginal", "the block differs from byte 0: 01", new CompleteSubject() {
            @Override
            public byte[] build(BlockPlan plan, PolicySpec policy) {
                return flipped(super.build(plan, policy), 0);
            }
        });
        assertFound("internalKeysLoseTheirTag", "a false negative: key ", new CompleteSubject() {
            @Override
            public boolean internalKeyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] internalKey) {
                return keyMayMatch(block, policy, blockOffset, internalKey);
            }
        });
        assertFound("filterLengthsTake64Bits", "the subject refuses a filter of ", new CompleteSubject() {
            @Override
            public long filterLength(long keys, int bitsPerKey) {
                throw new IllegalArgumentException("no");
            }
        });
    }

    /** A subject that stores its blocks in another way. */
    private static FilterBlockSubject storing(String mistake) {
        return new CompleteSubject() {
            @Override
            public StoredForm store(BlockPlan plan, PolicySpec policy) {
                StoredForm right = super.store(plan, policy);
                byte[] stored = right.stored();
                CRC32C crc = new CRC32C();
                crc.update(stored, 0, stored.length - 4);
                return new StoredForm(
                        right.metaindexKey(),
                        switch (mistake) {
                            case "short" -> Arrays.copyOf(stored, 3);
                            case "other" -> flipped(stored, 0);
                            default ->
                                ByteBuffer.wrap(stored.clone())
                                        .order(ByteOrder.LITTLE_ENDIAN)
                                        .putInt(stored.length - 4, (int) crc.getValue())
                                        .array();
                        });
            }
        };
    }

    @Test
    void writersOfTablesAreFound() {
        assertFound("trailerIsTypeAndMaskedCrc", "the masked CRC-32C of contents and type is", storing("plain"));
        assertFound("trailerIsTypeAndMaskedCrc", "has 3 bytes, fewer than its trailer", storing("short"));
        assertFound("filterBlockIsStoredRaw", "has 3 bytes, fewer than its trailer", storing("short"));
        assertFound("filterBlockIsStoredRaw", "the stored contents are not the block", storing("other"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shortBlocksMatch",
                "arrayOffsetsBeyondTheEndMatch",
                "leftoverBytesAreTolerated",
                "baseLgsAbove63Match",
                "damagedOffsetsMatch",
                "windowsBeyondTheLastMatch",
                "reservedProbesMatch",
                "everyAddedKeyMatches",
                "answersAreThoseOfTheOriginal"
            })
    void readersThatDenyAreFound(String law) {
        String words = law.equals("everyAddedKeyMatches") ? "a false negative: key " : "\"may match\" is right";
        assertFound(law, words, answering(false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"emptyWindowsDeny", "shortFiltersDeny", "thirtyProbesAreAsked", "storedBaseLgIsUsed"})
    void readersThatLetEveryKeyPassAreFound(String law) {
        assertFound(law, "\"absent\" is right", answering(true));
    }

    private static FilterBlockSubject answering(boolean answer) {
        return new CompleteSubject() {
            @Override
            public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
                return answer;
            }
        };
    }

    @Test
    void readersOfArraysAndBuffersAreFound() {
        assertFound("blockInsideAnArray", " bytes before the block", new CompleteSubject() {
            @Override
            public boolean keyMayMatch(
                    byte[] array, int offset, int length, PolicySpec policy, long blockOffset, byte[] key) {
                return keyMayMatch(Arrays.copyOf(array, length), policy, blockOffset, key);
            }
        });
        assertFound("blockInsideAnArray", "the lookup changed the array", new CompleteSubject() {
            @Override
            public boolean keyMayMatch(
                    byte[] array, int offset, int length, PolicySpec policy, long blockOffset, byte[] key) {
                boolean answer = super.keyMayMatch(array, offset, length, policy, blockOffset, key);
                array[offset + length]++;
                return answer;
            }
        });
        assertFound("answersAreThoseOfTheOriginal", "the lookup changed the block", new CompleteSubject() {
            @Override
            public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
                boolean answer = super.keyMayMatch(block, policy, blockOffset, key);
                block[0]++;
                return answer;
            }
        });
        assertFound("blockInAJdkBuffer", "the lookup leaves the buffer as", new CompleteSubject() {
            @Override
            public boolean keyMayMatch(ByteBuffer block, PolicySpec policy, long blockOffset, byte[] key) {
                boolean answer = super.keyMayMatch(block, policy, blockOffset, key);
                block.order(ByteOrder.LITTLE_ENDIAN);
                return answer;
            }
        });
        assertFound("blockInABuffer", "reference count 2 where it had", new CompleteSubject() {
            @Override
            public boolean keyMayMatch(ByteBuf block, PolicySpec policy, long blockOffset, byte[] key) {
                return super.keyMayMatch(block.retain(), policy, blockOffset, key);
            }
        });
        assertFound("blockInABuffer", "the lookup changes bytes", new CompleteSubject() {
            @Override
            public boolean keyMayMatch(ByteBuf block, PolicySpec policy, long blockOffset, byte[] key) {
                boolean answer = super.keyMayMatch(block, policy, blockOffset, key);
                block.setByte(block.writerIndex(), 0);
                return answer;
            }
        });
        assertFound("twoThreadsGetTheSameAnswers", " while another thread asks as well", new CompleteSubject() {
            @Override
            public Lookup open(byte[] block, PolicySpec policy) {
                return (blockOffset, key) -> {
                    throw new IllegalStateException("no");
                };
            }
        });
    }

    @Test
    void readersOfTablesAreFound() {
        assertFound("unknownNamesAreNoFilter", "\"may match\" is right", new CompleteSubject() {
            @Override
            public boolean keyMayBeInTable(byte[] table, PolicySpec policy, long blockOffset, byte[] key)
                    throws IOException {
                Optional<byte[]> foreign = new ReferenceTable(table).filterBlock("x" + policy.name());
                return foreign.map(block -> keyMayMatch(block, policy, blockOffset, key))
                        .orElse(super.keyMayBeInTable(table, policy, blockOffset, key));
            }
        });
        assertFound("filterIsFoundInATable", "the subject refuses a good table", new CompleteSubject() {
            @Override
            public boolean keyMayBeInTable(byte[] table, PolicySpec policy, long blockOffset, byte[] key)
                    throws IOException {
                throw new IOException("no");
            }
        });
        assertFound("damagedTablesHideNothing", "\"may match\" is right", new CompleteSubject() {
            @Override
            public boolean keyMayBeInTable(byte[] table, PolicySpec policy, long blockOffset, byte[] key) {
                return false;
            }
        });
    }

    /** A subject that builds full filters, and changes what the model builds or is given. */
    private interface Change {
        byte[] of(byte[] filter);
    }

    private static FullFilterSubject full(Change built, Change rebuilt) {
        return new FullFilterSubject() {
            @Override
            public byte[] build(Kind kind, double bitsPerKey, List<byte[]> keys) {
                return built.of(ReferenceFullFilterBuilder.build(kind.label(), bitsPerKey, keys));
            }

            @Override
            public byte[] rebuild(byte[] stored, List<byte[]> keys) {
                keys.forEach(key -> assertTrue(ReferenceFullFilter.mayMatch(stored, key)));
                return rebuilt.of(stored);
            }
        };
    }

    private static void assertFound(FullFilterLaw law, String words, FullFilterSubject subject) {
        String wrong = law.violation(subject, 8).orElse("");
        assertTrue(wrong.contains(words), () -> law + ": " + wrong);
        assertEquals(Optional.empty(), law.violation(full(same -> same, same -> same), 8));
    }

    @Test
    void buildersOfFullFiltersAreFound() {
        FullFilterSubject longer = full(filter -> Arrays.copyOf(filter, filter.length + 64), same -> same);
        FullFilterSubject empty = full(
                filter -> {
                    Arrays.fill(filter, 0, Math.max(0, filter.length - 5), (byte) 0);
                    return filter;
                },
                same -> same);
        FullFilterSubject other = full(same -> same, filter -> flipped(filter, 0));
        assertFound(FullFilterLaw.SIZES_FOLLOW_FROM_BITS, " bytes with the trailer 0000000000 instead of ", longer);
        assertFound(FullFilterLaw.EVERY_ADDED_KEY_MATCHES, " denies ", empty);
        assertFound(FullFilterLaw.ORDER_DOES_NOT_MATTER_FOR_A_GIVEN_FORM, " instead of ", other);
        assertFound(FullFilterLaw.FILTERS_ARE_THOSE_OF_ROCKSDB, "with other bytes than RocksDB's", empty);
    }
}
