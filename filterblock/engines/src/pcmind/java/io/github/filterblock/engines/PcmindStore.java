// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import org.iq80.leveldb.impl.DbImpl;

/** A database of pcmind. */
final class PcmindStore extends LevelDbStore {
    private final DbImpl db;
    private final CountingEnv env;

    PcmindStore(DbImpl db, CountingEnv env) {
        super(db);
        this.db = db;
        this.env = env;
    }

    @Override
    public void compact() {
        db.compactRange(null, null);
    }

    @Override
    public long blocksRead() {
        return env.reads();
    }
}
