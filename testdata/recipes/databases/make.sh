#!/bin/sh
# Makes the databases of testdata/databases again; an argument names another directory for them.
#
# make.sh runs a program for each database, which also lists what it reads from it. plyvel and goleveldb are those
# of Debian 12 (python3-plyvel 1.5.0, golang-github-syndtr-goleveldb-dev of 2020-08-15, commit 5c35d60), Chromium is
# 156.0.8078.79; the script names the jars of iq80 and pcmind.
#
# All but Chromium write the same keys and values, and list the same. Of the 700 keys a third has one byte of 0x80
# or above and a third two; each is written in two of eight rounds, and one of eleven is deleted in its second.
# Between the rounds the database is closed and opened again; the last round is only in the log. Chromium's page
# writes 700 records of 4 to 7 KB and deletes one of nine. LOCK and LOG are removed.
#
# make_goleveldb.go read and make_chromium.py read list a database again, or a copy of it, which changes its
# directory. make_goleveldb.go hold keeps one open until its input ends.
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
