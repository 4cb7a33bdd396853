// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.KeyKind;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.Probe;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A live LevelDB: a program of this kit around the filter block classes of the system's LevelDB, compiled on demand.
 *
 * <p>It needs a C++ compiler and LevelDB's headers and static library, as in Debian's packages {@code g++} and {@code
 * libleveldb-dev}. The program is compiled once for each JVM and runs until the JVM exits. Like LevelDB itself it has
 * one policy and windows of 2 KiB. Thread-safe: one question at a time.
 */
public final class NativeLevelDb implements FilterBlockSubject {
    private static final NativeProgram PROGRAM = new NativeProgram("leveldb_oracle.cc");

    private final DataOutputStream requests;
    private final DataInputStream replies;

    private NativeLevelDb(Process process) {
        this.requests = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16));
        this.replies = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    }

    private static final class Shared {
        static final NativeLevelDb ORACLE = start();
    }

    private static NativeLevelDb start() {
        try {
            NativeLevelDb oracle = new NativeLevelDb(PROGRAM.start());
            oracle.replies.readInt(); // the program runs, so its file may go
            return oracle;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns why there is no live LevelDB; the empty text if there is one. */
    public static String whyNotAvailable() {
        return PROGRAM.whyNotAvailable();
    }

    /**
     * Returns the running LevelDB.
     *
     * @throws IllegalStateException if it is not available, with the reason
     */
    public static NativeLevelDb shared() {
        String reason = whyNotAvailable();
        if (!reason.isEmpty()) {
            throw new IllegalStateException(reason);
        }
        return Shared.ORACLE;
    }

    @Override
    public synchronized byte[] build(BlockPlan plan, PolicySpec policy) {
        require(plan.baseLg() == BlockPlan.DEFAULT_BASE_LG && plan.isLegal(), plan);
        require(knows(policy.dialect()), policy);
        try {
            requests.writeByte('B');
            requests.writeInt(policy.bitsPerKey());
            requests.writeInt(plan.calls().size());
            plan.replay(this::sendStart, this::sendKey);
            return reply();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sendStart(long offset) {
        try {
            requests.writeByte('S');
            requests.writeLong(offset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sendKey(byte[] key) {
        try {
            requests.writeByte('K');
            sendBytes(key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sendBytes(byte[] bytes) throws IOException {
        requests.writeInt(bytes.length);
        requests.write(bytes);
    }

    private byte[] reply() throws IOException {
        requests.flush();
        byte[] reply = new byte[replies.readInt()];
        replies.readFully(reply);
        return reply;
    }

    @Override
    public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
        return answers(block, policy, List.of(new Probe(blockOffset, key, false, "")))
                .get(0);
    }

    /** Returns the answers to many questions about one block; the expected answers in the questions do not matter. */
    public synchronized List<Boolean> answers(byte[] block, PolicySpec policy, List<Probe> questions) {
        require(knows(policy.dialect()), policy);
        try {
            requests.writeByte('L');
            requests.writeInt(policy.bitsPerKey());
            sendBytes(block);
            requests.writeInt(questions.size());
            for (Probe question : questions) {
                requests.writeLong(question.blockOffset());
                sendBytes(question.key());
            }
            List<Boolean> answers = new ArrayList<>();
            for (byte answer : reply()) {
                answers.add(answer != 0);
            }
            return answers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What LevelDB found in a table.
     *
     * @param error its message if it refused the table or a lookup; the empty text if not
     * @param keys how many keys the table has, all versions and deletions included
     * @param asked for how many of them the filter was asked when they were looked up
     * @param denied how many of those it denied: false negatives
     * @param found how many were found
     * @param absentAsked for how many keys that are not in the table it was asked; there is one for each key
     * @param absentDenied how many of those it denied
     */
    public record TableLookups(
            String error, long keys, long asked, long denied, long found, long absentAsked, long absentDenied) {}

    /**
     * Opens a table with LevelDB's own reader, checksums checked, and looks up every key of it through its filter.
     *
     * @param table the whole file; its keys ascend in the order of bytes
     * @param policyName the name that the filter has in the file; its bits are LevelDB's
     * @param keyKind whether keys have a tag
     */
    public synchronized TableLookups lookUpAll(byte[] table, String policyName, KeyKind keyKind) {
        try {
            requests.writeByte('T');
            requests.writeByte(keyKind == KeyKind.INTERNAL ? 1 : 0);
            sendBytes(policyName.getBytes(StandardCharsets.ISO_8859_1));
            sendBytes(table);
            ByteBuffer reply = ByteBuffer.wrap(reply());
            long[] numbers = new long[6];
            reply.asLongBuffer().get(numbers);
            String error = new String(
                    reply.array(), 6 * Long.BYTES, reply.capacity() - 6 * Long.BYTES, StandardCharsets.UTF_8);
            return new TableLookups(error, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void require(boolean condition, Object what) {
        if (!condition) {
            throw new IllegalArgumentException("LevelDB has no such thing: " + what);
        }
    }

    @Override
    public String name() {
        return "LevelDB";
    }
}
