// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

// Answers for the system's librocksdb 7.8. All numbers are big-endian.
//
//   rocksdb_oracle repair DIRECTORY   lets RocksDB repair a database; prints "OK", or what RocksDB says
//   rocksdb_oracle build              obeys requests on standard input until it ends
//
// Requests begin with a letter, the kind of filter (0 fast local, 1 Ribbon, 2 legacy) and the bits per key as the bits
// of a double:
//
//   B  u32 number of keys, then for each its u32 length and its bytes.  Reply: u32 length and bytes of their filter
//   P  u32 how many numbers of keys, then each as u64.  Reply: for each the u64 size of its filter, trailer included

#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/slice.h>
#include <rocksdb/status.h>
#include <rocksdb/table.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace rocksdb {

// The library declares the class in no header that is installed: its virtual functions in their order, up to the last
// one that is called. That one is of the class below it, from which all of the library's builders are derived.
class FilterBitsBuilder {
 public:
  virtual ~FilterBitsBuilder() = default;
  virtual void AddKey(const Slice& key) = 0;
  virtual size_t EstimateEntriesAdded() = 0;
  virtual Slice Finish(std::unique_ptr<const char[]>* memory) = 0;
  virtual Slice Finish(std::unique_ptr<const char[]>* memory, Status* status) = 0;
  virtual Status MaybePostVerify(const Slice& filter) = 0;
  virtual size_t ApproximateNumEntries(size_t bytes) = 0;
  virtual size_t CalculateSpace(size_t entries) = 0;
};

}  // namespace rocksdb

namespace {

constexpr int kRibbon = 1;
constexpr int kLegacy = 2;
constexpr int kLastVersionOfLegacy = 4;
constexpr int kFirstVersionOfFast = 5;

bool Read(void* to, size_t length) { return fread(to, 1, length, stdin) == length; }

uint64_t Number(int bytes) {
  unsigned char digits[8];
  if (!Read(digits, static_cast<size_t>(bytes))) exit(1);
  uint64_t number = 0;
  for (int i = 0; i < bytes; i++) number = number << 8 | digits[i];
  return number;
}

void Write(uint64_t number, int bytes) {
  for (int i = bytes - 1; i >= 0; i--) putchar(static_cast<int>(number >> 8 * i & 0xff));
}

void Build(rocksdb::FilterBitsBuilder* builder) {
  const uint64_t count = Number(4);
  std::string key;
  for (uint64_t i = 0; i < count; i++) {
    key.resize(Number(4));
    if (!Read(&key[0], key.size())) exit(1);
    if (builder != nullptr) builder->AddKey(key);
  }
  std::unique_ptr<const char[]> memory;
  const rocksdb::Slice filter = builder == nullptr ? rocksdb::Slice() : builder->Finish(&memory);
  Write(filter.size(), 4);
  fwrite(filter.data(), 1, filter.size(), stdout);
}

void Plan(rocksdb::FilterBitsBuilder* builder) {
  for (uint64_t count = Number(4); count > 0; count--) {
    const uint64_t keys = Number(8);
    Write(builder == nullptr ? 0 : builder->CalculateSpace(keys), 8);
  }
}

int Serve() {
  char request;
  while (Read(&request, 1)) {
    const int kind = static_cast<int>(Number(1));
    const uint64_t bits_of_double = Number(8);
    double bits;
    memcpy(&bits, &bits_of_double, sizeof bits);
    rocksdb::BlockBasedTableOptions options;
    options.format_version = kind == kLegacy ? kLastVersionOfLegacy : kFirstVersionOfFast;
    options.optimize_filters_for_memory = false;
    options.filter_policy.reset(kind == kRibbon ? rocksdb::NewRibbonFilterPolicy(bits)
                                                : rocksdb::NewBloomFilterPolicy(bits));
    const rocksdb::FilterBuildingContext context(options);
    const std::unique_ptr<rocksdb::FilterBitsBuilder> builder(options.filter_policy->GetBuilderWithContext(context));
    if (request == 'B') {
      Build(builder.get());
    } else {
      Plan(builder.get());
    }
    fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], "repair") == 0) {
    rocksdb::Options options;
    puts(rocksdb::RepairDB(argv[2], options).ToString().c_str());
    return 0;
  }
  return Serve();
}
