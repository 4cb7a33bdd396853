// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

// RocksDB's own filters as a peer of package full.
//
//   rocksdb_bench make DIRECTORY KIND KEYS   writes a filter of that many keys to DIRECTORY/KIND-KEYS.filter
//   rocksdb_bench serve DIRECTORY            obeys the commands of bench.h about such filters
//   rocksdb_bench ask FILE                   answers about keys of 16 bytes on standard input, by a byte 0 or 1 for each
//
// KIND is legacy, fast or ribbon, and a CASE of bench.h is
//
//   ask KIND 1 KEYS QUESTIONS hit|miss       questions to that filter; with a further word "batch" 32 at a time
//   createfull KIND KEYS                     that filter, made again and again
//
// Keys and questions come from the same generator as on the Java side (Keys.java, Questions.java).

#include <rocksdb/filter_policy.h>
#include <rocksdb/slice.h>
#include <rocksdb/table.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "bench.h"
#include "filter_bits_classes.h"

namespace {

using rocksdb::Slice;

constexpr double kBitsPerKey = 10;
constexpr int kBatch = 32;  // the most: MultiGetContext::MAX_BATCH_SIZE
constexpr int kLastVersionOfLegacy = 4;
constexpr int kFirstVersionOfFast = 5;

std::string directory;

std::string PathOf(const std::string& kind, int keys) {
  return directory + "/" + kind + "-" + std::to_string(keys) + ".filter";
}

std::string Load(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

std::unique_ptr<rocksdb::FilterBitsReader> Open(const std::string& filter) {
  static const rocksdb::FilterPolicy* const policy = rocksdb::NewBloomFilterPolicy(kBitsPerKey);
  return std::unique_ptr<rocksdb::FilterBitsReader>(policy->GetFilterBitsReader(filter));
}

rocksdb::BlockBasedTableOptions OptionsOf(const std::string& kind) {
  rocksdb::BlockBasedTableOptions options;
  options.format_version = kind == "legacy" ? kLastVersionOfLegacy : kFirstVersionOfFast;
  options.filter_policy.reset(kind == "ribbon" ? rocksdb::NewRibbonFilterPolicy(kBitsPerKey)
                                               : rocksdb::NewBloomFilterPolicy(kBitsPerKey));
  options.optimize_filters_for_memory = false;
  return options;
}

// Makes a filter of the first keys again and again, with a builder for each, since RocksDB's makes one filter.
class Creating : public Work {
 public:
  Creating(const std::string& kind, int keys)
      : options_(OptionsOf(kind)), context_(options_), count_(keys), keys_(static_cast<size_t>(keys) * kFixedLength) {
    for (int i = 0; i < keys; i++) WriteKey(kPresent, i, kFixedLength, &keys_[static_cast<size_t>(i) * kFixedLength]);
  }

  int64_t operations() const override { return count_; }

  void Chunk() override {
    std::unique_ptr<const char[]> memory;
    const Slice filter = Build(&memory);
    sink += static_cast<uint8_t>(filter[filter.size() / 2]);
  }

  void Check(Checksum* bytes, Checksum* answers) override {
    (void)answers;
    std::unique_ptr<const char[]> memory;
    bytes->Add(Build(&memory).ToString());
  }

 private:
  Slice Build(std::unique_ptr<const char[]>* memory) {
    std::unique_ptr<rocksdb::FilterBitsBuilder> builder(options_.filter_policy->GetBuilderWithContext(context_));
    for (int i = 0; i < count_; i++) builder->AddKey(Slice(&keys_[static_cast<size_t>(i) * kFixedLength], kFixedLength));
    return builder->Finish(memory);
  }

  const rocksdb::BlockBasedTableOptions options_;
  const rocksdb::FilterBuildingContext context_;
  const int count_;
  std::vector<char> keys_;
};

int Make(const std::string& kind, int keys) {
  const rocksdb::BlockBasedTableOptions options = OptionsOf(kind);
  rocksdb::FilterBuildingContext context(options);
  std::unique_ptr<rocksdb::FilterBitsBuilder> builder(options.filter_policy->GetBuilderWithContext(context));
  char key[kFixedLength];
  for (int i = 0; i < keys; i++) {
    WriteKey(kPresent, i, kFixedLength, key);
    builder->AddKey(Slice(key, kFixedLength));
  }
  std::unique_ptr<const char[]> memory;
  Slice filter = builder->Finish(&memory);
  std::ofstream out(PathOf(kind, keys), std::ios::binary);
  out.write(filter.data(), static_cast<std::streamsize>(filter.size()));
  out.close();
  return out ? 0 : 1;
}

class Full : public Asking<Slice> {
 public:
  Full(const std::string& kind, int keys, int count, const std::string& mode)
      : Asking<Slice>(count, keys, mode), filter_(Load(PathOf(kind, keys))), reader_(Open(filter_)) {}

 protected:
  int64_t AskAll(size_t from, size_t to, Checksum* answers) override {
    int64_t positives = 0;
    for (size_t i = from; i < to; i++) {
      bool answer = reader_->MayMatch(questions_.key(i));
      positives += answer;
      if (answers != nullptr) answers->Add(answer);
    }
    return positives;
  }

  void AddBytes(Checksum* bytes) override { bytes->Add(filter_); }

  const std::string filter_;
  const std::unique_ptr<rocksdb::FilterBitsReader> reader_;
};

// The same many at a time.
class Batches : public Full {
 public:
  using Full::Full;

 protected:
  int64_t AskAll(size_t from, size_t to, Checksum* answers) override {
    int64_t positives = 0;
    Slice keys[kBatch];
    Slice* pointers[kBatch];
    bool matches[kBatch];
    for (int j = 0; j < kBatch; j++) pointers[j] = &keys[j];
    for (size_t i = from; i < to; i += kBatch) {
      for (int j = 0; j < kBatch; j++) keys[j] = questions_.key(i + j);
      reader_->MayMatch(kBatch, pointers, matches);
      for (int j = 0; j < kBatch; j++) {
        positives += matches[j];
        if (answers != nullptr) answers->Add(matches[j]);
      }
    }
    return positives;
  }
};

std::unique_ptr<Work> MakeWork(const std::string& text) {
  std::istringstream in(text);
  std::string ask;
  std::string kind;
  std::string mode;
  std::string way;
  int tables = 0;
  int keys = 0;
  int count = 0;
  if (text.rfind("createfull ", 0) == 0) {
    return in >> ask >> kind >> keys ? std::make_unique<Creating>(kind, keys) : nullptr;
  }
  if (!(in >> ask >> kind >> tables >> keys >> count >> mode)) return nullptr;
  if (in >> way && way == "batch") return std::make_unique<Batches>(kind, keys, count, mode);
  return std::make_unique<Full>(kind, keys, count, mode);
}

int Ask(const std::string& file) {
  const std::string filter = Load(file);
  const std::unique_ptr<rocksdb::FilterBitsReader> reader = Open(filter);
  char key[kFixedLength];
  while (std::cin.read(key, kFixedLength)) std::cout.put(reader->MayMatch(Slice(key, kFixedLength)) ? 1 : 0);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string verb = count > 2 ? arguments[1] : "";
  directory = count > 2 ? arguments[2] : "";
  if (verb == "make" && count == 5) return Make(arguments[3], std::stoi(arguments[4]));
  if (verb == "serve") return Serve(MakeWork);
  if (verb == "ask") return Ask(directory);
  return 2;
}
