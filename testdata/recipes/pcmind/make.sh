#!/bin/sh
# Makes the tables of testdata/pcmind again; an argument names another directory for them.
#
# It takes io.github.pcmind:leveldb:1.2, its dependencies and a Snappy library.
#
# * pcmind12-snappy-wide.ldb: the filter block is stored compressed (TF-10), and the metaindex too
# * pcmind12-snappy-narrow.ldb: the filter block would not shrink by an eighth and is stored raw; the metaindex is
#   compressed
# * pcmind12-none-wide.ldb: nothing is compressed; 16 bits per key
#
# The members of manifest.jsonl are those of the RocksDB tables (../rocksdb/make.sh). The recipe records the
# answers in absent from pcmind's own filter.
set -e
cd "$(dirname "$0")"
for jar in io.github.pcmind:leveldb:1.2 io.github.pcmind:leveldb-api:1.2 org.xerial.snappy:snappy-java:1.1.10.5 \
  com.google.guava:guava:29.0-jre com.google.guava:failureaccess:1.0.1; do
  mvn -q dependency:copy -Dartifact="$jar" -DoutputDirectory=jars
done
java -cp 'jars/*' MakePcmindTables.java "${1:-../../pcmind}"
