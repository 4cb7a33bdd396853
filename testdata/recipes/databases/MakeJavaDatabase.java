// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.impl.Iq80DBFactory;

/**
 * Makes a database without filters with iq80's leveldb or with pcmind's, whichever is on the class path, and lists what
 * it reads back from it.
 *
 * <p>Run as a single source file; see make.sh beside this file.
 */
public final class MakeJavaDatabase {
    private static final int ROUNDS = 8;
    private static final int KEYS = 700;

    private MakeJavaDatabase() {}

    public static void main(String[] args) throws Exception {
        Path target = Path.of(args[0]);
        delete(target);
        for (int round = 0; round < ROUNDS; round++) {
            // To open a database with a log that is not empty makes a table of it.
            try (DB db = Iq80DBFactory.factory.open(target.toFile(), new Options().createIfMissing(true))) {
                fill(db, round);
                Thread.sleep(500); // four tables of level 0 become one of level 1
                if (round == ROUNDS - 1) {
                    list(db, Path.of(args[1]));
                }
            }
        }
        for (String name : List.of("LOG", "LOG.old", "LOCK")) {
            Files.deleteIfExists(target.resolve(name));
        }
    }

    /** Every key is written in two rounds, and one of eleven is deleted in its second. */
    private static void fill(DB db, int round) throws Exception {
        for (int i = 0; i < KEYS; i++) {
            if (i % ROUNDS == round) {
                db.put(key(i), value(i, round));
            } else if ((i + 1) % ROUNDS == round) {
                if (i % 11 == 0) {
                    db.delete(key(i));
                } else {
                    db.put(key(i), value(i, round));
                }
            }
        }
    }

    private static void list(DB db, Path expected) throws Exception {
        try (BufferedWriter out = Files.newBufferedWriter(expected);
                var entries = db.iterator()) {
            entries.seekToFirst();
            while (entries.hasNext()) {
                Map.Entry<byte[], byte[]> entry = entries.next();
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(entry.getValue());
                out.write(HexFormat.of().formatHex(entry.getKey()) + " "
                        + HexFormat.of().formatHex(hash, 0, 8) + "\n");
            }
        }
    }

    /** A number of six digits; behind it, for two of three, one or two bytes of 0x80 and above. */
    private static byte[] key(int i) {
        byte[] digits = String.format("%06d", i).getBytes(StandardCharsets.US_ASCII);
        byte[] key = Arrays.copyOf(digits, digits.length + i % 3);
        Arrays.fill(key, digits.length, key.length, (byte) (0x80 + i % 0x80));
        return key;
    }

    /** Half of it does not compress. */
    private static byte[] value(int i, int round) throws Exception {
        byte[] noise = MessageDigest.getInstance("SHA-256")
                .digest((i + "/" + round).getBytes(StandardCharsets.US_ASCII));
        byte[] words = "value ".repeat(i % 7).getBytes(StandardCharsets.US_ASCII);
        byte[] value = Arrays.copyOf(noise, 1 + i % 32 + words.length);
        System.arraycopy(words, 0, value, 1 + i % 32, words.length);
        return value;
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> paths = Files.walk(directory)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
