// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import com.google.common.base.Preconditions;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.FilterDialect;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks a reader over a mapped file that was cut short. Runs in a JVM of its own, which may not survive it. */
final class MappedChild {
    static final String MARK = "mapped file: ";

    private MappedChild() {}

    public static void main(String[] args) throws IOException {
        try (FileChannel channel =
                FileChannel.open(Path.of(args[0]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuf mapped = Unpooled.wrappedBuffer(channel.map(MapMode.READ_ONLY, 0, channel.size()));
            FilterBlockReader reader = FilterBlockReader.retaining(mapped, FilterDialect.LEVELDB.matcher());
            reader.keyMayMatch(0, new byte[3]);
            channel.truncate(0);
            System.out.println(MARK + ask(reader));
        }
    }

    private static String ask(FilterBlockReader reader) {
        try {
            return "answered " + reader.layout() + reader.keyMayMatch(0, new byte[3]);
        } catch (Throwable e) {
            return e.toString();
        }
    }

    /** What this class needs to run without modules. */
    static String classPath() {
        return Stream.of(
                        MappedChild.class,
                        FilterBlockReader.class,
                        FilterDialect.class,
                        ByteBuf.class,
                        ByteBuf.class.getInterfaces()[0], // of another module
                        Preconditions.class)
                .map(MappedChild::origin)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path origin(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }
}
