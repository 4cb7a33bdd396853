// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

// LevelDB's own filter code as a peer of the Java implementations. A CASE (bench.h) is one of
//
//   create KEYS fixed|mixed new|reused            filters of that many keys, one after the other
//   build BLOCKS                                  a filter block for that many data blocks, by a new builder
//   ask TARGET TABLES KEYS QUESTIONS hit|miss     questions to that many tables of that many keys
//
// where TARGET is one of
//
//   filters                          single filters
//   windows                          the filter blocks of tables of 2 MiB
//   shared                           each key asked of all tables
//   tables                           tables with one filter each (base lg 63)
//   denial_windows, denial_table     an index of last keys is searched for absent keys, then the filter is asked
//
// Further words are this library's own ways to do the same.
//
// Keys and questions come from the same generator as on the Java side (Keys.java, Questions.java).

#include <leveldb/filter_policy.h>
#include <leveldb/slice.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "bench.h"
#include "filter_block_classes.h"

namespace {

using leveldb::Slice;

constexpr int kBitsPerKey = 10;
constexpr int kPool = 65536;
constexpr int kKeysPerBlock = 40;
constexpr int kBlocksPerTable = 512;
constexpr int kKeysPerTable = kKeysPerBlock * kBlocksPerTable;
constexpr uint64_t kBlockLength = 4096;
constexpr int kSharedTables = 8;
constexpr int kSharedPerBlock = 20;
constexpr int kSharedKeys = kSharedPerBlock * kBlocksPerTable;
constexpr int kSharedRotation = 61;

const leveldb::FilterPolicy* policy;
// Keys one behind the other.

class Keys {
 public:
  Keys(int64_t count, bool mixed) {
    std::vector<size_t> lengths(count, kFixedLength);
    size_t total = 0;
    for (int64_t i = 0; i < count; i++) {
      if (mixed) lengths[i] = 8 + Below(kLength, i, 33);
      total += lengths[i];
    }
    bytes_.resize(total);
    slices_.reserve(count);
    size_t at = 0;
    for (int64_t i = 0; i < count; i++) {
      WriteKey(kPresent, i, lengths[i], bytes_.data() + at);
      slices_.emplace_back(bytes_.data() + at, lengths[i]);
      at += lengths[i];
    }
  }

  const Slice* slices() const { return slices_.data(); }

 private:
  std::vector<char> bytes_;
  std::vector<Slice> slices_;
};

class Create : public Work {
 public:
  Create(int keys_per_filter, bool mixed, bool reused)
      : keys_per_filter_(keys_per_filter),
        filters_(std::max(1, kPool / keys_per_filter)),
        filters_per_chunk_(std::max(1, std::min(filters_, 4096 / keys_per_filter))),
        reused_(reused),
        keys_(static_cast<int64_t>(keys_per_filter) * filters_, mixed) {}

  int64_t operations() const override { return static_cast<int64_t>(filters_per_chunk_) * keys_per_filter_; }

  void Chunk() override {
    for (int i = 0; i < filters_per_chunk_; i++) {
      const Slice* keys = keys_.slices() + static_cast<int64_t>(next_) * keys_per_filter_;
      if (reused_) {
        memory_.clear();
        policy->CreateFilter(keys, keys_per_filter_, &memory_);
        sink += memory_[memory_.size() / 2];
      } else {
        std::string filter;
        policy->CreateFilter(keys, keys_per_filter_, &filter);
        sink += filter[filter.size() / 2];
      }
      next_ = next_ + 1 == filters_ ? 0 : next_ + 1;
    }
  }

  void Check(Checksum* bytes, Checksum*) override {
    for (int i = 0; i < filters_; i++) {
      std::string filter;
      policy->CreateFilter(keys_.slices() + static_cast<int64_t>(i) * keys_per_filter_, keys_per_filter_, &filter);
      bytes->Add(filter);
    }
  }

 private:
  const int keys_per_filter_;
  const int filters_;
  const int filters_per_chunk_;
  const bool reused_;
  const Keys keys_;
  std::string memory_;
  int next_ = 0;
};

template <typename KeyOf>
std::string BuildBlock(int blocks, KeyOf key_of) {
  leveldb::FilterBlockBuilder builder(policy);
  for (int block = 0; block < blocks; block++) {
    builder.StartBlock(block * kBlockLength);
    for (int i = 0; i < kKeysPerBlock; i++) builder.AddKey(key_of(block, i));
  }
  builder.StartBlock(blocks * kBlockLength);
  return builder.Finish().ToString();
}

class Build : public Work {
 public:
  explicit Build(int blocks) : blocks_(blocks), keys_(static_cast<int64_t>(blocks) * kKeysPerBlock, false) {}

  int64_t operations() const override { return static_cast<int64_t>(blocks_) * kKeysPerBlock; }

  void Chunk() override {
    leveldb::FilterBlockBuilder builder(policy);
    const Slice* key = keys_.slices();
    for (int block = 0; block < blocks_; block++) {
      builder.StartBlock(block * kBlockLength);
      for (int i = 0; i < kKeysPerBlock; i++) builder.AddKey(*key++);
    }
    builder.StartBlock(blocks_ * kBlockLength);
    Slice block = builder.Finish();
    sink += block[block.size() / 2];
  }

  void Check(Checksum* bytes, Checksum*) override {
    bytes->Add(BuildBlock(
        blocks_, [this](int block, int i) { return keys_.slices()[static_cast<int64_t>(block) * kKeysPerBlock + i]; }));
  }

 private:
  const int blocks_;
  const Keys keys_;
};

// The filter blocks of that many tables, built when they are first asked for.
const std::vector<std::string>& BlocksOfTables(int tables) {
  static std::map<int, std::vector<std::string>> made;
  std::vector<std::string>& blocks = made[tables];
  char key[kFixedLength];
  while (static_cast<int>(blocks.size()) < tables) {
    uint64_t first = blocks.size() * static_cast<uint64_t>(kKeysPerTable);
    blocks.push_back(BuildBlock(kBlocksPerTable, [first, &key](int block, int i) {
      WriteKey(kPresent, first + block * kKeysPerBlock + i, kFixedLength, key);
      return Slice(key, kFixedLength);
    }));
  }
  return blocks;
}

class Filter : public Asking<Slice> {
 public:
  Filter(int keys_per_filter, const std::string& mode)
      : Asking<Slice>(kPool, static_cast<uint64_t>(Count(keys_per_filter)) * keys_per_filter, mode), place_(kPool) {
    Keys keys(static_cast<int64_t>(Count(keys_per_filter)) * keys_per_filter, false);
    for (int i = 0; i < Count(keys_per_filter); i++) {
      policy->CreateFilter(keys.slices() + static_cast<int64_t>(i) * keys_per_filter, keys_per_filter, &filters_);
    }
    filter_length_ = filters_.size() / Count(keys_per_filter);
    for (int i = 0; i < kPool; i++) place_[i] = questions_.choice[i] / keys_per_filter * filter_length_;
  }

 protected:
  int64_t AskAll(size_t from, size_t to, Checksum* answers) override {
    int64_t positives = 0;
    for (size_t i = from; i < to; i++) {
      bool answer = policy->KeyMayMatch(questions_.key(i), Slice(filters_.data() + place_[i], filter_length_));
      positives += answer;
      if (answers != nullptr) answers->Add(answer);
    }
    return positives;
  }

  void AddBytes(Checksum* bytes) override { bytes->Add(filters_); }

 private:
  static int Count(int keys_per_filter) { return std::max(1, kKeysPerTable / keys_per_filter); }

  std::string filters_;
  size_t filter_length_;
  std::vector<uint32_t> place_;
};

class Reader : public Asking<Slice> {
 public:
  Reader(int tables, int count, const std::string& mode)
      : Asking<Slice>(count, static_cast<uint64_t>(tables) * kKeysPerTable, mode),
        blocks_(BlocksOfTables(tables)),
        table_(count),
        block_(count) {
    for (const std::string& block : blocks_) readers_.emplace_back(policy, block);
    for (int i = 0; i < count; i++) {
      table_[i] = questions_.choice[i] / kKeysPerTable;
      block_[i] = questions_.choice[i] % kKeysPerTable / kKeysPerBlock;
    }
  }

 protected:
  int64_t AskAll(size_t from, size_t to, Checksum* answers) override {
    int64_t positives = 0;
    for (size_t i = from; i < to; i++) {
      bool answer = readers_[table_[i]].KeyMayMatch(block_[i] * kBlockLength, questions_.key(i));
      positives += answer;
      if (answers != nullptr) answers->Add(answer);
    }
    return positives;
  }

  void AddBytes(Checksum* bytes) override {
    for (const std::string& block : blocks_) bytes->Add(block);
  }

 private:
  const std::vector<std::string>& blocks_;
  std::vector<leveldb::FilterBlockReader> readers_;
  std::vector<uint32_t> table_;
  std::vector<uint32_t> block_;
};

// Half of the keys of each of the eight tables are in all of them, in other blocks each time.

class Shared : public Asking<Slice> {
 public:
  explicit Shared(const std::string& mode) : Asking<Slice>(kPool, kSharedKeys, mode), group_(kPool) {
    char key[kFixedLength];
    for (int table = 0; table < kSharedTables; table++) {
      uint64_t own = (UINT64_C(1) << 20) + static_cast<uint64_t>(table) * kKeysPerTable;
      blocks_.push_back(BuildBlock(kBlocksPerTable, [table, own, &key](int block, int i) {
        int group = (block - kSharedRotation * table) & (kBlocksPerTable - 1);
        uint64_t id = i < kSharedPerBlock ? group * kSharedPerBlock + i : own + block * kKeysPerBlock + i;
        WriteKey(kPresent, id, kFixedLength, key);
        return Slice(key, kFixedLength);
      }));
    }
    for (const std::string& block : blocks_) readers_.emplace_back(policy, block);
    for (int i = 0; i < kPool; i++) group_[i] = questions_.choice[i] / kSharedPerBlock;
  }

  int64_t operations() const override { return static_cast<int64_t>(kQuestionsPerChunk) * kSharedTables; }

 protected:
  int64_t AskAll(size_t from, size_t to, Checksum* answers) override {
    int64_t positives = 0;
    for (size_t i = from; i < to; i++) {
      Slice key = questions_.key(i);
      for (int table = 0; table < kSharedTables; table++) {
        uint64_t block = (group_[i] + kSharedRotation * table) & (kBlocksPerTable - 1);
        bool answer = readers_[table].KeyMayMatch(block * kBlockLength, key);
        positives += answer;
        if (answers != nullptr) answers->Add(answer);
      }
    }
    return positives;
  }

  void AddBytes(Checksum* bytes) override {
    for (const std::string& block : blocks_) bytes->Add(block);
  }

 private:
  std::vector<std::string> blocks_;
  std::vector<leveldb::FilterBlockReader> readers_;
  std::vector<uint32_t> group_;
};

// The filter block of a table with one filter for all keys: LevelDB's reader honours any base lg, its builder has but 11.
std::string BuildWholeTable(int table, int keys_per_table) {
  std::vector<char> bytes(static_cast<size_t>(keys_per_table) * kFixedLength);
  std::vector<Slice> keys;
  keys.reserve(keys_per_table);
  for (int i = 0; i < keys_per_table; i++) {
    char* key = &bytes[static_cast<size_t>(i) * kFixedLength];
    WriteKey(kPresent, static_cast<uint64_t>(table) * keys_per_table + i, kFixedLength, key);
    keys.emplace_back(key, kFixedLength);
  }
  std::string block;
  policy->CreateFilter(keys.data(), keys_per_table, &block);
  uint32_t array_offset = block.size();
  block.append(4, '\0');
  for (int shift = 0; shift < 32; shift += 8) block.push_back(static_cast<char>(array_offset >> shift));
  block.push_back(63);
  return block;
}

class TableFilter : public Asking<Slice> {
 public:
  TableFilter(int tables, int keys_per_table, int count, const std::string& mode)
      : Asking<Slice>(count, static_cast<uint64_t>(tables) * keys_per_table, mode), table_(count) {
    std::vector<std::string>& made = BlocksOf(keys_per_table);
    for (int table = 0; table < tables; table++) {
      if (static_cast<int>(made.size()) == table) made.push_back(BuildWholeTable(table, keys_per_table));
    }
    blocks_.assign(made.begin(), made.begin() + tables);
    for (const std::string& block : blocks_) readers_.emplace_back(policy, block);
    for (int i = 0; i < count; i++) table_[i] = questions_.choice[i] / keys_per_table;
  }

 protected:
  int64_t AskAll(size_t from, size_t to, Checksum* answers) override {
    int64_t positives = 0;
    for (size_t i = from; i < to; i++) {
      bool answer = readers_[table_[i]].KeyMayMatch(0, questions_.key(i));
      positives += answer;
      if (answers != nullptr) answers->Add(answer);
    }
    return positives;
  }

  void AddBytes(Checksum* bytes) override {
    for (const std::string& block : blocks_) bytes->Add(block);
  }

 private:
  static std::vector<std::string>& BlocksOf(int keys_per_table) {
    static std::map<int, std::vector<std::string>> made;
    return made[keys_per_table];
  }

  std::vector<std::string> blocks_;
  std::vector<leveldb::FilterBlockReader> readers_;
  std::vector<uint32_t> table_;
};

// A table of keys in order, with an index of the last key of each data block. The index is searched first, as LevelDB
// does it with either layout.

class Denial : public Asking<Slice> {
 public:
  explicit Denial(bool whole_table) : Asking<Slice>(kPool, kKeysPerTable, "miss") {
    Keys keys(kKeysPerTable, false);
    std::vector<Slice> sorted(keys.slices(), keys.slices() + kKeysPerTable);
    std::sort(sorted.begin(), sorted.end(), [](const Slice& a, const Slice& b) { return a.compare(b) < 0; });
    for (int block = 0; block < kBlocksPerTable; block++) {
      last_keys_.push_back(sorted[(block + 1) * kKeysPerBlock - 1].ToString());
    }
    block_ = whole_table ? BuildWholeTable(0, kKeysPerTable) : BuildBlock(kBlocksPerTable, [&sorted](int block, int i) {
      return sorted[block * kKeysPerBlock + i];
    });
    reader_ = std::make_unique<leveldb::FilterBlockReader>(policy, block_);
  }

 protected:
  int64_t AskAll(size_t from, size_t to, Checksum* answers) override {
    int64_t positives = 0;
    for (size_t i = from; i < to; i++) {
      Slice key = questions_.key(i);
      auto found = std::lower_bound(last_keys_.begin(), last_keys_.end(), key,
                                    [](const std::string& last, const Slice& k) { return Slice(last).compare(k) < 0; });
      bool answer = found != last_keys_.end() && reader_->KeyMayMatch((found - last_keys_.begin()) * kBlockLength, key);
      positives += answer;
      if (answers != nullptr) answers->Add(answer);
    }
    return positives;
  }

  void AddBytes(Checksum* bytes) override { bytes->Add(block_); }

 private:
  std::vector<std::string> last_keys_;
  std::string block_;
  std::unique_ptr<leveldb::FilterBlockReader> reader_;
};

std::unique_ptr<Work> MakeWork(const std::string& text) {
  std::istringstream in(text);
  std::string kind;
  std::string a;
  std::string b;
  int number = 0;
  in >> kind;
  if (kind == "create" && in >> number >> a >> b) return std::make_unique<Create>(number, a == "mixed", b == "reused");
  if (kind == "build" && in >> number) return std::make_unique<Build>(number);
  int tables = 0;
  int questions = 0;
  if (kind != "ask" || !(in >> a >> tables >> number >> questions >> b)) return nullptr;
  if (a == "filters") return std::make_unique<Filter>(number, b);
  if (a == "windows") return std::make_unique<Reader>(tables, questions, b);
  if (a == "shared") return std::make_unique<Shared>(b);
  if (a == "tables") return std::make_unique<TableFilter>(tables, number, questions, b);
  if (a == "denial_windows" || a == "denial_table") return std::make_unique<Denial>(a == "denial_table");
  return nullptr;
}

}  // namespace

int main() {
  std::unique_ptr<const leveldb::FilterPolicy> owned(leveldb::NewBloomFilterPolicy(kBitsPerKey));
  policy = owned.get();
  return Serve(MakeWork);
}
