// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;

/**
 * The system's librocksdb 7.8 around a program of its own, which is compiled by each test that needs it. It needs
 * {@code g++} and {@code librocksdb-dev}. Not thread-safe.
 */
final class NativeRocksDb implements AutoCloseable {
    private static final String SOURCE = "rocksdb_oracle.cc";

    private final Path program;
    private final Process process;
    private final DataOutputStream requests;
    private final DataInputStream replies;

    private NativeRocksDb(Path program) throws IOException {
        this.program = program;
        this.process = new ProcessBuilder(program.toString(), "build")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        this.requests = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16));
        this.replies = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
    }

    /** Compiles the program in a directory; without the library the test that calls this is left out. */
    static NativeRocksDb compile(Path directory) throws IOException, InterruptedException {
        Path program = directory.resolve("rocksdb_oracle");
        Path log = directory.resolve("rocksdb_oracle.log");
        try (InputStream source = NativeRocksDb.class.getResourceAsStream(SOURCE)) {
            Files.copy(Objects.requireNonNull(source, SOURCE), directory.resolve(SOURCE));
        }
        int status;
        try {
            status = new ProcessBuilder("g++", "-O2", "-std=c++17", "-o", program.toString(), SOURCE, "-lrocksdb")
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start()
                    .waitFor();
        } catch (IOException e) {
            status = -1;
        }
        Assumptions.assumeTrue(
                status == 0, () -> "a native RocksDB is not available (it needs g++ and librocksdb-dev): see " + log);
        return new NativeRocksDb(program);
    }

    /** Lets RocksDB repair a database that nobody has open; returns "OK", or what RocksDB says. */
    String repair(Path database) throws IOException {
        Process repairing = new ProcessBuilder(program.toString(), "repair", database.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(repairing.getInputStream().readAllBytes(), UTF_8).strip();
    }

    private void request(char which, FullFilterKind kind, double bitsPerKey) throws IOException {
        requests.writeByte(which);
        requests.writeByte(
                switch (kind) {
                    case RIBBON -> 1;
                    case LEGACY_BLOOM -> 2;
                    default -> 0;
                });
        requests.writeDouble(bitsPerKey);
    }

    /** The filter that RocksDB's builder makes of keys; 5 bytes or fewer if it has none. */
    byte[] build(FullFilterKind kind, double bitsPerKey, List<byte[]> keys) throws IOException {
        request('B', kind, bitsPerKey);
        requests.writeInt(keys.size());
        for (byte[] key : keys) {
            requests.writeInt(key.length);
            requests.write(key);
        }
        requests.flush();
        byte[] filter = new byte[replies.readInt()];
        replies.readFully(filter);
        return filter;
    }

    /** The sizes of the filters that RocksDB's builder plans for numbers of keys, trailers included. */
    long[] sizes(FullFilterKind kind, double bitsPerKey, long[] keys) throws IOException {
        request('P', kind, bitsPerKey);
        requests.writeInt(keys.length);
        for (long each : keys) {
            requests.writeLong(each);
        }
        requests.flush();
        long[] sizes = new long[keys.length];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = replies.readLong();
        }
        return sizes;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
