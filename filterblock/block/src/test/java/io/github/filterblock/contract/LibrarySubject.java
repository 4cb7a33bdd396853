// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.contract;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.engine.FilterWriter;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockBasedFilter;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import io.github.filterblock.table.TrustedPolicies;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** This library as a subject of the compatibility kit, which can do everything. */
final class LibrarySubject implements FilterBlockSubject {

    private static BloomFilterPolicy policy(PolicySpec spec) {
        return switch (spec.dialect()) {
            case LEVELDB -> BloomFilterPolicy.levelDb(spec.bitsPerKey());
            case GOLEVELDB -> BloomFilterPolicy.goLevelDb(spec.bitsPerKey());
            case LEVELDB_117_SIGNED -> BloomFilterPolicy.levelDb117Signed(spec.bitsPerKey());
            case ROCKSDB -> BloomFilterPolicy.rocksDbBlockBased(spec.bitsPerKey());
        };
    }

    private static FilterMatcher matcher(PolicySpec spec) {
        return policy(spec).matcher();
    }

    @Override
    public boolean knows(PolicySpec.Dialect dialect) {
        return true;
    }

    @Override
    public boolean writesBaseLg(int baseLg) {
        return true;
    }

    @Override
    public byte[] build(BlockPlan plan, PolicySpec spec) {
        FilterBlockBuilder builder = new FilterBlockBuilder(policy(spec), plan.baseLg());
        plan.replay(builder::startBlock, builder::addKey);
        return builder.finish();
    }

    @Override
    public Build startBuild(int baseLg, PolicySpec spec) {
        FilterBlockBuilder builder = new FilterBlockBuilder(policy(spec), baseLg);
        return new Build() {
            @Override
            public void startBlock(long offset) {
                builder.startBlock(offset);
            }

            @Override
            public void addKey(byte[] array, int offset, int length) {
                builder.addKey(array, offset, length);
            }

            @Override
            public byte[] finish() {
                return builder.finish();
            }
        };
    }

    @Override
    public StoredForm store(BlockPlan plan, PolicySpec spec) {
        FilterBlockBuilder builder = new FilterBlockBuilder(policy(spec), plan.baseLg());
        plan.replay(builder::startBlock, builder::addKey);
        StoredFilterBlock stored = StoredFilterBlock.of(builder, 0);
        return new StoredForm(stored.metaindexKey(), bytes(stored.bytes()));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public boolean keyMayMatch(byte[] block, PolicySpec spec, long blockOffset, byte[] key) {
        return keyMayMatch(block, 0, block.length, spec, blockOffset, key);
    }

    @Override
    public boolean keyMayMatch(byte[] array, int offset, int length, PolicySpec spec, long blockOffset, byte[] key) {
        try (FilterBlockReader reader = FilterBlockReader.wrap(array, offset, length, matcher(spec))) {
            return reader.keyMayMatch(blockOffset, key);
        }
    }

    @Override
    public boolean keyMayMatch(ByteBuf block, PolicySpec spec, long blockOffset, byte[] key) {
        try (FilterBlockReader retaining = FilterBlockReader.retaining(block, matcher(spec));
                FilterBlockReader copy = FilterBlockReader.copyOfBuf(block, matcher(spec))) {
            boolean answer = retaining.keyMayMatch(blockOffset, key);
            if (copy.keyMayMatch(blockOffset, ByteBuffer.wrap(key)) != answer) {
                throw new IllegalStateException("the two readers answer differently");
            }
            return answer;
        }
    }

    @Override
    public boolean keyMayMatch(ByteBuffer block, PolicySpec spec, long blockOffset, byte[] key) {
        return keyMayMatch(Unpooled.wrappedBuffer(block), spec, blockOffset, key);
    }

    @Override
    public Lookup open(byte[] block, PolicySpec spec) {
        return FilterBlockReader.copyOfBuf(Unpooled.wrappedBuffer(block), matcher(spec))::keyMayMatch;
    }

    @Override
    public byte[] buildFromInternalKeys(BlockPlan plan, PolicySpec spec) {
        FilterWriter writer =
                DatabaseFilters.of(policy(spec)).withBaseLg(plan.baseLg()).newWriter();
        plan.replay(writer::blockWritten, key -> writer.addInternalKey(key, 0, key.length));
        byte[] stored = bytes(writer.finish(0).orElseThrow().bytes());
        return Arrays.copyOf(stored, stored.length - BlockHandle.TRAILER_LENGTH);
    }

    @Override
    public boolean internalKeyMayMatch(byte[] block, PolicySpec spec, long blockOffset, byte[] internalKey) {
        try (FilterBlockReader reader = FilterBlockReader.wrap(block, matcher(spec))) {
            return reader.keyMayMatch(blockOffset, internalKey, 0, internalKey.length - FilterMatcher.TAG_LENGTH);
        }
    }

    @Override
    public boolean keyMayBeInTable(byte[] table, PolicySpec spec, long blockOffset, byte[] key) throws IOException {
        try (TableFile file = TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(table), "table"))) {
            Optional<TableFilter> filter = file.openFilter(TrustedPolicies.of(matcher(spec)))
                    .filter(BlockBasedFilter.class::isInstance); // the law speaks of no other
            return filter.isEmpty() || filter.get().keyMayMatch(blockOffset, key);
        }
    }

    @Override
    public long filterLength(long keys, int bitsPerKey) {
        return BloomFilterPolicy.levelDb(bitsPerKey).filterSize(Math.toIntExact(keys));
    }
}
