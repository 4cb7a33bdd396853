// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
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

    /** Writes a request. */
    @FunctionalInterface
    private interface Request {
        void write() throws IOException;
    }

    /** Returns the reply to a request. */
    private synchronized byte[] ask(Request request) {
        try {
            request.write();
            requests.flush();
            byte[] reply = new byte[replies.readInt()];
            replies.readFully(reply);
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeBytes(byte[] bytes) throws IOException {
        requests.writeInt(bytes.length);
        requests.write(bytes);
    }

    @Override
    public byte[] build(BlockPlan plan, PolicySpec policy) {
        require(plan.baseLg() == BlockPlan.DEFAULT_BASE_LG && plan.isLegal(), plan);
        require(knows(policy.dialect()), policy);
        return ask(() -> {
            requests.writeByte('B');
            requests.writeInt(policy.bitsPerKey());
            requests.writeInt(plan.calls().size());
            for (BuilderCall call : plan.calls()) {
                if (call instanceof BuilderCall.StartBlock start) {
                    requests.writeByte('S');
                    requests.writeLong(start.offset());
                } else if (call instanceof BuilderCall.AddKey add) {
                    requests.writeByte('K');
                    writeBytes(add.key());
                }
            }
        });
    }

    @Override
    public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
        return answers(block, policy, List.of(new Probe(blockOffset, key, false, "")))
                .get(0);
    }

    /** Returns the answers to many questions about one block; the expected answers in the questions do not matter. */
    public List<Boolean> answers(byte[] block, PolicySpec policy, List<Probe> questions) {
        require(knows(policy.dialect()), policy);
        byte[] reply = ask(() -> {
            requests.writeByte('L');
            requests.writeInt(policy.bitsPerKey());
            writeBytes(block);
            requests.writeInt(questions.size());
            for (Probe question : questions) {
                requests.writeLong(question.blockOffset());
                writeBytes(question.key());
            }
        });
        List<Boolean> answers = new ArrayList<>();
        for (byte answer : reply) {
            answers.add(answer != 0);
        }
        return answers;
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
    public TableLookups lookUpAll(byte[] table, String policyName, KeyKind keyKind) {
        ByteBuffer reply = ByteBuffer.wrap(ask(() -> {
            requests.writeByte('T');
            requests.writeByte(keyKind == KeyKind.INTERNAL ? 1 : 0);
            writeBytes(policyName.getBytes(StandardCharsets.ISO_8859_1));
            writeBytes(table);
        }));
        long[] numbers = new long[6];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = reply.getLong();
        }
        String error = StandardCharsets.UTF_8.decode(reply).toString();
        return new TableLookups(error, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
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
