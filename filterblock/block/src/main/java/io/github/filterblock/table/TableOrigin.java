// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.AnyOfMatcher;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the metaindex reveals, beyond the policy's name, about the program that wrote a table (TF-14), and which matcher
 * therefore reads its filter. Immutable.
 */
public final class TableOrigin {
    /** Nothing is known about the program. */
    public static final TableOrigin UNKNOWN = new TableOrigin(false, false, false, false, Optional.empty(), false);

    private static final String DICTIONARY = "rocksdb.compression_dict";

    private final boolean basho;
    private final boolean rocksDb;
    private final boolean dictionary;
    private final boolean hasInternalKeys;
    private final boolean filtersWholeKeys;
    private final boolean filtersPrefixes;
    private final boolean transformsKeys;
    private final Optional<String> obstacle;

    /**
     * The origin, from signs of a writer.
     *
     * @param namesComparator whether properties certainly name the comparator, if they were not damaged
     * @param properties as far as there are any that could be read
     * @param propertiesDamaged whether there are properties that could not be read; the filter then denies no key
     */
    TableOrigin(
            boolean basho,
            boolean rocksDb,
            boolean dictionary,
            boolean namesComparator,
            Optional<RocksDbProperties> properties,
            boolean propertiesDamaged) {
        this.basho = basho;
        this.rocksDb = rocksDb;
        this.dictionary = dictionary;
        this.hasInternalKeys =
                rocksDb && properties.filter(RocksDbProperties::belongToRocksDb).isPresent();
        this.filtersWholeKeys = !propertiesDamaged
                && properties.map(RocksDbProperties::filtersWholeKeys).orElse(true);
        this.filtersPrefixes =
                properties.filter(RocksDbProperties::filtersPrefixes).isPresent();
        this.transformsKeys = properties
                .filter(found -> found.transformsKeys(namesComparator))
                .isPresent();
        this.obstacle = propertiesDamaged
                ? Optional.of("the properties of RocksDB could not be read")
                : properties.flatMap(found -> found.obstacleByBlock(namesComparator));
    }

    /**
     * The origin, from what was read.
     *
     * @param properties as far as there are any that could be read
     * @param propertiesDamaged whether there are properties that could not be read; the filter then denies no key
     */
    static TableOrigin of(
            Footer footer,
            List<MetaindexEntry> metaindex,
            Optional<RocksDbProperties> properties,
            boolean propertiesDamaged) {
        boolean rocksDb = footer.hasProperties()
                || metaindex.stream().anyMatch(entry -> entry.key().startsWith(RocksDbProperties.NAME_PREFIX));
        return new TableOrigin(
                names(metaindex, FilterDialect.BASHO_METAINDEX_KEY),
                rocksDb,
                names(metaindex, DICTIONARY),
                RocksDbProperties.nameComparator(footer),
                properties,
                propertiesDamaged);
    }

    private static boolean names(List<MetaindexEntry> metaindex, String key) {
        return metaindex.stream().anyMatch(entry -> entry.key().equals(key));
    }

    /**
     * The dialects that the filter may have. LevelDB's present name with another base lg than LevelDB's means either a
     * setting of the writer, or a filter of Basho's whose metaindex entry is lost. A metaindex with signs of both Basho
     * and RocksDB settles nothing.
     *
     * @param policyName the name in the file, without {@code "filter."}
     * @param baseLg as the filter block gives it
     * @return the candidates; empty for a name that is not built in
     */
    public List<FilterDialect> dialects(String policyName, int baseLg) {
        List<FilterDialect> named = FilterDialect.named(policyName);
        List<FilterDialect> basho =
                FilterDialect.namedByBasho(policyName).stream().toList();
        if (this.basho && !rocksDb && !basho.isEmpty()) {
            return basho;
        }
        boolean maybeBasho = named.contains(FilterDialect.LEVELDB) && (this.basho || baseLg != Windows.DEFAULT_BASE_LG);
        return maybeBasho ? Stream.concat(named.stream(), basho.stream()).toList() : named;
    }

    /**
     * Further dialects that a filter may have if not all keys were read: its name alone is then no proof, except
     * RocksDB's name in a table of RocksDB's.
     *
     * @param policyName the name in the file, without {@code "filter."}
     * @param known the dialects that it denotes, and those that keys have ruled out
     * @return LevelDB's and RocksDB's, unless a known dialect has the same hash
     */
    public List<FilterDialect> unconfirmed(String policyName, Collection<FilterDialect> known) {
        boolean confirmed = rocksDb && policyName.equals(FilterDialect.ROCKSDB_BLOCK.policyName());
        return Stream.of(FilterDialect.LEVELDB, FilterDialect.ROCKSDB_BLOCK)
                .filter(dialect -> !confirmed
                        && known.stream()
                                .noneMatch(each -> each != FilterDialect.BASHO_2 && each.hash() == dialect.hash()))
                .toList();
    }

    /** {@return whether Basho's LevelDB wrote the table: it leaves statistics there} */
    public boolean basho() {
        return basho;
    }

    /** {@return whether RocksDB or Pebble wrote the table} */
    public boolean rocksDb() {
        return rocksDb;
    }

    /**
     * {@return whether RocksDB stored a dictionary in the table, without which its data blocks cannot be decompressed}
     */
    public boolean dictionary() {
        return dictionary;
    }

    /**
     * {@return whether all keys are certainly internal, as in every RocksDB table (TF-12)} Names of properties make
     * this certain; an entry of the metaindex alone may be another program's.
     */
    public boolean hasInternalKeys() {
        return hasInternalKeys;
    }

    /**
     * {@return whether the block-based filter can be asked for whole keys} It cannot if it has only prefixes of keys,
     * or if there are properties that could not be read.
     */
    public boolean filtersWholeKeys() {
        return filtersWholeKeys;
    }

    /** {@return whether RocksDB probes the filter for prefixes of keys, which a filter of whole keys would deny} */
    public boolean filtersPrefixes() {
        return filtersPrefixes;
    }

    /**
     * {@return whether RocksDB's properties name a comparator under which stored keys may have parts that are not in
     * the filter}
     */
    public boolean transformsKeys() {
        return transformsKeys;
    }

    /**
     * {@return why the block-based filter of the table lets every key match; empty if it may deny keys} The reason is a
     * clause without a period.
     */
    public Optional<String> obstacle() {
        return obstacle;
    }

    /** {@return whether the block-based filter of the table may deny a key: there is no {@link #obstacle}} */
    public boolean mayDeny() {
        return obstacle.isEmpty();
    }

    /**
     * A matcher that is safe whichever of the dialects the filter has: it denies a key only if every dialect would, and
     * no key if {@linkplain #mayDeny no filter may} deny one or no dialect is known.
     *
     * @param policyName the name in the file, without {@code "filter."}
     * @param possible the dialects that the filter may have: {@link #dialects}, or those of them that are left
     * @return the matcher; takes filter keys, that is user keys in a database
     */
    public FilterMatcher matcher(String policyName, List<FilterDialect> possible) {
        List<FilterMatcher> matchers =
                possible.stream().map(FilterDialect::matcher).distinct().toList();
        if (!mayDeny() || matchers.isEmpty()) {
            return AnyOfMatcher.alwaysMatching(policyName);
        }
        return matchers.size() == 1 ? matchers.get(0) : AnyOfMatcher.of(policyName, matchers);
    }
}
