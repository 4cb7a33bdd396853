// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

// Makes a database with goleveldb's filters, and lists what goleveldb reads back from it; with the word "read" it only
// lists. See README.md.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"time"

	"github.com/syndtr/goleveldb/leveldb"
	"github.com/syndtr/goleveldb/leveldb/filter"
	"github.com/syndtr/goleveldb/leveldb/opt"
)

const (
	rounds = 8
	keys   = 700
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A number of six digits; behind it, for two of three, one or two bytes of 0x80 and above.
func key(i int) []byte {
	return append([]byte(fmt.Sprintf("%06d", i)), bytes.Repeat([]byte{byte(0x80 + i%0x80)}, i%3)...)
}

// Half of it does not compress.
func value(i, round int) []byte {
	noise := sha256.Sum256([]byte(fmt.Sprintf("%d/%d", i, round)))
	return append(append([]byte{}, noise[:1+i%32]...), bytes.Repeat([]byte("value "), i%7)...)
}

// Every key is written in two rounds, and one of eleven is deleted in its second.
func fill(db *leveldb.DB, round int) {
	for i := 0; i < keys; i++ {
		if i%rounds == round {
			check(db.Put(key(i), value(i, round), nil))
		} else if (i+1)%rounds == round {
			if i%11 == 0 {
				check(db.Delete(key(i), nil))
			} else {
				check(db.Put(key(i), value(i, round), nil))
			}
		}
	}
}

func list(db *leveldb.DB, name string) {
	out, err := os.Create(name)
	check(err)
	lines := bufio.NewWriter(out)
	entries := db.NewIterator(nil, nil)
	for entries.Next() {
		hash := sha256.Sum256(entries.Value())
		fmt.Fprintf(lines, "%x %x\n", entries.Key(), hash[:8])
	}
	entries.Release()
	check(entries.Error())
	check(lines.Flush())
	check(out.Close())
}

func makeDatabase(target, expected string, options *opt.Options) {
	check(os.RemoveAll(target))
	for round := 0; round < rounds; round++ {
		// To open a database with a journal that is not empty makes a table of it.
		db, err := leveldb.OpenFile(target, options)
		check(err)
		fill(db, round)
		time.Sleep(time.Second / 2) // four tables of level 0 become one of level 1
		if round == rounds-1 {
			list(db, expected)
		}
		check(db.Close())
	}
	for _, name := range []string{"LOG", "LOG.old", "LOCK"} {
		os.Remove(target + "/" + name)
	}
}

// Reads every key that is listed, one by one, so that filters are asked, and lists what it found.
func read(target, expected string, options *opt.Options) {
	options.ErrorIfMissing = true
	options.Strict = opt.StrictAll
	db, err := leveldb.OpenFile(target, options)
	check(err)
	entries := db.NewIterator(nil, nil)
	for entries.Next() {
		found, err := db.Get(entries.Key(), nil)
		check(err)
		if !bytes.Equal(found, entries.Value()) {
			check(fmt.Errorf("the key %x has two values", entries.Key()))
		}
		if _, err := db.Get(append(entries.Key(), 0), nil); err != leveldb.ErrNotFound {
			check(fmt.Errorf("the key %x00 should not be there: %v", entries.Key(), err))
		}
	}
	entries.Release()
	list(db, expected)
	check(db.Close())
}

// Opens a database, says so, and keeps it open until its input ends.
func hold(target string, options *opt.Options) {
	db, err := leveldb.OpenFile(target, options)
	check(err)
	fmt.Println("open")
	bufio.NewReader(os.Stdin).ReadString('\n')
	check(db.Close())
}

func main() {
	options := &opt.Options{Filter: filter.NewBloomFilter(10)}
	switch os.Args[1] {
	case "make":
		makeDatabase(os.Args[2], os.Args[3], options)
	case "read":
		read(os.Args[2], os.Args[3], options)
	case "hold":
		hold(os.Args[2], options)
	}
}
