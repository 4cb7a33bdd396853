// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.impl.Iq80DBFactory;
import org.iq80.leveldb.table.BloomFilterPolicy;
import org.iq80.leveldb.table.FilterPolicy;
import org.iq80.leveldb.util.Slice;

/**
 * Makes the tables of {@code testdata/pcmind} with pcmind/leveldb itself, and notes what its filters say.
 *
 * <p>Run as a single source file with the jars on the class path; see make.sh beside this file.
 */
public final class MakePcmindTables {
    private static final String WRITER = "io.github.pcmind:leveldb:1.2";

    /** Passes everything on to the original's policy, and remembers its answers. */
    private static final class Listener implements FilterPolicy {
        private final FilterPolicy original;
        private final List<Boolean> answers = new ArrayList<>();

        Listener(FilterPolicy original) {
            this.original = original;
        }

        @Override
        public String name() {
            return original.name();
        }

        @Override
        public byte[] createFilter(List<Slice> keys) {
            return original.createFilter(keys);
        }

        @Override
        public boolean keyMayMatch(Slice key, Slice filter) {
            boolean answer = original.keyMayMatch(key, filter);
            answers.add(answer);
            return answer;
        }
    }

    private MakePcmindTables() {}

    public static void main(String[] args) throws Exception {
        Path target = Files.createDirectories(Path.of(args[0]));
        List<String> manifest = new ArrayList<>();
        // Blocks of many windows: most filters are empty, and the array of offsets compresses well.
        manifest.add(make(target, "pcmind12-snappy-wide", CompressionType.SNAPPY, 16384, 60, 700, 10));
        // A filter in every window: the block does not shrink by an eighth and stays raw.
        manifest.add(make(target, "pcmind12-snappy-narrow", CompressionType.SNAPPY, 1024, 400, 20, 10));
        manifest.add(make(target, "pcmind12-none-wide", CompressionType.NONE, 16384, 100, 250, 16));
        Files.write(target.resolve("manifest.jsonl"), manifest.stream().sorted().toList());
    }

    private static String make(
            Path target, String name, CompressionType compression, int blockSize, int count, int valueLength, int bits)
            throws Exception {
        Path directory = Files.createTempDirectory("pcmind-");
        Listener policy = new Listener(new BloomFilterPolicy(bits));
        Options options = new Options()
                .createIfMissing(true)
                .compressionType(compression)
                .blockSize(blockSize)
                .filterPolicy(policy);
        // Every fourth key, by number, is absent.
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> absent = new ArrayList<>();
        for (int i = 0; keys.size() < count; i++) {
            (i % 4 == 3 ? absent : keys).add(key(i));
        }
        try (DB db = Iq80DBFactory.factory.open(directory.toFile(), options)) {
            for (int i = 0; i < count; i++) {
                db.put(keys.get(i), noise(i, valueLength));
            }
            db.compactRange(null, null);
        }
        String line;
        try (DB db = Iq80DBFactory.factory.open(directory.toFile(), options)) {
            for (int i = 0; i < count; i++) {
                check(Arrays.equals(noise(i, valueLength), db.get(keys.get(i))), "key " + i + " is lost");
            }
            Map<String, Boolean> answers = new LinkedHashMap<>();
            for (byte[] key : absent.subList(1, Math.min(61, absent.size() - 1))) {
                policy.answers.clear();
                check(db.get(key) == null, "an absent key was found");
                check(policy.answers.size() == 1, "one table, one filter");
                answers.put(HexFormat.of().formatHex(key), policy.answers.get(0));
            }
            Path table = onlyTable(directory);
            Path copy = target.resolve(name + ".ldb");
            Files.write(copy, Files.readAllBytes(table));
            line = line(name, copy, compression, blockSize, count, bits, answers);
        }
        delete(directory);
        System.out.println(line.replaceFirst("\"absent\".*", "..."));
        return line;
    }

    /** A number of six digits; behind it, for two of three, one or two bytes of 0x80 and above. */
    private static byte[] key(int i) {
        byte[] digits = String.format("%06d", i).getBytes(StandardCharsets.US_ASCII);
        byte[] key = Arrays.copyOf(digits, digits.length + i % 3);
        Arrays.fill(key, digits.length, key.length, (byte) (0x80 + i));
        return key;
    }

    /** Bytes that do not compress: the SHA-256 of the number and of itself, again and again. */
    private static byte[] noise(int i, int length) throws Exception {
        byte[] noise = new byte[length];
        byte[] digest = {(byte) (i >> 8), (byte) i};
        for (int at = 0; at < length; at += digest.length) {
            digest = MessageDigest.getInstance("SHA-256").digest(digest);
            System.arraycopy(digest, 0, noise, at, Math.min(digest.length, length - at));
        }
        return noise;
    }

    private static Path onlyTable(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> tables = files.filter(file ->
                            file.toString().endsWith(".ldb") || file.toString().endsWith(".sst"))
                    .toList();
            check(tables.size() == 1, "one table, not " + tables);
            return tables.get(0);
        }
    }

    private static String line(
            String name,
            Path table,
            CompressionType compression,
            int blockSize,
            int count,
            int bits,
            Map<String, Boolean> answers)
            throws Exception {
        byte[] bytes = Files.readAllBytes(table);
        String absent = answers.entrySet().stream()
                .map(answer -> "[\"" + answer.getKey() + "\"," + answer.getValue() + "]")
                .collect(Collectors.joining(",", "[", "]"));
        return "{\"file\":\"" + name + ".ldb\""
                + ",\"size\":" + bytes.length
                + ",\"sha256\":\""
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)) + "\""
                + ",\"writer\":\"" + WRITER + "\""
                + ",\"how\":\"compaction\""
                + ",\"options\":{\"blockSize\":\"" + blockSize + "\",\"compressionType\":\"" + compression + "\"}"
                + ",\"keys\":\"number:" + count + "\""
                + ",\"policy\":\"leveldb.BuiltinBloomFilter2\""
                + ",\"bitsPerKey\":" + bits
                + ",\"prefixOnly\":false"
                + ",\"entries\":" + count
                + ",\"absent\":" + absent + "}";
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalStateException(message);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
