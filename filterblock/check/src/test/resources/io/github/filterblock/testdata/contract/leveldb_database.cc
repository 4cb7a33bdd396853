// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
//
// Opens a database with LevelDB, reads and writes what it is told to, and closes it when its input ends.
//
//   leveldb_database DIRECTORY BITS [BUFFER BLOCK INTERVAL SNAPPY REUSE]
//
// BITS are those per key of the filter policy; 0 for none. The others are the sizes of the write buffer and of a block
// in bytes, the restart interval, and 1 or 0: whether blocks are compressed, and logs used again. If they are left out,
// LevelDB's own values count.
//
// Checksums are checked, and every error is reported. First it writes "open", or "error " and LevelDB's words. Then it
// answers each line of its input:
//
//   get KEY    "value VALUE", "absent", or "error " and LevelDB's words; keys and values are in hexadecimal
//   scan       "entry KEY VALUE" for each entry in order, then "end", or "error " and LevelDB's words
//   put KEY VALUE and delete KEY    nothing; the first error is the answer to the next "sync"
//   compact    nothing; all tables are compacted
//   sync       "ok", or "error " and LevelDB's words

#include <leveldb/db.h>
#include <leveldb/filter_policy.h>
#include <leveldb/iterator.h>
#include <leveldb/options.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

namespace {

std::string Hex(const leveldb::Slice& bytes) {
  static const char kDigits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i++) {
    const unsigned char byte = static_cast<unsigned char>(bytes[i]);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string Bytes(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

void Get(leveldb::DB* db, const leveldb::ReadOptions& options, const std::string& key) {
  std::string value;
  const leveldb::Status status = db->Get(options, key, &value);
  if (status.ok()) {
    std::cout << "value " << Hex(value) << std::endl;
  } else if (status.IsNotFound()) {
    std::cout << "absent" << std::endl;
  } else {
    std::cout << "error " << status.ToString() << std::endl;
  }
}

void Scan(leveldb::DB* db, const leveldb::ReadOptions& options) {
  std::unique_ptr<leveldb::Iterator> entries(db->NewIterator(options));
  for (entries->SeekToFirst(); entries->Valid(); entries->Next()) {
    std::cout << "entry " << Hex(entries->key()) << " " << Hex(entries->value()) << "\n";
  }
  std::cout << (entries->status().ok() ? "end" : "error " + entries->status().ToString()) << std::endl;
}

void Keep(leveldb::Status* kept, const leveldb::Status& status) {
  if (kept->ok()) {
    *kept = status;
  }
}

void Put(leveldb::DB* db, const std::string& words, leveldb::Status* kept) {
  const size_t space = words.find(' ');
  const std::string value = Bytes(words.substr(space + 1));
  Keep(kept, db->Put(leveldb::WriteOptions(), Bytes(words.substr(0, space)), value));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 8) {
    std::cerr << "usage: leveldb_database DIRECTORY BITS [BUFFER BLOCK INTERVAL SNAPPY REUSE]" << std::endl;
    return 2;
  }
  const int bits = std::atoi(argv[2]);
  std::unique_ptr<const leveldb::FilterPolicy> policy(bits == 0 ? nullptr : leveldb::NewBloomFilterPolicy(bits));
  leveldb::Options options;
  options.paranoid_checks = true;
  options.filter_policy = policy.get();
  if (argc == 8) {
    options.create_if_missing = true;
    options.write_buffer_size = std::stoul(argv[3]);
    options.block_size = std::stoul(argv[4]);
    options.block_restart_interval = std::atoi(argv[5]);
    options.compression = argv[6][0] == '1' ? leveldb::kSnappyCompression : leveldb::kNoCompression;
    options.reuse_logs = argv[7][0] == '1';
  }
  leveldb::ReadOptions reading;
  reading.verify_checksums = true;

  leveldb::DB* opened = nullptr;
  const leveldb::Status status = leveldb::DB::Open(options, argv[1], &opened);
  std::unique_ptr<leveldb::DB> db(opened);
  std::cout << (status.ok() ? "open" : "error " + status.ToString()) << std::endl;
  std::string line;
  leveldb::Status written;
  while (status.ok() && std::getline(std::cin, line)) {
    if (line.rfind("get ", 0) == 0) {
      Get(db.get(), reading, Bytes(line.substr(4)));
    } else if (line == "scan") {
      Scan(db.get(), reading);
    } else if (line.rfind("put ", 0) == 0) {
      Put(db.get(), line.substr(4), &written);
    } else if (line.rfind("delete ", 0) == 0) {
      Keep(&written, db->Delete(leveldb::WriteOptions(), Bytes(line.substr(7))));
    } else if (line == "compact") {
      db->CompactRange(nullptr, nullptr);
    } else if (line == "sync") {
      std::cout << (written.ok() ? "ok" : "error " + written.ToString()) << std::endl;
    }
  }
  return status.ok() ? 0 : 1;
}
