// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.CorpusTable.FilterOracle;
import io.github.filterblock.testdata.Handle;
import io.github.filterblock.testdata.KeyAnswer;
import io.github.filterblock.testdata.KeyKind;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import io.github.filterblock.testdata.ReferencePolicy;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table of any corpus, and what the program that wrote it says of it; what that does not say is empty. */
final class Golden {
    /** The corpus that {@code filterblock.corpus} names, or the bundled one. */
    static final Corpus CORPUS = Corpus.configured();

    private static final int TAG = 8;

    /** Up to this format version, keys without a high tail leave open which hash is in a full filter (RF-14). */
    private static final int LAST_OF_TWO_HASHES = 2;

    private static final byte[] ROCKSDB_MAGIC = HexFormat.of().parseHex("f7cff485b741e288");
    private static final Map<Path, TableReport> REPORTS = new ConcurrentHashMap<>();

    /** What kind of filter there is. */
    enum Form {
        NONE,
        BLOCK,
        FULL,
        UNKNOWN
    }

    /**
     * A key of a table.
     *
     * @param blockOffset where its data block lies in the file
     * @param stored the key with its tag, if it has one
     * @param filterKey the key that was added to the filter
     */
    record StoredKey(long blockOffset, byte[] stored, byte[] filterKey) {}

    final String name;
    final Path path;
    final Form form;

    /** What the broad corpus says, which is more than the others do. */
    Optional<CorpusTable> corpus = Optional.empty();

    OptionalLong entries = OptionalLong.empty();
    OptionalLong dataBlocks = OptionalLong.empty();

    /** Where the data blocks end. */
    OptionalLong dataEnd = OptionalLong.empty();

    /** Data blocks start at multiples of this number. */
    int alignment = 1;

    /** The format version of RocksDB's footer, and the kind of its checksums. */
    OptionalInt formatVersion = OptionalInt.empty();

    Optional<BlockChecksum> checksum = Optional.empty();

    /** Whether stored keys have a tag. */
    Optional<Boolean> tagged = Optional.of(true);

    /** The policy's name, if there is a filter block. */
    Optional<String> policy = Optional.empty();

    Optional<Handle> filter = Optional.empty();

    /** The hash of the filters in a filter block of Bloom filters. */
    Optional<BloomHash> hash = Optional.empty();

    boolean prefixOnly;

    /** Whether data blocks cannot be decoded, so that their keys are not known. */
    boolean undecoded;

    /** Whether no key tells which hash is in a full filter. */
    boolean undecidedHash;

    /** Keys that are there, if not the file has to say it. */
    Optional<List<byte[]>> present = Optional.empty();

    /** Keys that are not in the table, with the answers of its writer. */
    List<KeyAnswer> absent = List.of();

    private Golden(Object name, Path path, Form form) {
        this.name = name.toString();
        this.path = path;
        this.form = form;
    }

    /** All LevelDB tables of the corpus, and all tables of RocksDB and pcmind/leveldb. */
    static List<Golden> all() {
        return Stream.of(
                        CORPUS.tables().stream().filter(Golden::isTable).map(Golden::of),
                        RecipeTables.rocksDb().tables().stream().map(Golden::of),
                        RecipeTables.pcmind().tables().stream().map(Golden::of),
                        RocksDbFilterCorpus.configured().tables().stream().map(Golden::of))
                .flatMap(tables -> tables)
                .toList();
    }

    private static Golden of(CorpusTable table) {
        Form form = table.filter().isPresent() ? Form.BLOCK : table.hasNoFilter() ? Form.NONE : Form.UNKNOWN;
        Golden golden = new Golden(table, table.path(), form);
        golden.corpus = Optional.of(table);
        golden.entries = table.data().numEntries();
        golden.dataBlocks = table.data().numBlocks();
        golden.tagged = table.file().keyKind().map(kind -> kind == KeyKind.INTERNAL);
        golden.policy = table.filter().flatMap(FilterOracle::policy);
        golden.filter = table.filter().flatMap(FilterOracle::handle);
        golden.hash = table.filter().flatMap(FilterOracle::filterCode).flatMap(code -> switch (code) {
            case ReferencePolicy.BLOOM -> Optional.of(BloomHash.UNSIGNED_TAIL);
            case ReferencePolicy.SIGNED_TAIL_BLOOM -> Optional.of(BloomHash.SIGNED_TAIL);
            default -> Optional.empty();
        });
        return golden;
    }

    private static Golden of(RecipeTable table) {
        boolean full = table.name().contains("full-filter");
        Golden golden =
                new Golden(table, table.path(), table.policy().isPresent() ? Form.BLOCK : full ? Form.FULL : Form.NONE);
        boolean rocksDb = table.writer().contains("rocksdb");
        if (rocksDb) {
            golden.formatVersion = OptionalInt.of(Integer.parseInt(table.option("formatVersion", "")));
            golden.checksum = Optional.of(
                    switch (table.option("checksumType", "kCRC32c")) {
                        case "kNoChecksum" -> BlockChecksum.NONE;
                        case "kxxHash" -> BlockChecksum.XXHASH;
                        case "kxxHash64" -> BlockChecksum.XXHASH64;
                        default -> BlockChecksum.CRC32C;
                    });
        }
        golden.undecoded = table.option("compressionType", "").equals("BZLIB2_COMPRESSION")
                || table.options().containsKey("maxDictBytes");
        if (!golden.undecoded) {
            golden.entries = OptionalLong.of(table.entries());
            golden.dataBlocks = table.dataBlocks();
            golden.dataEnd = table.dataSize();
            golden.alignment = Integer.parseInt(
                    table.option("blockAlign", "false").equals("true") ? table.option("blockSize", "") : "1");
        }
        golden.policy = table.policy();
        if (rocksDb && golden.form == Form.BLOCK) {
            golden.filter = Optional.of(new Handle(
                    table.dataSize().orElseThrow(), table.filterSize().orElseThrow()));
        }
        golden.hash = table.policy().map(name -> rocksDb ? BloomHash.SIGNED_TAIL : BloomHash.UNSIGNED_TAIL);
        golden.prefixOnly = table.prefixOnly();
        golden.absent = table.absent();
        return golden;
    }

    private static Golden of(RocksDbFilterTable table) {
        Golden golden = new Golden(table, table.path(), table.form().equals("none") ? Form.NONE : Form.FULL);
        golden.formatVersion = OptionalInt.of(table.formatVersion());
        golden.entries = OptionalLong.of(table.entries());
        golden.present = Optional.of(table.keys());
        golden.undecidedHash = table.formatVersion() <= LAST_OF_TWO_HASHES
                && table.filters().stream().anyMatch(filter -> filter.kind().equals("legacy"))
                && table.keys().stream()
                        .noneMatch(key -> BloomHash.SIGNED_TAIL.hash(key, 0, key.length)
                                != BloomHash.UNSIGNED_TAIL.hash(key, 0, key.length));
        List<byte[]> absent = table.absentKeys();
        golden.absent = IntStream.range(0, absent.size())
                .mapToObj(i -> new KeyAnswer(absent.get(i), table.mayMatch(i)))
                .toList();
        return golden;
    }

    /** Whether a file ends as RocksDB's own tables do: LevelDB refuses them, the library reads most of them. */
    static boolean endsAsRocksDbs(byte[] file) {
        int from = Math.max(0, file.length - ROCKSDB_MAGIC.length);
        return Arrays.equals(ROCKSDB_MAGIC, Arrays.copyOfRange(file, from, file.length));
    }

    /** Whether a file of the corpus is a LevelDB table at all. */
    static boolean isTable(CorpusTable table) {
        return table.file().magicOk().orElse(true);
    }

    /** Opens a table that is bytes of a test's own; it need not be closed. */
    static TableFile open(byte[] bytes) throws IOException {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "in memory"));
    }

    static TableReport report(byte[] bytes) throws IOException {
        return TableReport.of(open(bytes));
    }

    /** The library's report with nothing known beforehand. */
    TableReport report() throws IOException {
        TableReport known = REPORTS.get(path);
        if (known == null) {
            try (TableFile file = TableFile.open(path)) {
                known = TableReport.of(file);
            }
            REPORTS.put(path, known);
        }
        return known;
    }

    /** What {@code verify} finds with nothing known beforehand. */
    TableVerification verification() throws IOException {
        try (TableFile file = TableFile.open(path)) {
            return TableVerification.of(file, report());
        }
    }

    /** Whether the filter is of a policy that the library knows. */
    boolean isBuiltin() {
        return policy.flatMap(FilterDialect::safeMatcher).isPresent();
    }

    /** Whether stored keys have a tag: according to the oracle, or else to the library's report. */
    private boolean hasTags() throws IOException {
        return tagged.isPresent() ? tagged.get() : report().keyFormat().equals(Optional.of(KeyFormat.USER_KEY));
    }

    /** All keys that can be read, by way of index and cursor, in the order of the file. */
    List<StoredKey> keys() throws IOException {
        List<StoredKey> keys = new ArrayList<>();
        int tag = hasTags() ? TAG : 0;
        try (TableFile file = TableFile.open(path)) {
            for (IndexEntry entry : undecoded ? List.<IndexEntry>of() : file.index()) {
                KeyValueBlock.Cursor cursor = file.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    byte[] stored = cursor.copyOfKey();
                    keys.add(
                            new StoredKey(entry.handle().offset(), stored, Arrays.copyOf(stored, stored.length - tag)));
                }
            }
        }
        return keys;
    }

    /** Whether keys come by user key and then by descending tag, or by whole key; never the same key twice. */
    boolean isInByteOrder() throws IOException {
        boolean tags = hasTags();
        List<StoredKey> keys = keys();
        for (int i = 1; i < keys.size(); i++) {
            int order = Arrays.compareUnsigned(
                    keys.get(i - 1).filterKey(), keys.get(i).filterKey());
            boolean older = tags && Long.compareUnsigned(tag(keys.get(i - 1)), tag(keys.get(i))) > 0;
            if (order > 0 || order == 0 && !older) {
                return false;
            }
        }
        return true;
    }

    private static long tag(StoredKey key) {
        return ByteBuffer.wrap(key.stored()).order(ByteOrder.LITTLE_ENDIAN).getLong(key.stored().length - TAG);
    }
}
