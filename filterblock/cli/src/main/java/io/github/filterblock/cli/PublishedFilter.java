// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.durable.AtomicFile;
import io.github.filterblock.redis.CorruptFilterException;
import io.github.filterblock.redis.ExistingKey;
import io.github.filterblock.redis.GoZeroFilter;
import io.github.filterblock.redis.GoZeroShape;
import io.github.filterblock.redis.RedisBloomDump;
import io.github.filterblock.redis.RedisBloomFilter;
import io.github.filterblock.redis.RedisPublisher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A filter of either format, while it is made and when it is published. */
interface PublishedFilter {
    void add(byte[] key, int offset, int length);

    long bits();

    long bytes();

    double expectedRate(long keys);

    /** What a reader writes to ask the filter. */
    String line(String key);

    void send(RedisPublisher publisher, byte[] key, ExistingKey existing, boolean merge) throws IOException;

    void write(Path out) throws IOException;

    /** A filter of go-zero. */
    record GoZero(GoZeroFilter filter) implements PublishedFilter {
        /** Marks a file as ours, since nothing in a bitmap does. */
        private static final String MARK = "filterblock";

        private static final String VALUE = "go-zero";

        @Override
        public void add(byte[] key, int offset, int length) {
            filter.add(key, offset, length);
        }

        @Override
        public long bits() {
            return filter.shape().bits();
        }

        @Override
        public long bytes() {
            return filter.length();
        }

        @Override
        public double expectedRate(long keys) {
            return filter.shape().expectedRate(keys);
        }

        @Override
        public String line(String key) {
            String quoted = key.replace("\\", "\\\\").replace("\"", "\\\"");
            return "bloom.New(store, \"" + quoted + "\", " + bits() + ")";
        }

        @Override
        public void send(RedisPublisher publisher, byte[] key, ExistingKey existing, boolean merge) throws IOException {
            if (merge) {
                publisher.merge(key, filter);
            } else {
                publisher.publish(key, filter, existing);
            }
        }

        @Override
        public void write(Path out) throws IOException {
            AtomicFile.replacing(out, this::isOurs)
                    .write(channel -> channel.write(ByteBuffer.wrap(filter.toByteArray())), GoZero::mark);
        }

        private static void mark(Path written) {
            @Nullable
            UserDefinedFileAttributeView view = Files.getFileAttributeView(written, UserDefinedFileAttributeView.class);
            try {
                if (view != null) {
                    view.write(MARK, StandardCharsets.US_ASCII.encode(VALUE));
                }
            } catch (IOException | UnsupportedOperationException e) {
                // The file system keeps no such attributes; the file is then known by its bits only.
            }
        }

        /**
         * A file that is marked, or all of whose bits the new filter has: an older filter with the same number of bits
         * and fewer keys.
         */
        private boolean isOurs(Path older) throws IOException {
            return isMarked(older) || isPart(older);
        }

        private static boolean isMarked(Path older) {
            @Nullable
            UserDefinedFileAttributeView view = Files.getFileAttributeView(older, UserDefinedFileAttributeView.class);
            try {
                return view != null && view.list().contains(MARK);
            } catch (IOException | UnsupportedOperationException e) {
                return false;
            }
        }

        private boolean isPart(Path older) throws IOException {
            if (Files.size(older) > filter.length()) {
                return false;
            }
            try {
                GoZeroFilter both = GoZeroFilter.read(filter.shape(), Files.readAllBytes(older), older.toString());
                both.or(filter);
                return Arrays.equals(both.toByteArray(), filter.toByteArray());
            } catch (CorruptFilterException e) {
                return false;
            }
        }

        static GoZero of(GoZeroShape shape) {
            return new GoZero(new GoZeroFilter(shape));
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
        public void send(RedisPublisher publisher, byte[] key, ExistingKey existing, boolean merge) throws IOException {
            publisher.publish(key, filter, existing);
        }

        @Override
        public void write(Path out) throws IOException {
            AtomicFile.replacing(out, RedisBloomDump::isDump)
                    .write(channel -> RedisBloomDump.write(filter, Channels.newOutputStream(channel)));
        }
    }
}
