// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

// Makes a database of libleveldb for the benchmark of whole commands, or reads all of its entries.
//   leveldb_database make DIR KEYS    keys of 16 digits in their order, values of 100 bytes that shrink to half
//   leveldb_database scan DIR         with all checks; prints how many entries there are

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "leveldb/db.h"
#include "leveldb/filter_policy.h"

static void check(const leveldb::Status& status) {
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    std::exit(1);
  }
}

static std::string compressible(size_t length) {
  std::mt19937_64 random(1);
  std::string text;
  while (text.size() < length) {
    std::string half;
    for (int i = 0; i < 50; i++) half.push_back(static_cast<char>(' ' + random() % 95));
    text += half + half;
  }
  return text;
}

static void make(leveldb::DB* db, long keys) {
  const int value_length = 100;
  const std::string text = compressible(1 << 20);
  size_t at = 0;
  for (long i = 0; i < keys; i++, at += value_length) {
    if (at + value_length > text.size()) at = 0;
    char key[24];
    std::snprintf(key, sizeof key, "%016ld", i);
    check(db->Put({}, leveldb::Slice(key, 16), leveldb::Slice(text.data() + at, value_length)));
  }
  db->CompactRange(nullptr, nullptr);
}

static void scan(leveldb::DB* db) {
  leveldb::ReadOptions options;
  options.verify_checksums = true;
  options.fill_cache = false;
  std::unique_ptr<leveldb::Iterator> entry(db->NewIterator(options));
  long count = 0;
  for (entry->SeekToFirst(); entry->Valid(); entry->Next()) count++;
  check(entry->status());
  std::printf("%ld\n", count);
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  leveldb::Options options;
  options.create_if_missing = argc > 3;
  options.paranoid_checks = true;
  options.write_buffer_size = 16 << 20;
  options.filter_policy = leveldb::NewBloomFilterPolicy(10);
  leveldb::DB* opened = nullptr;
  check(leveldb::DB::Open(options, argv[2], &opened));
  std::unique_ptr<leveldb::DB> db(opened);
  if (argc > 3) make(db.get(), std::atol(argv[3])); else scan(db.get());
}
