#!/bin/sh
# Makes the databases of testdata/databases again; an argument names another directory for them.
set -e
cd "$(dirname "$0")"
out=${1:-../../databases}
guava="com.google.guava:guava:29.0-jre com.google.guava:failureaccess:1.0.1"
jars() {
  folder=$1
  shift
  for jar in "$@" $guava; do mvn -q dependency:copy -Dartifact="$jar" -DoutputDirectory="jars/$folder"; done
}
jars iq80 org.iq80.leveldb:leveldb:0.12 org.iq80.leveldb:leveldb-api:0.12 org.iq80.snappy:snappy:0.4
jars pcmind io.github.pcmind:leveldb:1.2 io.github.pcmind:leveldb-api:1.2 org.xerial.snappy:snappy-java:1.1.10.5
python3 make_plyvel.py "$out/plyvel" "$out/plyvel.txt"
GO111MODULE=off GOPATH=/usr/share/gocode go run make_goleveldb.go make "$out/goleveldb" "$out/goleveldb.txt"
for name in iq80 pcmind; do
  java -cp "jars/$name/*" MakeJavaDatabase.java "$out/$name" "$out/$name.txt"
done
python3 make_chromium.py make "$out/chromium" "$out/chromium.txt"
