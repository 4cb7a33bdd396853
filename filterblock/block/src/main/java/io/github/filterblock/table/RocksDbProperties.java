// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.coding.Varint;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.FilterContents.Order;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The properties that RocksDB stores with a table, as far as they say how to read it. Immutable.
 *
 * <p>A missing property means what RocksDB assumes then ({@code table/block_based/block_based_table_reader.cc} and
 * {@code include/rocksdb/table_properties.h}).
 */
final class RocksDbProperties {
    /** The key of the metaindex entry that leads to the properties. */
    static final String METAINDEX_KEY = "rocksdb.properties";

    /** The same until 2013, where there is no entry of the new name ({@code kPropertiesBlockOldName}). */
    private static final String OLD_METAINDEX_KEY = "rocksdb.stats";

    static final String NAME_PREFIX = "rocksdb.";

    private static final String PREFIX_EXTRACTOR = "rocksdb.prefix.extractor.name";
    private static final String COMPARATOR = "rocksdb.comparator";
    private static final String NO_EXTRACTOR = "nullptr";
    private static final String USER_KEY_INDEX = "rocksdb.index.key.is.user.key";
    private static final String DELTA_INDEX = "rocksdb.index.value.is.delta.encoded";
    private static final String INDEX_TYPE = "rocksdb.block.based.table.index.type";
    private static final int PARTITIONED_INDEX = 2;
    private static final int INDEX_WITH_FIRST_KEYS = 3;

    /** How the names of the smallest and the largest timestamp begin. */
    private static final String TIMESTAMP_PROPERTIES = "rocksdb.timestamp_";

    private static final String TIMESTAMPS_PERSISTED = "rocksdb.user.defined.timestamps.persisted";
    private static final String ENTRIES = "rocksdb.num.entries";
    private static final String DATA_SIZE = "rocksdb.data.size";
    private static final String RANGE_DELETIONS = "rocksdb.num.range-deletions";
    private static final String DELETIONS = "rocksdb.deleted.keys";

    /** Pebble's name of how user keys are divided into columns. */
    private static final String KEY_SCHEMA = "pebble.colblk.schema";

    /** The properties that are kept, of which a table may have any number. */
    private static final String[] KEPT = {
        StoredProperties.WHOLE_KEYS,
        StoredProperties.PREFIXES,
        PREFIX_EXTRACTOR,
        USER_KEY_INDEX,
        DELTA_INDEX,
        INDEX_TYPE,
        COMPARATOR,
        TIMESTAMPS_PERSISTED,
        StoredProperties.FILTER_SIZE,
        StoredProperties.FILTER_ENTRIES,
        ENTRIES,
        DATA_SIZE,
        RANGE_DELETIONS,
        DELETIONS,
        KEY_SCHEMA
    };

    /** What comes before the user's comparator in the name of the one that orders stored keys. */
    private static final String INTERNAL_COMPARATOR = "rocksdb.InternalKeyComparator:";

    /** How the name of a comparator ends whose user keys end with timestamps of 8 bytes. */
    private static final String TIMESTAMPS = ".u64ts";

    /** From these versions on RocksDB always stores the two properties that give the form of an index. */
    private static final int FIRST_WITH_USER_KEYS = 3;

    private static final int FIRST_WITH_DIFFERENCES = 4;

    private static final String LOST_WHOLE_KEYS =
            "the properties do not say whether the filter has whole keys or only prefixes";

    private static final int MAX_OF_A_VALUE = 256;

    private final Map<String, byte[]> values;
    private final boolean ofRocksDb;
    private final boolean mentionsTimestamps;

    private RocksDbProperties(Map<String, byte[]> values, boolean ofRocksDb, boolean mentionsTimestamps) {
        this.values = values;
        this.ofRocksDb = ofRocksDb;
        this.mentionsTimestamps = mentionsTimestamps || values.containsKey(TIMESTAMPS_PERSISTED);
    }

    static Optional<MetaindexEntry> entryIn(List<MetaindexEntry> metaindex) {
        Optional<MetaindexEntry> entry = entryIn(metaindex, METAINDEX_KEY);
        return entry.isPresent() ? entry : entryIn(metaindex, OLD_METAINDEX_KEY); // no lambda: engines would load it
    }

    /** Whether properties are of the time when RocksDB had no full filters. */
    static boolean arePrecedingFullFilters(MetaindexEntry entry) {
        return entry.key().equals(OLD_METAINDEX_KEY);
    }

    private static Optional<MetaindexEntry> entryIn(List<MetaindexEntry> metaindex, String key) {
        for (MetaindexEntry entry : metaindex) {
            if (entry.key().equals(key)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    /**
     * The block of the properties, unless its checksum is wrong even if the value that ingestion of the file overwrote
     * counts as the zero that it was when the checksum was made (RF-3).
     */
    static StoredBlock checked(StoredBlock block) throws CorruptTableException {
        return block.checksum() == BlockChecksum.Status.BAD && wasSoundBeforeIngestion(block) ? block : block.checked();
    }

    private static boolean wasSoundBeforeIngestion(StoredBlock block) {
        if (block.type() != 0) {
            return false;
        }
        try {
            KeyValueBlock.Cursor cursor = block.entries().cursor();
            while (cursor.next()) {
                if (cursor.valueLength() == Long.BYTES && cursor.keyText().equals(StoredProperties.GLOBAL_SEQNO)) {
                    return block.isSoundWithZeros(cursor.valueIndex(), Long.BYTES);
                }
            }
        } catch (CorruptTableException e) {
            return false;
        }
        return false;
    }

    /** Reads the block to its end, and keeps the values that matter: of a name that comes twice, the last one. */
    static RocksDbProperties read(KeyValueBlock block) throws CorruptTableException {
        Map<String, byte[]> values = new HashMap<>();
        boolean ofRocksDb = false;
        boolean mentionsTimestamps = false;
        KeyValueBlock.Cursor cursor = block.cursor();
        while (cursor.next()) {
            ofRocksDb |= cursor.keyStartsWith(NAME_PREFIX);
            mentionsTimestamps |= cursor.keyStartsWith(TIMESTAMP_PROPERTIES);
            keep(cursor, values);
        }
        return new RocksDbProperties(values, ofRocksDb, mentionsTimestamps);
    }

    private static void keep(KeyValueBlock.Cursor cursor, Map<String, byte[]> values) {
        for (String name : KEPT) {
            if (cursor.keyLength() == name.length() && cursor.keyStartsWith(name)) {
                byte[] value = values.get(name);
                if (value == null || !cursor.valueIs(value)) {
                    values.put(name, cursor.copyOfValue(MAX_OF_A_VALUE));
                }
            }
        }
    }

    /** The properties of a table whose full filter holds whole keys alone, sorted by name. */
    static SortedMap<String, byte[]> ofWholeKeys(
            String comparator, FullFilterKind kind, long filterSize, long additions) {
        SortedMap<String, byte[]> properties = new TreeMap<>();
        properties.put(INDEX_TYPE, new byte[Integer.BYTES]);
        properties.put(StoredProperties.PREFIXES, bytes("0"));
        properties.put(StoredProperties.WHOLE_KEYS, bytes("1"));
        properties.put(COMPARATOR, bytes(comparator));
        properties.put(StoredProperties.FILTER_POLICY, bytes(StoredProperties.policyOf(kind)));
        properties.put(StoredProperties.FILTER_SIZE, varint(filterSize));
        properties.put(StoredProperties.FILTER_ENTRIES, varint(additions));
        properties.put(PREFIX_EXTRACTOR, bytes(NO_EXTRACTOR));
        return properties;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] varint(long value) {
        byte[] bytes = new byte[Varint.shortestLength(value)];
        Varint.write(value, bytes, 0);
        return bytes;
    }

    /**
     * Whether whole keys are in the filter. If not, probing for a whole key would deny keys that are there. A table
     * with prefixes that does not say so has lost the property, which is older than they are.
     */
    boolean filtersWholeKeys() {
        return wholeKeyFiltering()
                .orElse(!filtersPrefixes() && !text(StoredProperties.PREFIXES).equals("1"));
    }

    /** Whether whole keys are in the filter; empty if that is not stored, or not as 0 or 1. */
    Optional<Boolean> wholeKeyFiltering() {
        return switch (text(StoredProperties.WHOLE_KEYS)) {
            case "0" -> Optional.of(false);
            case "1" -> Optional.of(true);
            default -> Optional.empty();
        };
    }

    /** Whether it is stored that no prefixes were added. */
    private boolean deniesPrefixes() {
        return text(PREFIX_EXTRACTOR).equals(NO_EXTRACTOR)
                || text(StoredProperties.PREFIXES).equals("0");
    }

    /** Whether it is stored if index keys have a tag, as from format version 3 on. */
    private boolean givesIndexKeys() {
        return values.get(USER_KEY_INDEX) != null;
    }

    /** Whether it is stored if index values are differences, as from format version 4 on. */
    private boolean givesIndexValues() {
        return values.get(DELTA_INDEX) != null;
    }

    /** Whether at least one name is RocksDB's: these are not another program's properties. */
    boolean belongToRocksDb() {
        return ofRocksDb;
    }

    /** Whether the writer used a prefix extractor: prefixes are in the filter too, or alone. */
    boolean filtersPrefixes() {
        return !prefixExtractor().isEmpty();
    }

    /** The name of the prefix extractor; empty if there was none. */
    String prefixExtractor() {
        String name = text(PREFIX_EXTRACTOR);
        return name.equals(NO_EXTRACTOR) ? "" : name;
    }

    /** The name of the comparator, without what RocksDB 4.8 to 4.13 put before it; empty if it is not stored. */
    String comparator() {
        String name = text(COMPARATOR);
        return name.startsWith(INTERNAL_COMPARATOR) ? name.substring(INTERNAL_COMPARATOR.length()) : name;
    }

    /** The name of Pebble's key schema; empty if it is not stored. */
    String keySchema() {
        return text(KEY_SCHEMA);
    }

    private String text(String name) {
        byte[] value = values.get(name);
        return value == null ? "" : new String(value, StandardCharsets.ISO_8859_1);
    }

    /** Whether stored user keys have timestamps, if the comparator has any. */
    private boolean persistsTimestamps() {
        return values.get(TIMESTAMPS_PERSISTED) == null || number(TIMESTAMPS_PERSISTED) != 0;
    }

    /** Bytes of all contents of the filter together, the index of its partitions included. */
    OptionalLong filterSize() {
        return stored(StoredProperties.FILTER_SIZE);
    }

    /** How many keys and prefixes were added to the filter. */
    OptionalLong filterEntries() {
        return stored(StoredProperties.FILTER_ENTRIES);
    }

    /** Where the data blocks end: their bytes with trailers and padding. */
    OptionalLong dataSize() {
        return stored(DATA_SIZE);
    }

    StatedCounts counts() {
        return new StatedCounts(stored(ENTRIES), stored(RANGE_DELETIONS), stored(DELETIONS));
    }

    private OptionalLong stored(String name) {
        return values.get(name) == null ? OptionalLong.empty() : OptionalLong.of(number(name));
    }

    /**
     * Whether the comparator may put more into a stored key than the filter has, as RocksDB's timestamps are: any but
     * those that compare bytes. Its name is stored since 4.8, before there was a format version 3 or timestamps, so
     * where one of these is, a missing name was lost.
     *
     * @param namesComparator whether every writer of such a footer stores the name
     */
    boolean transformsKeys(boolean namesComparator) {
        return comparator().isEmpty() ? namesComparator || mentionsTimestamps : Order.of(comparator()) == Order.UNKNOWN;
    }

    /** The order of user keys without their timestamps. */
    Order order() {
        String name = comparator();
        return Order.of(hasTimestamps() ? name.substring(0, name.length() - TIMESTAMPS.length()) : name);
    }

    private boolean hasTimestamps() {
        return comparator().endsWith(TIMESTAMPS);
    }

    /** Bytes of a timestamp at the end of each stored user key. */
    int timestampLength() {
        return hasTimestamps() && persistsTimestamps() ? Long.BYTES : 0;
    }

    /*
     * Whether a filter may deny a key is decided here, for each form of filter, and nowhere else: the properties say
     * what was added to it. All other classes ask.
     */

    /** Why a block-based filter, which is asked for whole keys, must let every key match (TF-14); empty if not so. */
    Optional<String> obstacleByBlock(boolean namesComparator) {
        if (transformsKeys(namesComparator)) {
            return Optional.of("the comparator"
                    + (comparator().isEmpty() ? ", whose name is missing," : " " + quoted(comparator()))
                    + " may put more into a key than the filter has");
        }
        if (filtersWholeKeys()) {
            return Optional.empty();
        }
        return Optional.of(wholeKeyFiltering().isPresent() ? "the filter has only prefixes of keys" : LOST_WHOLE_KEYS);
    }

    /**
     * Why a filter that is probed by user key must let every key match (RF-5); empty if RocksDB's rules let it deny
     * keys.
     *
     * @param form full or partitioned
     * @param formatVersion of the footer
     */
    Optional<String> obstacleByKey(FilterForm form, int formatVersion) {
        if (order() == Order.UNKNOWN) {
            return Optional.of("the comparator " + quoted(comparator())
                    + " is unknown, and so is the part of a key that it compares");
        }
        if (wholeKeyFiltering().isEmpty() && !deniesPrefixes()) {
            return Optional.of(LOST_WHOLE_KEYS);
        }
        if (!filtersWholeKeys() && PrefixExtractor.of(prefixExtractor()).isEmpty()) {
            return Optional.of(
                    "the filter has only prefixes, and their extractor " + quoted(prefixExtractor()) + " is unknown");
        }
        return form == FilterForm.PARTITIONED && hasLostForm(formatVersion)
                ? Optional.of("the properties do not give the form of the index of partitions")
                : Optional.empty();
    }

    /** Whether the form of an index is lost: read in another form, it leads to the wrong partition. */
    private boolean hasLostForm(int formatVersion) {
        return formatVersion >= FIRST_WITH_USER_KEYS && !givesIndexKeys()
                || formatVersion >= FIRST_WITH_DIFFERENCES && !givesIndexValues();
    }

    /** Whether the properties of all tables with this footer name the comparator. */
    static boolean nameComparator(Footer footer) {
        return footer.pebbleFormat() > 0 || footer.formatVersion() >= FIRST_WITH_USER_KEYS;
    }

    /** Whether the properties of tables of this format version give the form of an index. */
    static boolean giveFormOfIndex(int formatVersion) {
        return formatVersion >= FIRST_WITH_USER_KEYS;
    }

    private static String quoted(String name) {
        return '"' + MetaindexEntry.printable(name) + '"';
    }

    /** Whether index keys have no tag. */
    boolean indexesUserKeys() {
        return number(USER_KEY_INDEX) != 0;
    }

    /** Whether index values after a restart hold only the difference to the one before. */
    boolean hasDeltaIndex() {
        return number(DELTA_INDEX) != 0;
    }

    /** Whether index values also hold the first keys of their blocks. */
    boolean hasFirstKeys() {
        return indexType() == INDEX_WITH_FIRST_KEYS;
    }

    /** Whether index entries lead to further index blocks, not to data. */
    boolean hasPartitionedIndex() {
        return indexType() == PARTITIONED_INDEX;
    }

    private int indexType() {
        byte[] value = values.get(INDEX_TYPE);
        return value == null || value.length == 0 ? 0 : value[0];
    }

    /** A number stored as a varint. */
    private long number(String name) {
        byte[] value = values.get(name);
        if (value == null) {
            return 0;
        }
        int length = Varint.length(value, 0, value.length);
        return length < 0 ? 0 : Varint.value(value, 0, length);
    }
}
