// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
//
// Answers questions about filter blocks with LevelDB's own classes.
//
//   g++ -O2 -o oracle leveldb_oracle.cc -l:libleveldb.a -lpthread
//
// First it writes a u32 0 to say that it runs. Then, until the input ends, it reads a request from stdin and writes a
// reply to stdout. Numbers are big-endian; a reply is its length as u32, and that many bytes.
//
//   'B' bits:u32 n:u32 call{n}                                the filter block
//       call = 'S' offset:u64 | 'K' length:u32 byte{length}
//   'L' bits:u32 length:u32 block n:u32 question{n}           a byte each: 1 may match, 0 absent
//       question = offset:u64 length:u32 byte{length}

#include <leveldb/filter_policy.h>
#include <leveldb/slice.h>

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

}  // namespace

int main() {
  Reply("");
  for (int request = getchar(); request != EOF; request = getchar()) {
    if (request == 'B') {
      Build();
    } else {
      Lookup();
    }
  }
  return 0;
}
