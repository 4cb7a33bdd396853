// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A database that the system's LevelDB has open, in a process of its own: a program of this kit, compiled on demand as
 * {@link NativeLevelDb} is. Checksums are checked. Not thread-safe.
 */
public final class NativeDatabase implements AutoCloseable {
    private static final NativeProgram PROGRAM = new NativeProgram("leveldb_database.cc");
    private static final String ERROR = "error ";

    private final Process process;
    private final BufferedReader answers;

    private NativeDatabase(Process process) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Returns why there is no live LevelDB; the empty text if there is one. */
    public static String whyNotAvailable() {
        return PROGRAM.whyNotAvailable();
    }

    /**
     * LevelDB's answer to a question about a key.
     *
     * @param value the value, if the key is there
     * @param error LevelDB's message if it could not answer; the empty text if it could
     */
    public record Answer(Optional<byte[]> value, String error) {
        /** Returns whether LevelDB says that the key is not there. */
        public boolean isAbsent() {
            return value.isEmpty() && error.isEmpty();
        }
    }

    /**
     * Opens a database as an application would: LevelDB replays its log, and changes the directory.
     *
     * @param directory the database, whose comparator is LevelDB's own
     * @param bitsPerKey of LevelDB's filter policy; 0 for none
     * @throws IOException if LevelDB does not open it; the message is LevelDB's
     * @throws IllegalStateException if there is no live LevelDB, with the reason
     */
    public static NativeDatabase open(Path directory, int bitsPerKey) throws IOException {
        return open(PROGRAM.start(directory.toString(), String.valueOf(bitsPerKey)));
    }

    /**
     * Options of LevelDB.
     *
     * @param bitsPerKey of the filter policy; 0 for none
     * @param writeBuffer bytes after which a table is written; LevelDB takes no fewer than 65,536
     * @param block bytes of a data block; no fewer than 1,024
     * @param restartInterval entries from one restart to the next
     * @param compressed whether blocks are compressed with Snappy
     * @param reusesLogs whether a database that is opened again goes on in its log
     */
    public record Settings(
            int bitsPerKey, int writeBuffer, int block, int restartInterval, boolean compressed, boolean reusesLogs) {}

    /**
     * Opens a database, and makes it if there is none.
     *
     * @throws IOException if LevelDB does not open it; the message is LevelDB's
     * @throws IllegalStateException if there is no live LevelDB, with the reason
     */
    public static NativeDatabase open(Path directory, Settings settings) throws IOException {
        return open(PROGRAM.start(
                directory.toString(),
                String.valueOf(settings.bitsPerKey()),
                String.valueOf(settings.writeBuffer()),
                String.valueOf(settings.block()),
                String.valueOf(settings.restartInterval()),
                settings.compressed() ? "1" : "0",
                settings.reusesLogs() ? "1" : "0"));
    }

    private static NativeDatabase open(Process process) throws IOException {
        NativeDatabase database = new NativeDatabase(process);
        String line = database.answer();
        if (!line.equals("open")) {
            database.close();
            throw new IOException(line);
        }
        return database;
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("LevelDB has ended");
        }
        return line;
    }

    private void ask(String question) throws IOException {
        process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Looks a key up, as {@code DB::Get} does: filters are asked. */
    public Answer get(byte[] key) throws IOException {
        ask("get " + HexFormat.of().formatHex(key));
        String line = answer();
        return line.startsWith("value ")
                ? new Answer(Optional.of(HexFormat.of().parseHex(line.substring("value ".length()))), "")
                : new Answer(Optional.empty(), line.startsWith(ERROR) ? line.substring(ERROR.length()) : "");
    }

    /**
     * Returns all keys and values in their order, keys in hexadecimal.
     *
     * @throws IOException with LevelDB's message if it cannot read them
     */
    public Map<String, byte[]> scan() throws IOException {
        ask("scan");
        Map<String, byte[]> entries = new LinkedHashMap<>();
        String line = answer();
        for (; line.startsWith("entry "); line = answer()) {
            String[] words = line.split(" ", -1);
            entries.put(words[1], HexFormat.of().parseHex(words[2]));
        }
        if (!line.equals("end")) {
            throw new IOException(line);
        }
        return entries;
    }

    /**
     * Writes entries and deletes keys, in this order.
     *
     * @param entries keys and values
     * @param deleted keys
     * @throws IOException with LevelDB's message if it cannot write them
     */
    public void write(Map<byte[], byte[]> entries, Iterable<byte[]> deleted) throws IOException {
        HexFormat hex = HexFormat.of();
        StringBuilder lines = new StringBuilder();
        entries.forEach((key, value) -> lines.append("put ")
                .append(hex.formatHex(key))
                .append(' ')
                .append(hex.formatHex(value))
                .append('\n'));
        deleted.forEach(
                key -> lines.append("delete ").append(hex.formatHex(key)).append('\n'));
        ask(lines + "sync");
        String line = answer();
        if (!line.equals("ok")) {
            throw new IOException(line);
        }
    }

    /** Compacts all tables, and waits for it. */
    public void compact() throws IOException {
        ask("compact");
        write(Map.of(), List.of());
    }

    /** Lets LevelDB close the database. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
