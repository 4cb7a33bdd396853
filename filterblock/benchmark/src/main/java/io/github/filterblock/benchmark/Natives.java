// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The child processes of a fork. */
record Natives(List<NativeSide> sides) implements AutoCloseable {

    /** Starts LevelDB's program and RocksDB's; a dash stands for one that is not there. */
    static Natives start(String levelDb, String rocksDb) throws IOException {
        List<NativeSide> sides = new ArrayList<>();
        if (!levelDb.equals(PairedRunner.NOT_THERE)) {
            sides.add(NativeSide.start(Side.NATIVE, levelDb));
        }
        if (!rocksDb.equals(PairedRunner.NOT_THERE)) {
            sides.add(NativeSide.start(Side.ROCKSDB, rocksDb, "serve", RocksDbProgram.directory()));
        }
        return new Natives(sides);
    }

    @Override
    public void close() throws IOException {
        for (NativeSide side : sides) {
            side.close();
        }
    }
}
