// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/** Commands to a Redis server, many on the way at once, with as little work on this side as there can be. */
final class RedisPipeline implements AutoCloseable {
    private final Socket socket;
    private final InputStream replies;
    private final OutputStream commands;
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream(1 << 20);
    private final byte[] received = new byte[1 << 16];
    private int count;

    RedisPipeline(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        replies = socket.getInputStream();
        commands = socket.getOutputStream();
    }

    /** Adds a command to those that wait. */
    void add(byte[]... words) {
        waiting.writeBytes(("*" + words.length + "\r\n").getBytes(US_ASCII));
        for (byte[] word : words) {
            waiting.writeBytes(("$" + word.length + "\r\n").getBytes(US_ASCII));
            waiting.writeBytes(word);
            waiting.writeBytes(new byte[] {'\r', '\n'});
        }
        count++;
    }

    /** Sends the commands that wait and reads their replies, which are of one line each. */
    void flush() throws IOException {
        waiting.writeTo(commands);
        waiting.reset();
        boolean atStart = true;
        while (count > 0) {
            int length = replies.read(received);
            if (length < 0) {
                throw new IOException("the server has closed the connection");
            }
            for (int i = 0; i < length; i++) {
                if (atStart && received[i] == '-') {
                    throw new IOException("the server answers " + new String(received, i, length - i, US_ASCII));
                }
                atStart = received[i] == '\n';
                count -= atStart ? 1 : 0;
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
