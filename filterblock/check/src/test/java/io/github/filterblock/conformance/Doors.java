// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.FilterBatch;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Manner;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterMatcher;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Every way in which the library can be asked about a key: they may differ in speed and in nothing else. */
final class Doors implements AutoCloseable {

    /** One way to ask. */
    private interface Door {
        boolean mayMatch(long blockOffset, byte[] key) throws IOException;
    }

    private final ByteBuf lent;
    private final List<FilterBlockReader> readers = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Door> doors = new ArrayList<>();

    private Doors(ByteBuf lent) {
        this.lent = lent;
    }

    /** Returns the ways to ask a block safely, or as LevelDB answers. */
    static Doors into(byte[] block, FilterMatcher matcher, boolean likeLevelDb) {
        ByteBuf direct = Unpooled.directBuffer().writeZero(3).writeBytes(block).skipBytes(3);
        Doors all = new Doors(direct);
        all.addReader("wrapping", FilterBlockReader.wrapping(block, 0, block.length, matcher), likeLevelDb);
        all.addReader("copyOf", FilterBlockReader.copyOfBuf(direct, matcher), likeLevelDb);
        all.addReader("retaining", FilterBlockReader.retaining(direct, matcher), likeLevelDb);
        return all;
    }

    /** Adds a reader by key, by hash and in a batch. */
    void addReader(String name, FilterBlockReader safe, boolean likeLevelDb) {
        readers.add(safe);
        FilterBlockReader reader = likeLevelDb ? Manner.LIKE_LEVELDB.of(safe) : safe;
        add(name, reader::keyMayMatch);
        for (BloomHash hash : BloomHash.values()) {
            if (reader.takes(hash)) {
                add(
                        name + ", by " + hash,
                        (offset, key) -> reader.hashMayMatch(offset, hash.token(key, 0, key.length)));
            }
        }
        FilterBatch batch = new FilterBatch(1);
        add(name + ", in a batch", (offset, key) -> {
            int question = batch.add(reader, offset, key, 0, key.length);
            batch.ask();
            boolean answer = batch.mayMatch(question);
            batch.clear();
            return answer;
        });
    }

    private void add(String name, Door door) {
        names.add(name);
        doors.add(door);
    }

    /** Asks at every door. */
    void assertAnswer(boolean expected, long blockOffset, byte[] key, String what) throws IOException {
        for (int i = 0; i < doors.size(); i++) {
            String name = names.get(i);
            assertEquals(
                    expected,
                    doors.get(i).mayMatch(blockOffset, key),
                    () -> what + ", " + name + ": offset " + Long.toUnsignedString(blockOffset) + ", key "
                            + HexFormat.of().formatHex(key));
        }
    }

    @Override
    public void close() {
        readers.forEach(FilterBlockReader::close);
        lent.release();
        assertEquals(0, lent.refCnt());
    }
}
