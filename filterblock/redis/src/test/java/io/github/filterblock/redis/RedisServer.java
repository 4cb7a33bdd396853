// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The system's redis-server on a loopback port, in a directory of its own, which keeps nothing. */
public final class RedisServer implements AutoCloseable {
    private static final String PROGRAM = "redis-server";
    private static final int TRIES = 3;

    private static final int CLUSTER_PORT = 10_000;

    private final Process process;
    private final int port;
    private final RedisClient client = RedisClient.create();

    private RedisServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server, or skips the test where there is none to start. */
    public static RedisServer start(Path directory, String... options) throws Exception {
        Assumptions.assumeTrue(isInstalled(), PROGRAM + " is not installed");
        for (int i = 0; i < TRIES; i++) { // another program may take the port first
            RedisServer server = tryToStart(directory, options);
            if (server.answers()) {
                return server;
            }
            server.close();
        }
        throw new AssertionError(Files.readString(directory.resolve("log")));
    }

    private static boolean isInstalled() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, PROGRAM)));
    }

    private static RedisServer tryToStart(Path directory, String... options) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(
                PROGRAM,
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--dir",
                directory.toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        return new RedisServer(process, port);
    }

    /**
     * A free port whose neighbour for clusters, {@link #CLUSTER_PORT} above, is free as well. Both are below those that
     * the system gives to connections, so that none of these takes one before the server does.
     */
    private static int freePort() {
        while (true) {
            int port = 10_000 + (int) (Math.random() * 12_000);
            if (isFree(port) && isFree(port + CLUSTER_PORT)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    private boolean answers() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (process.isAlive() && System.nanoTime() < deadline) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException notYet) {
                Thread.sleep(20);
            }
        }
        return false;
    }

    public int port() {
        return port;
    }

    RedisURI uri() {
        return RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(port)
                .withTimeout(Duration.ofSeconds(20))
                .build();
    }

    /** Opens a connection, which is closed with the server. */
    StatefulRedisConnection<byte[], byte[]> connect() {
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(Duration.ofSeconds(20))
                        .build())
                .build());
        return client.connect(ByteArrayCodec.INSTANCE, uri());
    }

    /** Ends the server at once, as a crash would. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        kill();
    }
}
