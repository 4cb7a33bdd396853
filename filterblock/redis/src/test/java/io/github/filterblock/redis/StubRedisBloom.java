// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.testdata.RedisRecordings.RedisBloomCase;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Stands in for a Redis with the module: speaks RESP, keeps what {@code BF.LOADCHUNK} brings, and answers {@code
 * BF.MEXISTS} with what the real module answered, provided that the bytes are those of the recorded dump. It recognizes
 * the scripts by their text, and repeats here what they do.
 */
final class StubRedisBloom implements AutoCloseable {
    /** A key of the stub. */
    static final class Value {
        final ByteArrayOutputStream layers = new ByteArrayOutputStream();
        byte[] header = {};
        long timeToLive = -1;
        boolean list;
    }

    private final Map<String, Value> keys = new HashMap<>();
    private final ServerSocket socket;
    private final Map<String, Character> answers = new HashMap<>();
    private final byte[] dump;

    /** How many pieces are loaded before the server ends the connection. */
    volatile int dyingAfter = Integer.MAX_VALUE;

    StubRedisBloom(RedisBloomCase recorded) throws IOException {
        dump = recorded.dump();
        remember(recorded.added(), recorded.existsOfAdded());
        remember(recorded.probes(), recorded.existsOfProbes());
        socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::accept, "stub");
        thread.setDaemon(true);
        thread.start();
    }

    private void remember(List<byte[]> asked, String exists) {
        for (int i = 0; i < asked.size(); i++) {
            answers.put(HexFormat.of().formatHex(asked.get(i)), exists.charAt(i));
        }
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The keys and what they hold. */
    Map<String, Value> keys() {
        synchronized (keys) {
            return Map.copyOf(keys);
        }
    }

    void putList(String key) {
        synchronized (keys) {
            Value value = new Value();
            value.list = true;
            keys.put(key, value);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                Thread thread = new Thread(() -> serve(client), "stub client");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
            OutputStream out = client.getOutputStream();
            while (true) {
                List<byte[]> command = read(in);
                synchronized (keys) {
                    out.write(reply(command));
                }
                out.flush();
            }
        } catch (IOException gone) {
            // the client closed the connection, or the test wants it closed
        }
    }

    private static List<byte[]> read(DataInputStream in) throws IOException {
        int count = Integer.parseInt(line(in).substring(1));
        List<byte[]> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(in.readNBytes(Integer.parseInt(line(in).substring(1))));
            line(in);
        }
        return words;
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.readUnsignedByte(); b != '\n'; b = in.readUnsignedByte()) {
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    private byte[] reply(List<byte[]> command) throws IOException {
        switch (text(command.get(0)).toUpperCase(Locale.ROOT)) {
            case "CLIENT", "PING":
                return word("OK");
            case "UNLINK":
                return number(keys.remove(text(command.get(1))) == null ? 0 : 1);
            case "EVALSHA":
                return error("NOSCRIPT No matching script. Please use EVAL.");
            case "EVAL":
                return run(command);
            default:
                return error("ERR unknown command");
        }
    }

    private byte[] run(List<byte[]> command) throws IOException {
        int count = Integer.parseInt(text(command.get(2)));
        List<String> names =
                command.subList(3, 3 + count).stream().map(StubRedisBloom::text).toList();
        List<byte[]> arguments = command.subList(3 + count, command.size());
        for (RedisScript script : RedisScript.values()) {
            if (Arrays.equals(script.text(), command.get(1))) {
                return switch (script) {
                    case BLOOM_PIECE -> load(names.get(0), arguments);
                    case RENAME_BLOOM -> rename(names, arguments);
                    case ASK_BLOOM -> ask(names.get(0), arguments);
                    default -> error("ERR not in this stub");
                };
            }
        }
        return error("ERR no such script");
    }

    private byte[] load(String name, List<byte[]> arguments) throws IOException {
        if (dyingAfter-- == 0) {
            throw new IOException("the server is gone");
        }
        long iterator = Long.parseLong(text(arguments.get(0)));
        Value value = keys.get(name);
        if ((value == null) != (iterator == 1)) {
            return bulk("none");
        }
        if (value == null) {
            value = new Value();
            value.header = arguments.get(1);
            keys.put(name, value);
        } else {
            value.layers.write(arguments.get(1));
            if (value.layers.size() + 1 != iterator) {
                return error("ERR invalid offset");
            }
        }
        value.timeToLive = Long.parseLong(text(arguments.get(2)));
        return bulk("OK");
    }

    private byte[] rename(List<String> names, List<byte[]> arguments) {
        Value built = keys.get(names.get(0));
        if (built == null || !Arrays.equals(built.header, arguments.get(1))) {
            return bulk("none");
        }
        Value held = keys.get(names.get(1));
        if (held != null && held.list) {
            return bulk("list");
        }
        if (held != null && !text(arguments.get(0)).equals("1")) {
            return bulk("exists");
        }
        keys.remove(names.get(0));
        built.timeToLive = -1;
        keys.put(names.get(1), built);
        return bulk("OK");
    }

    private byte[] ask(String name, List<byte[]> arguments) throws IOException {
        Value value = keys.get(name);
        if (value == null || value.list) {
            return "$-1\r\n".getBytes(StandardCharsets.US_ASCII);
        }
        if (!isRecorded(value)) {
            return error("ERR another filter than the recorded one");
        }
        StringBuilder digits = new StringBuilder();
        for (byte[] key : arguments) {
            digits.append(answers.get(HexFormat.of().formatHex(key)));
        }
        return bulk(digits.toString());
    }

    /** Whether header and layers, without the frames, are those of the dump. */
    private boolean isRecorded(Value value) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(value.header);
        all.write(value.layers.toByteArray());
        ByteArrayOutputStream recorded = new ByteArrayOutputStream();
        ByteBuffer frames = ByteBuffer.wrap(dump).order(ByteOrder.LITTLE_ENDIAN);
        while (frames.hasRemaining()) {
            frames.getLong();
            byte[] data = new byte[frames.getInt()];
            frames.get(data);
            recorded.write(data);
        }
        return Arrays.equals(recorded.toByteArray(), all.toByteArray());
    }

    private static String text(byte[] word) {
        return new String(word, StandardCharsets.ISO_8859_1);
    }

    private static byte[] word(String word) {
        return ("+" + word + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] bulk(String text) {
        return ("$" + text.length() + "\r\n" + text + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] number(int number) {
        return (":" + number + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] error(String text) {
        return ("-" + text + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
