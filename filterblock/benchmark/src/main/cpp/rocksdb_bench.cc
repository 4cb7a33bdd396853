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
//   ask KIND 1 KEYS QUESTIONS hit|miss       questions to that filter; further words do not matter
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

#include "bench.h"
#include "filter_bits_classes.h"

namespace {

using rocksdb::Slice;

constexpr double kBitsPerKey = 10;
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

int Make(const std::string& kind, int keys) {
  rocksdb::BlockBasedTableOptions options;
  options.format_version = kind == "legacy" ? kLastVersionOfLegacy : kFirstVersionOfFast;
  options.filter_policy.reset(kind == "ribbon" ? rocksdb::NewRibbonFilterPolicy(kBitsPerKey)
                                               : rocksdb::NewBloomFilterPolicy(kBitsPerKey));
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

 private:
  const std::string filter_;
  const std::unique_ptr<rocksdb::FilterBitsReader> reader_;
};

std::unique_ptr<Work> MakeWork(const std::string& text) {
  std::istringstream in(text);
  std::string ask;
  std::string kind;
  std::string mode;
  int tables = 0;
  int keys = 0;
  int count = 0;
  if (in >> ask >> kind >> tables >> keys >> count >> mode) return std::make_unique<Full>(kind, keys, count, mode);
  return nullptr;
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
