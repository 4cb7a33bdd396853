// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

// What rocksdb_bench.cc needs of the two classes that librocksdb 7.8 names in its headers but declares in none that is
// installed: the virtual functions, in their order, up to the last one that is called.

#ifndef FILTERBLOCK_BENCHMARK_FILTER_BITS_CLASSES_H_
#define FILTERBLOCK_BENCHMARK_FILTER_BITS_CLASSES_H_

#include <rocksdb/slice.h>

#include <cstddef>
#include <memory>

namespace rocksdb {

class FilterBitsBuilder {
 public:
  virtual ~FilterBitsBuilder() = default;
  virtual void AddKey(const Slice& key) = 0;
  virtual size_t EstimateEntriesAdded() = 0;
  virtual Slice Finish(std::unique_ptr<const char[]>* memory) = 0;
};

class FilterBitsReader {
 public:
  virtual ~FilterBitsReader() = default;
  virtual bool MayMatch(const Slice& key) = 0;
  virtual void MayMatch(int count, Slice** keys, bool* answers) = 0;
};

}  // namespace rocksdb

#endif  // FILTERBLOCK_BENCHMARK_FILTER_BITS_CLASSES_H_
