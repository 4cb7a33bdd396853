#!/bin/sh
# Makes the tables of testdata/pcmind again; an argument names another directory for them.
set -e
cd "$(dirname "$0")"
for jar in io.github.pcmind:leveldb:1.2 io.github.pcmind:leveldb-api:1.2 org.xerial.snappy:snappy-java:1.1.10.5 \
  com.google.guava:guava:29.0-jre com.google.guava:failureaccess:1.0.1; do
  mvn -q dependency:copy -Dartifact="$jar" -DoutputDirectory=jars
done
java -cp 'jars/*' MakePcmindTables.java "${1:-../../pcmind}"
