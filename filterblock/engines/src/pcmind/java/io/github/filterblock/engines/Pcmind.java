// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import io.github.filterblock.bloom.BloomFilterPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.fileenv.EnvImpl;
import org.iq80.leveldb.impl.DbImpl;

/** pcmind's LevelDB for Java as it was published. */
final class Pcmind implements Engine {
    private static final int SMALL_WRITE_BUFFER = 64 << 10;
    private static final int USUAL_WRITE_BUFFER = 2 << 20;

    private final int writeBuffer;

    private Pcmind(int writeBuffer) {
        this.writeBuffer = writeBuffer;
    }

    /** With small tables, so that there are many. */
    static Pcmind withSmallTables() {
        return new Pcmind(SMALL_WRITE_BUFFER);
    }

    static Pcmind usual() {
        return new Pcmind(USUAL_WRITE_BUFFER);
    }

    @Override
    public String name() {
        return "pcmind-1.2";
    }

    @Override
    public List<Layout> layouts() {
        return List.of(Layout.NONE, Layout.WINDOWS, Layout.OWN);
    }

    @Override
    public PcmindStore open(Path directory, Layout layout, int policy) throws IOException {
        Options options = new Options().cacheSize(0).writeBufferSize(writeBuffer);
        switch (layout) {
            case NONE -> {}
            case WINDOWS -> options.filterPolicy(new PcmindPolicy(policy(policy)));
            case OWN -> options.filterPolicy(new org.iq80.leveldb.table.BloomFilterPolicy(policy == 1 ? 4 : 10));
            case TABLE -> throw new IllegalArgumentException("pcmind has windows of 2 KiB only");
        }
        Files.createDirectories(directory);
        CountingEnv env = new CountingEnv(EnvImpl.createEnv());
        return new PcmindStore(new DbImpl(options, directory.toString(), env.proxy()), env);
    }

    private static BloomFilterPolicy policy(int policy) {
        return switch (policy) {
            case 0 -> BloomFilterPolicy.levelDb(10);
            case 1 -> BloomFilterPolicy.levelDb(4);
            default -> BloomFilterPolicy.levelDb117Signed(10);
        };
    }
}
