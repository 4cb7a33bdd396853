// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
//
// Answers questions about filter blocks with LevelDB's own classes.
//
//   g++ -O2 -o oracle leveldb_oracle.cc -l:libleveldb.a -lsnappy -lpthread
//
// First it writes a u32 0 to say that it runs. Then, until the input ends, it reads a request from stdin and writes a
// reply to stdout. Numbers are big-endian; a reply is its length as u32, and that many bytes.
//
//   'B' bits:u32 n:u32 call{n}                                the filter block
//       call = 'S' offset:u64 | 'K' length:u32 byte{length}
//   'L' bits:u32 length:u32 block n:u32 question{n}           a byte each: 1 may match, 0 absent
//       question = offset:u64 length:u32 byte{length}
//   'T' internal:u8 length:u32 name length:u32 table          opens a table whose filter has this policy name, and looks
//       up every key of it and, for each, one that is not there; six numbers, u64 each, and LevelDB's words if it refuses
//       the table: keys, how many the filter was asked for, denied, found; absent keys asked for, denied

#include <leveldb/comparator.h>
#include <leveldb/env.h>
#include <leveldb/filter_policy.h>
#include <leveldb/iterator.h>
#include <leveldb/options.h>
#include <leveldb/slice.h>

// A lookup that asks the filter is for LevelDB's own table cache only.
#define private public
#include <leveldb/table.h>
#undef private

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace leveldb {

// The library has these classes, but no header that it installs declares them. Members come in the order and of the
// types that LevelDB has had since 1.4, as the objects' size depends on them; nothing here looks at them.
class FilterBlockBuilder {
 public:
  explicit FilterBlockBuilder(const FilterPolicy*);
  void StartBlock(uint64_t block_offset);
  void AddKey(const Slice& key);
  Slice Finish();

 private:
  void GenerateFilter();

  const FilterPolicy* policy_;
  std::string keys_;
  std::vector<size_t> start_;
  std::string result_;
  std::vector<Slice> tmp_keys_;
  std::vector<uint32_t> filter_offsets_;
};

class FilterBlockReader {
 public:
  FilterBlockReader(const FilterPolicy* policy, const Slice& contents);
  bool KeyMayMatch(uint64_t block_offset, const Slice& key);

 private:
  const FilterPolicy* policy_;
  const char* data_;
  const char* offset_;
  size_t num_;
  size_t base_lg_;
};

}  // namespace leveldb

namespace {

void Read(void* to, size_t length) {
  if (length > 0 && fread(to, 1, length, stdin) != length) exit(1);
}

uint64_t ReadNumber(int bytes) {
  uint64_t number = 0;
  for (int i = 0; i < bytes; i++) {
    unsigned char next;
    Read(&next, 1);
    number = number << 8 | next;
  }
  return number;
}

std::string ReadBytes() {
  std::string bytes(ReadNumber(4), '\0');
  Read(&bytes[0], bytes.size());
  return bytes;
}

void Reply(const leveldb::Slice& reply) {
  for (int shift = 24; shift >= 0; shift -= 8) putchar(reply.size() >> shift & 0xff);
  fwrite(reply.data(), 1, reply.size(), stdout);
  fflush(stdout);
}

std::unique_ptr<const leveldb::FilterPolicy> ReadPolicy() {
  return std::unique_ptr<const leveldb::FilterPolicy>(leveldb::NewBloomFilterPolicy(static_cast<int>(ReadNumber(4))));
}

void Build() {
  auto policy = ReadPolicy();
  leveldb::FilterBlockBuilder builder(policy.get());
  for (uint64_t calls = ReadNumber(4); calls > 0; calls--) {
    if (ReadNumber(1) == 'S') {
      builder.StartBlock(ReadNumber(8));
    } else {
      builder.AddKey(ReadBytes());
    }
  }
  Reply(builder.Finish());
}

void Lookup() {
  auto policy = ReadPolicy();
  const std::string block = ReadBytes();
  leveldb::FilterBlockReader reader(policy.get(), block);
  std::string answers;
  for (uint64_t questions = ReadNumber(4); questions > 0; questions--) {
    const uint64_t offset = ReadNumber(8);
    answers.push_back(reader.KeyMayMatch(offset, ReadBytes()) ? 1 : 0);
  }
  Reply(answers);
}

// User keys in the order of bytes, each with its newest version first, as a database orders them (TF-15).
class InternalOrder : public leveldb::Comparator {
 public:
  int Compare(const leveldb::Slice& a, const leveldb::Slice& b) const override {
    const int order = UserKey(a).compare(UserKey(b));
    return order != 0 ? order : Tag(a) > Tag(b) ? -1 : Tag(a) < Tag(b) ? 1 : 0;
  }
  const char* Name() const override { return "InternalOrder"; }
  void FindShortestSeparator(std::string*, const leveldb::Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}

  static leveldb::Slice UserKey(const leveldb::Slice& key) { return leveldb::Slice(key.data(), key.size() - 8); }

 private:
  static uint64_t Tag(const leveldb::Slice& key) {
    uint64_t tag = 0;
    for (int i = 7; i >= 0; i--) tag = tag << 8 | static_cast<unsigned char>(key[key.size() - 8 + i]);
    return tag;
  }
};

// LevelDB's Bloom filter under any name, over user keys or whole ones; counts what it is asked and what it denies.
class CountingPolicy : public leveldb::FilterPolicy {
 public:
  CountingPolicy(const std::string& name, bool internal)
      : name_(name), internal_(internal), bloom_(leveldb::NewBloomFilterPolicy(10)) {}
  const char* Name() const override { return name_.c_str(); }
  void CreateFilter(const leveldb::Slice*, int, std::string*) const override {}
  bool KeyMayMatch(const leveldb::Slice& key, const leveldb::Slice& filter) const override {
    const bool match = bloom_->KeyMayMatch(internal_ ? InternalOrder::UserKey(key) : key, filter);
    asked++;
    if (!match) denied++;
    return match;
  }

  mutable uint64_t asked = 0;
  mutable uint64_t denied = 0;

 private:
  const std::string name_;
  const bool internal_;
  const std::unique_ptr<const leveldb::FilterPolicy> bloom_;
};

class TableInMemory : public leveldb::RandomAccessFile {
 public:
  explicit TableInMemory(const std::string& bytes) : bytes_(bytes) {}
  leveldb::Status Read(uint64_t offset, size_t n, leveldb::Slice* result, char*) const override {
    if (offset > bytes_.size()) return leveldb::Status::IOError("read behind the end");
    *result = leveldb::Slice(bytes_.data() + offset, n < bytes_.size() - offset ? n : bytes_.size() - offset);
    return leveldb::Status::OK();
  }

 private:
  const std::string& bytes_;
};

struct Search {
  const std::string* key;
  uint64_t found;
};

void Found(void* arg, const leveldb::Slice& key, const leveldb::Slice&) {
  Search* search = static_cast<Search*>(arg);
  if (key == *search->key) search->found++;
}

std::vector<std::string> Keys(leveldb::Table* table, const leveldb::ReadOptions& options, leveldb::Status* status) {
  std::vector<std::string> keys;
  std::unique_ptr<leveldb::Iterator> iterator(table->NewIterator(options));
  for (iterator->SeekToFirst(); iterator->Valid(); iterator->Next()) keys.push_back(iterator->key().ToString());
  *status = iterator->status();
  return keys;
}

void OpenTable() {
  const bool internal = ReadNumber(1) != 0;
  const std::string name = ReadBytes();
  const std::string bytes = ReadBytes();
  const CountingPolicy policy(name, internal);
  const InternalOrder order;
  const TableInMemory file(bytes);
  leveldb::Options options;
  options.filter_policy = &policy;
  options.paranoid_checks = true;
  if (internal) options.comparator = &order;
  leveldb::ReadOptions read;
  read.verify_checksums = true;
  leveldb::Table* opened = nullptr;
  leveldb::Status status =
      leveldb::Table::Open(options, const_cast<TableInMemory*>(&file), bytes.size(), &opened);
  const std::unique_ptr<leveldb::Table> table(opened);
  uint64_t numbers[6] = {0, 0, 0, 0, 0, 0};
  if (status.ok()) {
    const std::vector<std::string> keys = Keys(table.get(), read, &status);
    numbers[0] = keys.size();
    for (const std::string& key : keys) {
      Search search = {&key, 0};
      const leveldb::Status got = table->InternalGet(read, key, &search, Found);
      if (!got.ok()) status = got;
      numbers[3] += search.found;
    }
    numbers[1] = policy.asked;
    numbers[2] = policy.denied;
    for (std::string key : keys) {
      key.insert(internal ? key.size() - 8 : key.size(), "\001absent");
      Search search = {&key, 0};
      table->InternalGet(read, key, &search, Found);
    }
    numbers[4] = policy.asked - numbers[1];
    numbers[5] = policy.denied - numbers[2];
  }
  std::string reply;
  for (uint64_t number : numbers) {
    for (int shift = 56; shift >= 0; shift -= 8) reply.push_back(static_cast<char>(number >> shift & 0xff));
  }
  Reply(reply + (status.ok() ? "" : status.ToString()));
}

}  // namespace

int main() {
  Reply("");
  for (int request = getchar(); request != EOF; request = getchar()) {
    if (request == 'B') {
      Build();
    } else if (request == 'T') {
      OpenTable();
    } else {
      Lookup();
    }
  }
  return 0;
}
