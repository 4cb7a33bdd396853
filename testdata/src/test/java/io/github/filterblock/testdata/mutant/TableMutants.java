// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.ReferenceTable;
import io.github.filterblock.testdata.contract.ReferenceSubject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;

/** Bugs in what surrounds the block in a table file. */
final class TableMutants {
    private TableMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "M12", "the filter block is compressed (pcmind)", "filterBlockIsStoredRaw", new Compressed()),
                new Mutant("M13", "a wrong policy name (bill2cipher)", "metaindexKeyIsFilterAndName", new Storing() {
                    @Override
                    public StoredForm store(BlockPlan plan, PolicySpec policy) {
                        byte[] key = "filter.leveldb.BuiltinBoolmFilter".getBytes(StandardCharsets.US_ASCII);
                        return new StoredForm(key, super.store(plan, policy).stored());
                    }
                }),
                new Mutant(
                        "M25",
                        "metaindex keys are taken for internal keys (integration code)",
                        "filterIsFoundInATable",
                        new SeamedSubject() {
                            @Override
                            public boolean keyMayBeInTable(
                                    byte[] table, PolicySpec policy, long blockOffset, byte[] key) throws IOException {
                                try {
                                    return new ReferenceTable(table)
                                            .filterBlock(policy.name() + "\0".repeat(8))
                                            .map(block ->
                                                    ReferenceSubject.MODEL.keyMayMatch(block, policy, blockOffset, key))
                                            .orElse(true);
                                } catch (IllegalArgumentException damaged) {
                                    throw new IOException(damaged);
                                }
                            }
                        }),
                new Mutant(
                        "M32",
                        "names in the platform's charset (ORC's history)",
                        "metaindexKeyIsFilterAndName",
                        new Storing() {
                            @Override
                            public StoredForm store(BlockPlan plan, PolicySpec policy) {
                                byte[] key = ("filter." + policy.name()).getBytes(StandardCharsets.UTF_16LE);
                                return new StoredForm(
                                        key, super.store(plan, policy).stored());
                            }
                        }));
    }

    private abstract static class Storing extends SeamedSubject {
        @Override
        public StoredForm store(BlockPlan plan, PolicySpec policy) {
            return ReferenceSubject.MODEL.store(plan, policy);
        }
    }

    /** Keeps the compressed form if it is an eighth shorter, as tables do with data blocks. */
    private static final class Compressed extends Storing {
        @Override
        public StoredForm store(BlockPlan plan, PolicySpec policy) {
            byte[] block = build(plan, policy);
            Deflater deflater = new Deflater();
            deflater.setInput(block);
            deflater.finish();
            byte[] stored = new byte[block.length + 64];
            int length = deflater.deflate(stored);
            deflater.end();
            if (length >= block.length - block.length / 8) {
                return super.store(plan, policy);
            }
            byte[] typed = Arrays.copyOf(stored, length + 5);
            typed[length] = 2;
            ByteBuffer.wrap(typed)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(length + 1, ReferenceTable.maskedCrc(typed, 0, length + 1));
            return new StoredForm(super.store(plan, policy).metaindexKey(), typed);
        }
    }
}
