// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the metaindex reveals, beyond the policy's name, about the program that wrote a table (TF-14), and which matcher
 * therefore reads its filter. Immutable.
 *
 * @param basho whether Basho's LevelDB wrote it: it leaves statistics there
 * @param rocksDb whether RocksDB or Pebble wrote it
 * @param dictionary whether RocksDB stored a dictionary in the table, without which its data blocks cannot be
 *     decompressed
 * @param hasInternalKeys whether all keys are certainly internal, as in every RocksDB table (TF-12). Names of
 *     properties make this certain; an entry of the metaindex alone may be another program's
 * @param filtersWholeKeys whether the filter can be asked about whole keys; it cannot if it has only prefixes of keys
 * @param filtersPrefixes whether RocksDB asks the filter about prefixes of keys, which a filter of whole keys would
 *     deny
 * @param transformsKeys whether RocksDB's properties name a comparator that may put more into a stored key than the
 *     filter has
 */
public record TableOrigin(
        boolean basho,
        boolean rocksDb,
        boolean dictionary,
        boolean hasInternalKeys,
        boolean filtersWholeKeys,
        boolean filtersPrefixes,
        boolean transformsKeys) {
    /** Nothing is known about the program. */
    public static final TableOrigin UNKNOWN = new TableOrigin(false, false, false, false, true, false, false);

    /** The key of the metaindex entry that leads to RocksDB's properties. */
    public static final String ROCKSDB_PROPERTIES = RocksDbProperties.METAINDEX_KEY;

    private static final String DICTIONARY = "rocksdb.compression_dict";

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
        boolean wholeKeys = properties.map(RocksDbProperties::filtersWholeKeys).orElse(true);
        return new TableOrigin(
                names(metaindex, FilterDialect.BASHO_METAINDEX_KEY),
                rocksDb,
                names(metaindex, DICTIONARY),
                rocksDb && properties.filter(RocksDbProperties::belongToRocksDb).isPresent(),
                wholeKeys && !propertiesDamaged,
                properties.filter(RocksDbProperties::filtersPrefixes).isPresent(),
                rocksDb && properties.filter(RocksDbProperties::transformsKeys).isPresent());
    }

    private static boolean names(List<MetaindexEntry> metaindex, String key) {
        return metaindex.stream().anyMatch(entry -> entry.key().equals(key));
    }

    /**
     * The dialects that the filter may have. LevelDB's present name with a base lg other than LevelDB's is either a
     * setting of the writer, or Basho's filter whose metaindex entry is lost. A metaindex with signs of both Basho and
     * RocksDB settles nothing.
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
     * Further dialects that a filter may have if not all keys were read, since then only its name speaks for the
     * dialects that it stands for. Only RocksDB's name in a table of RocksDB's is believed then.
     *
     * @param policyName the name in the file, without {@code "filter."}
     * @param known the dialects that it stands for, and those that keys have ruled out
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

    /**
     * {@return whether a filter of the table may deny a key; it may not if it may hold anything but the table's keys}
     */
    public boolean mayDeny() {
        return filtersWholeKeys && !transformsKeys;
    }

    /**
     * The matcher that is safe for all that is known: it denies a key only if every dialect would, and no key if
     * {@linkplain #mayDeny no filter may} deny one or no dialect is known.
     *
     * @param policyName the name in the file, without {@code "filter."}
     * @param possible the dialects that the filter may have: {@link #dialects}, or those of them that are left
     * @return the matcher; takes filter keys, that is user keys in a database
     */
    public FilterMatcher matcher(String policyName, List<FilterDialect> possible) {
        List<FilterMatcher> matchers =
                possible.stream().map(FilterDialect::matcher).distinct().toList();
        if (!mayDeny() || matchers.isEmpty()) {
            return FilterMatcher.alwaysMatching(policyName);
        }
        return matchers.size() == 1 ? matchers.get(0) : FilterMatcher.anyOf(policyName, matchers);
    }
}
