#!/bin/sh
# Makes the tables of testdata/rocksdb again; an argument names another directory for them.
#
# make.sh makes them with the jars that RocksDB publishes, and probes RocksDB's filters. RocksDB stores times and
# the host name in a table, so digests change.
#
# manifest.jsonl
#
# One line for each table:
#
# * file, size, sha256: the table
# * writer, how: the jar, and how it wrote the table: writer, flush, compaction, range
# * options: RocksDB's setters; prefix is fixed:N or capped:N, blockBased the second argument of BloomFilter
# * keys: shape and number of the user keys; the recipe's method keys makes them
# * policy: the name in the metaindex after filter.; null without a block-based filter
# * bitsPerKey: as given to RocksDB
# * prefixOnly: whether only prefixes are in the filter
# * entries, dataBlocks, dataSize, filterSize, filterEntries: RocksDB's properties; filterEntries counts keys and
#   prefixes in the filter (not in 5.18)
# * found: how many keys RocksDB still finds: all but the deleted ones
# * absent: keys in hex between the table's first and last one that are not in it, and whether the filter let the
#   lookup go on, by RocksDB's ticker BLOOM_FILTER_USEFUL. Empty if lookups can end before the filter
set -e
cd "$(dirname "$0")"
for version in 6.29.5 5.18.4; do
  mvn -q dependency:copy -Dartifact="org.rocksdb:rocksdbjni:$version" -DoutputDirectory=jars
  java -cp "jars/rocksdbjni-$version.jar" MakeRocksDbTables.java "${1:-../../rocksdb}" "$version"
done
