// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

// What native_bench.cc needs of the two classes that libleveldb.a 1.23 contains but no installed header declares.
// The data members stand for their sizes and order only; nothing here touches them.

#ifndef FILTERBLOCK_BENCHMARK_FILTER_BLOCK_CLASSES_H_
#define FILTERBLOCK_BENCHMARK_FILTER_BLOCK_CLASSES_H_

#include <leveldb/filter_policy.h>
#include <leveldb/slice.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace leveldb {

class FilterBlockBuilder {
 public:
  explicit FilterBlockBuilder(const FilterPolicy* policy);

  void StartBlock(uint64_t block_offset);
  void AddKey(const Slice& key);
  Slice Finish();

 private:
  void GenerateFilter();

  const FilterPolicy* member0_;
  std::string member1_;
  std::vector<size_t> member2_;
  std::string member3_;
  std::vector<Slice> member4_;
  std::vector<uint32_t> member5_;
};

class FilterBlockReader {
 public:
  FilterBlockReader(const FilterPolicy* policy, const Slice& contents);

  bool KeyMayMatch(uint64_t block_offset, const Slice& key);

 private:
  const FilterPolicy* member0_;
  const char* member1_;
  const char* member2_;
  size_t member3_;
  size_t member4_;
};

}  // namespace leveldb

#endif  // FILTERBLOCK_BENCHMARK_FILTER_BLOCK_CLASSES_H_
