// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.LengthCase;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferenceTable;
import io.github.filterblock.testdata.TablePlan;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The slow model with everything that a subject may override. */
public class CompleteSubject extends ReferenceSubject {
    @Override
    public Build startBuild(int baseLg, PolicySpec policy) {
        List<BuilderCall> calls = new ArrayList<>();
        return new Build() {
            @Override
            public void startBlock(long offset) {
                calls.add(new BuilderCall.StartBlock(offset));
            }

            @Override
            public void addKey(byte[] array, int offset, int length) {
                calls.add(new BuilderCall.AddKey(Arrays.copyOfRange(array, offset, offset + length)));
            }

            @Override
            public byte[] finish() {
                return build(new BlockPlan(baseLg, calls), policy);
            }
        };
    }

    @Override
    public StoredForm store(BlockPlan plan, PolicySpec policy) {
        byte[] block = build(plan, policy);
        byte[] key = (TablePlan.FILTER_PREFIX + policy.name()).getBytes(StandardCharsets.US_ASCII);
        return new StoredForm(key, withTrailer(block, 0));
    }

    /** Returns a block as a file has it: type and masked checksum come after the contents (TF-4). */
    protected static byte[] withTrailer(byte[] contents, int type) {
        byte[] stored = Arrays.copyOf(contents, contents.length + TablePlan.TRAILER);
        stored[contents.length] = (byte) type;
        ByteBuffer.wrap(stored)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(contents.length + 1, TablePlan.maskedCrc(stored, 0, contents.length + 1));
        return stored;
    }

    @Override
    public boolean keyMayMatch(byte[] array, int offset, int length, PolicySpec policy, long blockOffset, byte[] key) {
        return keyMayMatch(Arrays.copyOfRange(array, offset, offset + length), policy, blockOffset, key);
    }

    @Override
    public boolean keyMayMatch(ByteBuf block, PolicySpec policy, long blockOffset, byte[] key) {
        return keyMayMatch(ByteBufUtil.getBytes(block), policy, blockOffset, key);
    }

    @Override
    public boolean keyMayMatch(ByteBuffer block, PolicySpec policy, long blockOffset, byte[] key) {
        byte[] bytes = new byte[block.remaining()];
        block.duplicate().get(bytes);
        return keyMayMatch(bytes, policy, blockOffset, key);
    }

    @Override
    public Lookup open(byte[] block, PolicySpec policy) {
        return new ReferenceFilterBlock(block.clone(), policy.reference())::keyMayMatch;
    }

    @Override
    public byte[] buildFromInternalKeys(BlockPlan plan, PolicySpec policy) {
        List<BuilderCall> calls = new ArrayList<>();
        plan.replay(
                offset -> calls.add(new BuilderCall.StartBlock(offset)),
                key -> calls.add(new BuilderCall.AddKey(userKey(key))));
        return build(new BlockPlan(plan.baseLg(), calls), policy);
    }

    @Override
    public boolean internalKeyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] internalKey) {
        return keyMayMatch(block, policy, blockOffset, userKey(internalKey));
    }

    private static byte[] userKey(byte[] internalKey) {
        return Arrays.copyOf(internalKey, internalKey.length - 8);
    }

    @Override
    public boolean keyMayBeInTable(byte[] table, PolicySpec policy, long blockOffset, byte[] key) throws IOException {
        try {
            Optional<byte[]> block = new ReferenceTable(table).filterBlock(policy.name());
            return block.isEmpty() || keyMayMatch(block.get(), policy, blockOffset, key);
        } catch (IllegalArgumentException damaged) {
            throw new IOException(damaged);
        }
    }

    @Override
    public long filterLength(long keys, int bitsPerKey) {
        return LengthCase.of(keys, bitsPerKey).length();
    }
}
