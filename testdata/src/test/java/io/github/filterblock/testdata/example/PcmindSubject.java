// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import java.nio.charset.StandardCharsets;
import org.iq80.leveldb.table.BloomFilterPolicy;
import org.iq80.leveldb.table.FilterBlockBuilder;
import org.iq80.leveldb.table.PcmindBridge;
import org.iq80.leveldb.util.Slice;

/** io.github.pcmind:leveldb 1.2 as a subject. */
final class PcmindSubject implements FilterBlockSubject {

    private static FilterBlockBuilder builder(PolicySpec policy) {
        return new FilterBlockBuilder(new BloomFilterPolicy(policy.bitsPerKey()));
    }

    @Override
    public byte[] build(BlockPlan plan, PolicySpec policy) {
        FilterBlockBuilder builder = builder(policy);
        plan.replay(builder::startBlock, key -> builder.addKey(new Slice(key)));
        return builder.finish().getBytes();
    }

    @Override
    public Build startBuild(int baseLg, PolicySpec policy) {
        FilterBlockBuilder builder = builder(policy);
        return new Build() {
            @Override
            public void startBlock(long offset) {
                builder.startBlock(offset);
            }

            @Override
            public void addKey(byte[] array, int offset, int length) {
                builder.addKey(new Slice(array, offset, length));
            }

            @Override
            public byte[] finish() {
                return builder.finish().getBytes();
            }
        };
    }

    @Override
    public StoredForm store(BlockPlan plan, PolicySpec policy) {
        FilterBlockBuilder builder = builder(policy);
        plan.replay(builder::startBlock, key -> builder.addKey(new Slice(key)));
        byte[] metaindexKey = ("filter." + builder.name()).getBytes(StandardCharsets.UTF_8);
        return new StoredForm(metaindexKey, PcmindBridge.store(builder.finish()));
    }

    @Override
    public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
        return keyMayMatch(block, 0, block.length, policy, blockOffset, key);
    }

    @Override
    public boolean keyMayMatch(byte[] array, int offset, int length, PolicySpec policy, long blockOffset, byte[] key) {
        Slice block = new Slice(array, offset, length);
        return PcmindBridge.keyMayMatch(new BloomFilterPolicy(10), block, blockOffset, new Slice(key));
    }

    @Override
    public Lookup open(byte[] block, PolicySpec policy) {
        return (blockOffset, key) -> keyMayMatch(block, policy, blockOffset, key);
    }

    @Override
    public String name() {
        return "io.github.pcmind:leveldb 1.2";
    }
}
