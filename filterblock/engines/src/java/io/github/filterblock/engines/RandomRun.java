// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Random puts, deletions, gets and scans, compared with a {@link TreeMap}; sometimes the database is compacted, or
 * closed and opened with the same filters, with other ones, or with none.
 */
final class RandomRun {
    private static final int KEYS = 4_000;
    private static final int REOPENING = 500;
    private static final int COMPACTION = 700;
    private static final int SCAN = 5_000;

    private final Engine engine;
    private final Path directory;
    private final Layout layout;
    private final SplittableRandom random;
    private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    private Store store;
    private int wrong;

    private RandomRun(Engine engine, Path directory, Layout layout, long seed) throws IOException {
        this.engine = engine;
        this.directory = directory;
        this.layout = layout;
        this.random = new SplittableRandom(seed);
        this.store = engine.open(directory, layout, 0);
    }

    /** Returns the number of wrong answers. */
    static int run(Engine engine, Path directory, Layout layout, long seed, int operations) throws IOException {
        RandomRun run = new RandomRun(engine, directory, layout, seed);
        for (int i = 0; i < operations; i++) {
            run.operation();
        }
        run.scan();
        run.store.close();
        return run.wrong;
    }

    private void operation() throws IOException {
        byte[] key = key(random.nextInt(KEYS));
        int kind = random.nextInt(100);
        if (kind < 40) {
            put(key);
        } else if (kind < 50) {
            store.delete(key);
            model.remove(key);
        } else {
            get(key);
        }
        if (random.nextInt(REOPENING) == 0) {
            reopen();
        }
        if (random.nextInt(COMPACTION) == 0) {
            store.compact();
        }
        if (random.nextInt(SCAN) == 0) {
            scan();
        }
    }

    private void put(byte[] key) {
        byte[] value = new byte[random.nextInt(200)];
        random.nextBytes(value);
        store.put(key, value);
        model.put(key, value);
    }

    private void get(byte[] key) {
        if (!Arrays.equals(store.get(key).orElse(null), model.get(key))) {
            wrong++;
        }
    }

    /** Half of the time with the layout that the run is about, half of the time with anything else. */
    private void reopen() throws IOException {
        store.close();
        List<Layout> layouts = engine.layouts();
        boolean same = random.nextBoolean();
        store = same
                ? engine.open(directory, layout, 0)
                : engine.open(
                        directory, layouts.get(random.nextInt(layouts.size())), random.nextInt(Engine.POLICIES.size()));
    }

    private void scan() {
        Iterator<Map.Entry<byte[], byte[]>> expected = model.entrySet().iterator();
        store.scan((key, value) -> {
            Map.Entry<byte[], byte[]> next = expected.hasNext() ? expected.next() : Map.entry(new byte[0], new byte[0]);
            if (!Arrays.equals(next.getKey(), key) || !Arrays.equals(next.getValue(), value)) {
                wrong++;
            }
        });
        if (expected.hasNext()) {
            wrong++;
        }
    }

    /**
     * Four bytes that make keys different, then 0 to 15 more; some writers hash bytes of 0x80 and above differently.
     */
    private static byte[] key(int number) {
        byte[] key = new byte[Integer.BYTES + number % 16];
        Arrays.fill(key, (byte) (0x70 + number % 32));
        ByteBuffer.wrap(key).putInt(number * 0x9e3779b1);
        return key;
    }
}
