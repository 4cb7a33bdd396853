#!/bin/sh
# Makes the tables of testdata/rocksdb again; an argument names another directory for them.
set -e
cd "$(dirname "$0")"
for version in 6.29.5 5.18.4; do
  mvn -q dependency:copy -Dartifact="org.rocksdb:rocksdbjni:$version" -DoutputDirectory=jars
  java -cp "jars/rocksdbjni-$version.jar" MakeRocksDbTables.java "${1:-../../rocksdb}" "$version"
done
