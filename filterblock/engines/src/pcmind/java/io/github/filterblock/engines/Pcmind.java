// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.fileenv.EnvImpl;
import org.iq80.leveldb.impl.DbImpl;

/** pcmind's LevelDB for Java as it was published. */
record Pcmind(int writeBuffer) implements Engine {
    @Override
    public String name() {
        return "pcmind-1.2";
    }

    @Override
    public List<Layout> layouts() {
        return List.of(Layout.NONE, Layout.WINDOWS, Layout.FAST_LOCAL, Layout.OWN);
    }

    @Override
    public Store open(Path directory, Layout layout, int policy) throws IOException {
        Options options = new Options().cacheSize(0).writeBufferSize(writeBuffer);
        switch (layout) {
            case NONE -> {}
            case WINDOWS -> options.filterPolicy(new PcmindPolicy(POLICIES.get(policy)));
            case FAST_LOCAL -> options.filterPolicy(new PcmindFullPolicy(Engine.full(layout, policy)));
            case OWN -> options.filterPolicy(new org.iq80.leveldb.table.BloomFilterPolicy(policy == 1 ? 4 : 10));
            case TABLE, RIBBON ->
                throw new IllegalArgumentException("pcmind has windows of 2 KiB only, too few keys for Ribbon filters");
        }
        Files.createDirectories(directory);
        CountingEnv env = new CountingEnv(EnvImpl.createEnv());
        DbImpl db = new DbImpl(options, directory.toString(), env.proxy());
        return new Store(db) {
            @Override
            void compact() {
                db.compactRange(null, null);
            }

            @Override
            long blocksRead() {
                return env.reads();
            }
        };
    }
}
