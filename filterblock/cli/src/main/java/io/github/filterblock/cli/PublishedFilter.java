// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.database.DatabaseDirectory;
import io.github.filterblock.durable.AtomicFile;
import io.github.filterblock.redis.GoZeroFilter;
import io.github.filterblock.redis.RedisBloomFilter;
import io.github.filterblock.redis.RedisPublisher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;

/** A filter of either format, while it is made and when it is published. */
interface PublishedFilter {
    void add(byte[] key, int offset, int length);

    long bits();

    long bytes();

    double expectedRate(long keys);

    /** What a reader writes to ask the filter. */
    String line(String key);

    void send(RedisPublisher publisher, byte[] key) throws IOException;

    /**
     * Writes a file, also over one that can only be an older filter. Only those may read it who may read all the files
     * that the keys are from.
     *
     * @param replace whether any file is replaced that may be an older filter
     */
    void write(Path out, boolean replace, Collection<Path> sources) throws IOException;

    /** A filter of go-zero. */
    record GoZero(GoZeroFilter filter) implements PublishedFilter {
        @Override
        public void add(byte[] key, int offset, int length) {
            filter.add(key, offset, length);
        }

        @Override
        public long bits() {
            return filter.bits();
        }

        @Override
        public long bytes() {
            return filter.length();
        }

        @Override
        public double expectedRate(long keys) {
            return filter.expectedRate(keys);
        }

        @Override
        public String line(String key) {
            String quoted = key.replace("\\", "\\\\").replace("\"", "\\\"");
            return "bloom.New(store, \"" + quoted + "\", " + bits() + ")";
        }

        @Override
        public void send(RedisPublisher publisher, byte[] key) throws IOException {
            publisher.publish(key, filter);
        }

        @Override
        public void write(Path out, boolean replace, Collection<Path> sources) throws IOException {
            AtomicFile.replacing(
                            out, older -> !isInput(older, sources) && (replace ? mayBeFilter(older) : isPart(older)))
                    .withPermissionsOf(sources)
                    .write(channel -> channel.write(ByteBuffer.wrap(filter.toByteArray())));
        }

        /** Whether a file is one that the keys are from, or lies in a database that has such a file, as LOCK does. */
        private static boolean isInput(Path older, Collection<Path> sources) throws IOException {
            Path folder = older.toRealPath().getParent();
            for (Path source : sources) {
                Path real = source.toRealPath();
                boolean beside =
                        Objects.equals(folder, real.getParent()) && Files.exists(real.resolveSibling("CURRENT"));
                if (beside || Files.isSameFile(older, source)) {
                    return true;
                }
            }
            return false;
        }

        /** Nothing in a bitmap says what it is, so this excludes only what the tool reads: a table, or a database's. */
        private static boolean mayBeFilter(Path older) throws IOException {
            if (Files.size(older) > GoZeroFilter.MAX_BITS / Byte.SIZE || DatabaseDirectory.isPart(older)) {
                return false;
            }
            try {
                TableFile.open(older).close();
                return false;
            } catch (CorruptTableException e) {
                return e.reason().isNotATable();
            }
        }

        /**
         * Whether the new filter has all bits of a file, and the file has some: an older filter of as many bits and
         * with fewer keys.
         */
        private boolean isPart(Path older) throws IOException {
            if (Files.size(older) > filter.length()) {
                return false;
            }
            byte[] some = Files.readAllBytes(older);
            byte[] all = filter.toByteArray();
            int bits = 0;
            for (int i = 0; i < some.length; i++) {
                if ((some[i] & ~all[i]) != 0) {
                    return false;
                }
                bits |= some[i];
            }
            return bits != 0;
        }
    }

    /** A filter of RedisBloom. */
    record RedisBloom(RedisBloomFilter filter) implements PublishedFilter {
        @Override
        public void add(byte[] key, int offset, int length) {
            filter.add(key, offset, length);
        }

        @Override
        public long bits() {
            return filter.bytes() * Byte.SIZE;
        }

        @Override
        public long bytes() {
            return filter.bytes();
        }

        @Override
        public double expectedRate(long keys) {
            return filter.expectedRate();
        }

        @Override
        public String line(String key) {
            return "BF.EXISTS " + key + " ...";
        }

        @Override
        public void send(RedisPublisher publisher, byte[] key) throws IOException {
            publisher.publish(key, filter);
        }

        @Override
        public void write(Path out, boolean replace, Collection<Path> sources) throws IOException {
            AtomicFile.replacing(out, RedisBloomFilter::isDump)
                    .withPermissionsOf(sources)
                    .write(channel -> filter.write(Channels.newOutputStream(channel)));
        }
    }
}
