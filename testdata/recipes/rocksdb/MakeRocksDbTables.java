// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
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
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.SstFileWriter;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * Makes the tables of {@code testdata/rocksdb} with RocksDB itself, and asks RocksDB what their filters say.
 *
 * <p>Run as a single source file with the jar of rocksdbjni on the class path; see make.sh beside this file. Options
 * are set by name, through reflection, so that one source serves several versions of the jar.
 */
public final class MakeRocksDbTables {
    /**
     * One table a line: name, how it is written, keys, options.
     *
     * <p>{@code writer} is an SstFileWriter, {@code flush} a memtable written to level 0, with several versions of many
     * keys, deletions and merges, {@code compaction} two of those compacted without a snapshot, {@code range} a
     * memtable with nothing but the deletion of a range. Keys are {@code shape:count}. Options are setters of
     * BlockBasedTableConfig or Options without {@code set}, but for those that {@link Recipe} names.
     */
    private static final Map<String, String> TABLES = new LinkedHashMap<>();

    static {
        TABLES.put("6.29.5", """
                rocks629-fv0-writer           writer     high:400   formatVersion=0
                rocks629-fv1-writer           writer     high:400   formatVersion=1
                rocks629-fv2-writer           writer     high:400   formatVersion=2
                rocks629-fv3-writer           writer     high:400   formatVersion=3
                rocks629-fv4-writer           writer     high:400   formatVersion=4
                rocks629-fv5-writer           writer     high:400   formatVersion=5
                rocks629-fv0-flush            flush      high:300   formatVersion=0
                rocks629-fv1-flush            flush      high:300   formatVersion=1
                rocks629-fv2-flush            flush      high:300   formatVersion=2
                rocks629-fv3-flush            flush      high:300   formatVersion=3
                rocks629-fv4-flush            flush      high:300   formatVersion=4
                rocks629-fv5-flush            flush      high:300   formatVersion=5
                rocks629-fv0-ascii            writer     ascii:400  formatVersion=0
                rocks629-fv5-ascii            writer     ascii:400  formatVersion=5
                rocks629-compacted            compaction high:300   formatVersion=5
                rocks629-2000-keys            writer     ascii:2000 formatVersion=5 blockSize=4096 compressionType=SNAPPY_COMPRESSION
                rocks629-block-16k            writer     high:700   formatVersion=4 blockSize=16384
                rocks629-block-256            writer     high:400   formatVersion=5 blockSize=256
                rocks629-delta-index-16       writer     ascii:500  formatVersion=4 blockSize=256 indexBlockRestartInterval=16
                rocks629-delta-index-7-high   writer     high:500   formatVersion=5 blockSize=256 indexBlockRestartInterval=7
                rocks629-plain-index-16       writer     ascii:500  formatVersion=3 blockSize=256 indexBlockRestartInterval=16
                rocks629-large-index          writer     ascii:250  formatVersion=3 blockSize=64
                rocks629-bits-1               writer     high:400   formatVersion=5 bitsPerKey=1
                rocks629-bits-9.5             writer     high:400   formatVersion=5 bitsPerKey=9.5
                rocks629-bits-10.499          writer     high:400   formatVersion=5 bitsPerKey=10.499
                rocks629-bits-16              writer     high:400   formatVersion=4 bitsPerKey=16
                rocks629-bits-100             writer     high:200   formatVersion=5 bitsPerKey=100
                rocks629-checksum-none        writer     high:400   formatVersion=5 checksumType=kNoChecksum
                rocks629-checksum-none-fv1    flush      high:200   formatVersion=1 checksumType=kNoChecksum
                rocks629-checksum-xxhash      writer     high:400   formatVersion=5 checksumType=kxxHash
                rocks629-checksum-xxhash64    writer     high:400   formatVersion=4 checksumType=kxxHash64
                rocks629-prefix-and-keys      writer     prefix:400 formatVersion=5 prefix=fixed:4
                rocks629-prefix-and-keys-fv0  flush      prefix:250 formatVersion=0 prefix=capped:5
                rocks629-prefix-only          writer     prefix:400 formatVersion=5 prefix=fixed:4 wholeKeyFiltering=false
                rocks629-prefix-only-fv0      writer     prefix:400 formatVersion=0 prefix=fixed:4 wholeKeyFiltering=false
                rocks629-prefix-only-flush    flush      prefix:250 formatVersion=4 prefix=capped:5 wholeKeyFiltering=false
                rocks629-snappy               writer     ascii:500  formatVersion=5 compressionType=SNAPPY_COMPRESSION
                rocks629-snappy-fv0           flush      ascii:300  formatVersion=0 compressionType=SNAPPY_COMPRESSION
                rocks629-zlib                 writer     ascii:500  formatVersion=5 compressionType=ZLIB_COMPRESSION
                rocks629-zlib-small-blocks    writer     high:400   formatVersion=4 compressionType=ZLIB_COMPRESSION blockSize=64
                rocks629-zlib-fv1             writer     ascii:500  formatVersion=1 compressionType=ZLIB_COMPRESSION
                rocks629-zstd                 writer     ascii:500  formatVersion=5 compressionType=ZSTD_COMPRESSION
                rocks629-zstd-fv1             writer     ascii:500  formatVersion=1 compressionType=ZSTD_COMPRESSION
                rocks629-bzip2                writer     ascii:500  formatVersion=5 compressionType=BZLIB2_COMPRESSION
                rocks629-bzip2-plain-index    writer     ascii:500  formatVersion=4 compressionType=BZLIB2_COMPRESSION enableIndexCompression=false
                rocks629-lz4                  writer     ascii:500  formatVersion=5 compressionType=LZ4_COMPRESSION
                rocks629-lz4-fv0              writer     ascii:500  formatVersion=0 compressionType=LZ4_COMPRESSION
                rocks629-lz4-fv1              writer     ascii:500  formatVersion=1 compressionType=LZ4_COMPRESSION
                rocks629-lz4-fv2              writer     ascii:500  formatVersion=2 compressionType=LZ4_COMPRESSION
                rocks629-lz4-fv3              writer     ascii:500  formatVersion=3 compressionType=LZ4_COMPRESSION
                rocks629-lz4-plain-index      writer     ascii:500  formatVersion=4 compressionType=LZ4_COMPRESSION enableIndexCompression=false
                rocks629-lz4hc                flush      ascii:300  formatVersion=5 compressionType=LZ4HC_COMPRESSION
                rocks629-zstd-dictionary      writer     ascii:500  formatVersion=5 compressionType=ZSTD_COMPRESSION maxDictBytes=1024
                rocks629-lz4-dictionary       writer     ascii:500  formatVersion=5 compressionType=LZ4_COMPRESSION maxDictBytes=1024
                rocks629-zlib-dictionary      writer     ascii:500  formatVersion=5 compressionType=ZLIB_COMPRESSION maxDictBytes=1024
                rocks629-index-two-level      writer     high:400   formatVersion=5 indexType=kTwoLevelIndexSearch metadataBlockSize=256
                rocks629-index-two-level-fv2  writer     high:400   formatVersion=2 indexType=kTwoLevelIndexSearch metadataBlockSize=256
                rocks629-index-two-level-fv0  writer     high:400   formatVersion=0 indexType=kTwoLevelIndexSearch metadataBlockSize=256
                rocks629-index-first-key      writer     high:400   formatVersion=5 indexType=kBinarySearchWithFirstKey
                rocks629-index-hash           writer     high:400   formatVersion=5 prefix=fixed:2 indexType=kHashSearch
                rocks629-data-hash-index      writer     high:400   formatVersion=5 dataBlockIndexType=kDataBlockBinaryAndHash
                rocks629-block-align          writer     high:400   formatVersion=5 blockSize=4096 blockAlign=true
                rocks629-numbers              writer     number:400 formatVersion=5 blockSize=512
                rocks629-one-block            writer     number:20  formatVersion=5
                rocks629-deleted-range        flush      high:200   formatVersion=5 deleteRange=true
                rocks629-only-a-range         range      high:20    formatVersion=5
                rocks629-full-filter          writer     high:200   formatVersion=5 blockBased=false
                """);
        TABLES.put("5.18.4", """
                rocks518-fv1-writer           writer     high:400   formatVersion=1
                rocks518-fv2-flush            flush      high:300   formatVersion=2
                rocks518-fv3-ascii            writer     ascii:400  formatVersion=3 compressionType=SNAPPY_COMPRESSION
                rocks518-fv4-writer           writer     high:400   formatVersion=4
                rocks518-prefix-only          writer     prefix:400 formatVersion=2 prefix=fixed:4 wholeKeyFiltering=false
                rocks518-prefix-and-keys      flush      prefix:250 formatVersion=4 prefix=fixed:4
                """);
    }

    /** One line of {@link #TABLES}. */
    private record Recipe(String name, String how, String shape, int count, Map<String, String> options) {
        static Recipe of(String line) {
            String[] parts = line.strip().split(" +");
            String[] keys = parts[2].split(":");
            Map<String, String> options = new LinkedHashMap<>();
            options.put("blockSize", "1024");
            for (String option : Arrays.copyOfRange(parts, 3, parts.length)) {
                String[] nameAndValue = option.split("=");
                options.put(nameAndValue[0], nameAndValue[1]);
            }
            return new Recipe(parts[0], parts[1], keys[0], Integer.parseInt(keys[1]), options);
        }

        String option(String option, String otherwise) {
            return options.getOrDefault(option, otherwise);
        }

        /** Without a key there is no filter block. */
        boolean blockBasedFilter() {
            return option("blockBased", "true").equals("true") && !how.equals("range");
        }

        boolean prefixOnly() {
            return option("wholeKeyFiltering", "true").equals("false");
        }

        Options toOptions() throws ReflectiveOperationException {
            BlockBasedTableConfig config = new BlockBasedTableConfig();
            Options rocks = new Options();
            for (Map.Entry<String, String> option : options.entrySet()) {
                switch (option.getKey()) {
                    case "bitsPerKey", "blockBased", "deleteRange" -> {}
                    case "prefix" -> {
                        String[] prefix = option.getValue().split(":");
                        int length = Integer.parseInt(prefix[1]);
                        if (prefix[0].equals("fixed")) {
                            rocks.useFixedLengthPrefixExtractor(length);
                        } else {
                            rocks.useCappedPrefixExtractor(length);
                        }
                    }
                    case "maxDictBytes" ->
                        rocks.setCompressionOptions(
                                new CompressionOptions().setMaxDictBytes(Integer.parseInt(option.getValue())));
                    default -> {
                        if (!set(config, option.getKey(), option.getValue())
                                && !set(rocks, option.getKey(), option.getValue())) {
                            throw new NoSuchMethodException(option.getKey());
                        }
                    }
                }
            }
            if (!options.containsKey("compressionType")) {
                set(rocks, "compressionType", "NO_COMPRESSION");
            }
            set(config, "filter", bloomFilter());
            return rocks.setTableFormatConfig(config)
                    .setCreateIfMissing(true)
                    .setDisableAutoCompactions(true)
                    .setMergeOperatorName("stringappend");
        }

        /** Bits per key are an int in old versions and a double in newer ones. */
        private BloomFilter bloomFilter() {
            boolean blockBased = option("blockBased", "true").equals("true");
            String bits = option("bitsPerKey", "10");
            try {
                return bits.contains(".")
                        ? BloomFilter.class
                                .getConstructor(double.class, boolean.class)
                                .newInstance(Double.parseDouble(bits), blockBased)
                        : new BloomFilter(Integer.parseInt(bits), blockBased);
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("bits per key " + bits, e);
            }
        }

        /** Calls the setter of an option; false if there is none. */
        private static boolean set(Object target, String option, Object value) throws ReflectiveOperationException {
            String name = "set" + Character.toUpperCase(option.charAt(0)) + option.substring(1);
            for (Method method : target.getClass().getMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 1 && !method.isBridge()) {
                    method.invoke(target, converted(value, method.getParameterTypes()[0]));
                    return true;
                }
            }
            return false;
        }

        private static Object converted(Object value, Class<?> type) {
            String text = value.toString();
            if (type == int.class) {
                return Integer.parseInt(text);
            }
            if (type == long.class) {
                return Long.parseLong(text);
            }
            if (type == boolean.class) {
                return Boolean.parseBoolean(text);
            }
            if (type.isEnum()) {
                return Stream.of(type.getEnumConstants())
                        .filter(constant -> ((Enum<?>) constant).name().equals(text))
                        .findFirst()
                        .orElseThrow();
            }
            return value;
        }
    }

    /** Numbers by Marsaglia's xorshift64 (13, 7, 17), seeded with one number for all tables. */
    private static final class Numbers {
        private long state = 0x9e3779b97f4a7c15L;

        int below(int limit) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            return (int) Long.remainderUnsigned(state, limit);
        }
    }

    /**
     * That many keys of a shape, in ascending order of unsigned bytes.
     *
     * <p>{@code ascii}: {@code user/} and the number in base 36, {@code :} and 0 to 3 letters. {@code high}: 3 to 11
     * bytes of 0x80 and above. {@code number}: multiples of 29 in 8 bytes, big-endian. {@code prefix}: one of 23 ASCII
     * prefixes of 4 bytes and 1 to 6 bytes of any value, now and then only part of a prefix.
     */
    private static List<byte[]> keys(String shape, int count) {
        Numbers numbers = new Numbers();
        TreeMap<byte[], Boolean> keys = new TreeMap<>(Arrays::compareUnsigned);
        while (keys.size() < count) {
            keys.put(key(shape, keys.size(), numbers), true);
        }
        return new ArrayList<>(keys.keySet());
    }

    private static byte[] key(String shape, int number, Numbers numbers) {
        return switch (shape) {
            case "ascii" ->
                ascii("user/" + Integer.toString(number * 37, 36) + ":" + "abc".substring(numbers.below(4)));
            case "high" -> {
                byte[] key = new byte[3 + numbers.below(9)];
                for (int i = 0; i < key.length; i++) {
                    key[i] = (byte) (0x80 | numbers.below(128));
                }
                yield key;
            }
            case "number" ->
                ByteBuffer.allocate(Long.BYTES).putLong(number * 29L).array();
            case "prefix" -> {
                byte[] prefix = ascii(String.format("p%02d/", numbers.below(23)));
                int kept = numbers.below(40) == 0 ? 1 + numbers.below(3) : 4;
                byte[] key = Arrays.copyOf(prefix, kept == 4 ? 5 + numbers.below(6) : kept);
                for (int i = 4; i < key.length; i++) {
                    key[i] = (byte) numbers.below(256);
                }
                yield key;
            }
            default -> throw new IllegalArgumentException(shape);
        };
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A value that compresses, of 12 to 51 bytes. */
    private static byte[] value(int number, String round) {
        String text = "the " + round + " value of key " + number + ", which is the value of key " + number;
        return ascii(text.substring(0, Math.min(text.length(), 12 + number * 7 % 40)));
    }

    private final Path target;
    private final String version;
    private final List<String> manifest = new ArrayList<>();

    private MakeRocksDbTables(Path target, String version) {
        this.target = target;
        this.version = version;
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 2 || !TABLES.containsKey(args[1])) {
            System.err.println(
                    "arguments: directory, version of rocksdbjni (" + TABLES.keySet() + "), names of tables (or all)");
            System.exit(2);
        }
        List<String> names = List.of(args).subList(2, args.length);
        RocksDB.loadLibrary();
        List<String> made = new ArrayList<>();
        MakeRocksDbTables maker = new MakeRocksDbTables(Files.createDirectories(Path.of(args[0])), args[1]);
        for (String line : TABLES.get(args[1]).lines().toList()) {
            Recipe recipe = Recipe.of(line);
            if (names.isEmpty() || names.contains(recipe.name)) {
                maker.make(recipe);
                made.add(recipe.name);
            }
        }
        check(made.containsAll(names), "only " + made + " of " + names + " are known");
        maker.writeManifest(made);
    }

    private void make(Recipe recipe) throws Exception {
        Path directory = Files.createTempDirectory("rocksdb-");
        Path table = target.resolve(recipe.name + ".sst");
        List<byte[]> keys = keys(recipe.shape, recipe.count);
        Path db = directory.resolve("db");
        switch (recipe.how) {
            case "writer" -> write(recipe, keys, table, db);
            case "flush" -> flush(recipe, keys, db, false);
            case "compaction" -> flush(recipe, keys, db, true);
            case "range" -> deleteRange(recipe, keys, db);
            default -> throw new IllegalArgumentException(recipe.how);
        }
        if (!recipe.how.equals("writer")) {
            try (Stream<Path> files = Files.list(db)) {
                List<Path> tables =
                        files.filter(file -> file.toString().endsWith(".sst")).toList();
                check(tables.size() == 1, recipe.name + ": " + tables);
                Files.write(table, Files.readAllBytes(tables.get(0)));
            }
        }
        describe(recipe, keys, table, db);
        delete(directory);
    }

    /** A table by an SstFileWriter, with a deletion at every ninth key and a merge at every eleventh. */
    private static void write(Recipe recipe, List<byte[]> keys, Path table, Path db) throws Exception {
        Files.deleteIfExists(table);
        try (Options options = recipe.toOptions();
                EnvOptions env = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(env, options)) {
            writer.open(table.toString());
            for (int i = 0; i < keys.size(); i++) {
                if (i % 9 == 8) {
                    writer.delete(keys.get(i));
                } else if (i % 11 == 10) {
                    writer.merge(keys.get(i), value(i, "merged"));
                } else {
                    writer.put(keys.get(i), value(i, "written"));
                }
            }
            writer.finish();
        }
        try (Options options = recipe.toOptions();
                RocksDB rocks = RocksDB.open(options, db.toString());
                IngestExternalFileOptions ingest = new IngestExternalFileOptions()) {
            rocks.ingestExternalFile(List.of(table.toString()), ingest);
        }
    }

    /** A database whose one table has versions, deletions and merges: a snapshot keeps flushing from dropping any. */
    private static void flush(Recipe recipe, List<byte[]> keys, Path db, boolean compact) throws Exception {
        try (Options options = recipe.toOptions();
                RocksDB rocks = RocksDB.open(options, db.toString());
                FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            for (int i = 0; i < keys.size(); i++) {
                rocks.put(keys.get(i), value(i, "first"));
            }
            if (compact) {
                rocks.flush(flush);
            }
            Snapshot snapshot = rocks.getSnapshot();
            for (int i = 0; i < keys.size(); i++) {
                if (i % 5 == 4) {
                    rocks.delete(keys.get(i));
                } else if (i % 7 == 6) {
                    rocks.singleDelete(keys.get(i));
                } else if (i % 11 == 10) {
                    rocks.merge(keys.get(i), value(i, "merged"));
                } else if (i % 3 == 2) {
                    rocks.put(keys.get(i), value(i, "second"));
                }
            }
            if (recipe.option("deleteRange", "false").equals("true")) {
                rocks.deleteRange(keys.get(20), keys.get(60));
            }
            if (compact) {
                rocks.releaseSnapshot(snapshot);
            }
            rocks.flush(flush);
            if (compact) {
                rocks.compactRange();
            } else {
                rocks.releaseSnapshot(snapshot);
            }
        }
    }

    /** A table without any key: it deletes a range. */
    private static void deleteRange(Recipe recipe, List<byte[]> keys, Path db) throws Exception {
        try (Options options = recipe.toOptions();
                RocksDB rocks = RocksDB.open(options, db.toString());
                FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            rocks.deleteRange(keys.get(0), keys.get(keys.size() - 1));
            rocks.flush(flush);
        }
    }

    /** Opens the database anew, so that nothing is in memory, and writes down what RocksDB says of the table. */
    private void describe(Recipe recipe, List<byte[]> keys, Path table, Path db) throws Exception {
        try (Statistics statistics = new Statistics();
                Options options = recipe.toOptions().setStatistics(statistics);
                RocksDB rocks = RocksDB.open(options, db.toString())) {
            int found = 0;
            for (int i = 0; i < keys.size(); i++) {
                long useful = statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL);
                byte[] value = rocks.get(keys.get(i));
                boolean deleted = recipe.how.equals("writer") ? i % 9 == 8 : i % 5 == 4 || i % 7 == 6;
                boolean inRange = recipe.how.equals("range")
                        || recipe.option("deleteRange", "false").equals("true") && i >= 20 && i < 60;
                check((value == null) == (deleted || inRange), recipe.name + ": key " + i + " reads as " + value);
                found += value == null ? 0 : 1;
                // A merge operand may send RocksDB on to the next block, whose filter rightly ends the search.
                boolean ended = statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL) > useful;
                check(!ended || value == null || i % 11 == 10, recipe.name + ": key " + i + " is denied");
            }
            // A hash index ends some lookups before the filter is asked.
            boolean asked =
                    recipe.blockBasedFilter() && !recipe.option("indexType", "").equals("kHashSearch");
            Map<String, Boolean> answers = asked ? answers(rocks, statistics, keys) : Map.of();
            manifest.add(line(recipe, table, rocks.getProperty("rocksdb.aggregated-table-properties"), found, answers));
            System.out.println(manifest.get(manifest.size() - 1).replaceFirst("\"absent\".*", "..."));
        }
    }

    /**
     * For keys that are not in the table but between its first and last one: whether the filter lets them pass. The
     * ticker counts the lookups that the filter ended.
     */
    private static Map<String, Boolean> answers(RocksDB rocks, Statistics statistics, List<byte[]> keys)
            throws RocksDBException {
        Map<String, Boolean> answers = new LinkedHashMap<>();
        for (int i = 3; i < keys.size() - 1; i += Math.max(1, keys.size() / 20)) {
            byte[] near = keys.get(i);
            byte[] other = near.clone();
            other[other.length - 1] ^= 1;
            byte[] shorter = Arrays.copyOf(near, near.length - 1);
            byte[] longer = Arrays.copyOf(near, near.length + 1);
            longer[near.length] = (byte) (0x80 + i);
            for (byte[] absent : List.of(other, shorter, longer)) {
                boolean inside = Arrays.compareUnsigned(keys.get(0), absent) < 0
                        && Arrays.compareUnsigned(absent, keys.get(keys.size() - 1)) < 0;
                if (inside && keys.stream().noneMatch(key -> Arrays.equals(key, absent))) {
                    long useful = statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL);
                    check(rocks.get(absent) == null, "an absent key was found");
                    long ended = statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL) - useful;
                    check(ended == 0 || ended == 1, "one table, one filter");
                    answers.put(HexFormat.of().formatHex(absent), ended == 0);
                }
            }
        }
        return answers;
    }

    private String line(Recipe recipe, Path table, String properties, int found, Map<String, Boolean> answers)
            throws Exception {
        byte[] bytes = Files.readAllBytes(table);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        String options = recipe.options.entrySet().stream()
                .map(option -> quoted(option.getKey()) + ":" + quoted(option.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        String absent = answers.entrySet().stream()
                .map(answer -> "[" + quoted(answer.getKey()) + "," + answer.getValue() + "]")
                .collect(Collectors.joining(",", "[", "]"));
        return "{\"file\":" + quoted(recipe.name + ".sst")
                + ",\"size\":" + bytes.length
                + ",\"sha256\":" + quoted(sha256)
                + ",\"writer\":" + quoted("org.rocksdb:rocksdbjni:" + version)
                + ",\"how\":" + quoted(recipe.how)
                + ",\"options\":" + options
                + ",\"keys\":" + quoted(recipe.shape + ":" + recipe.count)
                + ",\"policy\":" + (recipe.blockBasedFilter() ? quoted("rocksdb.BuiltinBloomFilter") : "null")
                + ",\"bitsPerKey\":" + recipe.option("bitsPerKey", "10")
                + ",\"prefixOnly\":" + recipe.prefixOnly()
                + ",\"entries\":" + (property(properties, "# entries") - property(properties, "# range deletions"))
                + ",\"dataBlocks\":" + property(properties, "# data blocks")
                + ",\"dataSize\":" + property(properties, "data block size")
                + ",\"filterSize\":" + property(properties, "filter block size")
                + ",\"filterEntries\":"
                + (version.startsWith("5") ? "null" : property(properties, "# entries for filter"))
                + ",\"found\":" + found
                + ",\"absent\":" + absent + "}";
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    /** A number out of RocksDB's text {@code "name=number; name=number"}. */
    private static long property(String properties, String name) {
        for (String property : properties.split("; ")) {
            if (property.startsWith(name + "=")) {
                return Math.round(Double.parseDouble(property.substring(name.length() + 1)));
            }
        }
        throw new IllegalArgumentException(name + " in " + properties);
    }

    /** Replaces the lines of the tables made now and keeps the others. */
    private void writeManifest(List<String> made) throws IOException {
        Path file = target.resolve("manifest.jsonl");
        List<String> lines = new ArrayList<>(Files.exists(file) ? Files.readAllLines(file) : List.of());
        lines.removeIf(line -> made.stream().anyMatch(name -> line.startsWith("{\"file\":\"" + name + ".sst\"")));
        lines.addAll(manifest);
        lines.sort(Comparator.naturalOrder());
        Files.write(file, lines);
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
