// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

// What the native programs of the benchmark have in common. Such a program is a child process that takes one command
// a line on standard input and gives one line of answer on standard output.
//
//   setup CASE        -> ok BYTES ANSWERS OPERATIONS   checksums of the bytes asked or made and of all answers;
//                                                      operations in a chunk
//   run MILLIS CASE   -> ok NANOSECONDS                of this thread's CPU time for each operation
//   quit

#ifndef FILTERBLOCK_BENCHMARK_BENCH_H_
#define FILTERBLOCK_BENCHMARK_BENCH_H_

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

constexpr int kFixedLength = 16;
constexpr int kQuestionsPerChunk = 4096;

// Streams of random numbers.
constexpr uint64_t kPresent = 1;
constexpr uint64_t kAbsent = 2;
constexpr uint64_t kChoice = 3;
constexpr uint64_t kLength = 4;
constexpr uint64_t kWordsPerKey = 8;

inline uint64_t sink;

// Random numbers: SplitMix64, entered at any place.

inline uint64_t Word(uint64_t stream, uint64_t index) {
  uint64_t z = stream * 0xd1342543de82ef95u + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

inline uint64_t Below(uint64_t stream, uint64_t index, uint64_t bound) { return (Word(stream, index) >> 1) % bound; }

inline void WriteKey(uint64_t stream, uint64_t id, size_t length, char* dst) {
  for (size_t at = 0; at < length; at += sizeof(uint64_t)) {
    uint64_t word = Word(stream, id * kWordsPerKey + at / sizeof(uint64_t));
    std::memcpy(dst + at, &word, std::min(sizeof(uint64_t), length - at));
  }
}

// Checksums: FNV-1a.

struct Checksum {
  uint64_t value = 0xcbf29ce484222325u;

  void Add(uint8_t byte) { value = (value ^ byte) * 0x100000001b3u; }

  void Add(const std::string& bytes) {
    for (char c : bytes) Add(static_cast<uint8_t>(c));
  }
};

// What can be timed: a chunk of operations after the other.

class Work {
 public:
  virtual ~Work() = default;
  virtual int64_t operations() const = 0;
  virtual void Chunk() = 0;
  virtual void Check(Checksum* bytes, Checksum* answers) = 0;

  double RunFor(int64_t nanos) {
    if (chunk_nanos_ == 0) {
      chunk_nanos_ = Time(1);
    }
    int64_t chunks = std::max<int64_t>(1, static_cast<int64_t>(nanos / chunk_nanos_ + 0.999));
    chunk_nanos_ = std::max(1.0, Time(chunks));
    return chunk_nanos_ / operations();
  }

 private:
  static int64_t Now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
  }

  double Time(int64_t chunks) {
    int64_t start = Now();
    for (int64_t i = 0; i < chunks; i++) Chunk();
    return static_cast<double>(Now() - start) / chunks;
  }

  double chunk_nanos_ = 0;
};

// Questions, their keys one behind the other in the order of asking.

template <typename Slice>
struct Questions {
  Questions(int count, uint64_t choices, const std::string& mode) : keys(static_cast<size_t>(count) * kFixedLength), choice(count) {
    for (int i = 0; i < count; i++) {
      choice[i] = Below(kChoice, i, choices);
      bool hit = mode == "hit";
      WriteKey(hit ? kPresent : kAbsent, hit ? choice[i] : i, kFixedLength, &keys[static_cast<size_t>(i) * kFixedLength]);
    }
  }

  Slice key(size_t i) const { return Slice(&keys[i * kFixedLength], kFixedLength); }

  std::vector<char> keys;
  std::vector<uint32_t> choice;
};

template <typename Slice>
class Asking : public Work {
 public:
  Asking(int count, uint64_t choices, const std::string& mode) : questions_(count, choices, mode) {}

  int64_t operations() const override { return kQuestionsPerChunk; }

  void Chunk() override {
    sink += AskAll(next_, next_ + kQuestionsPerChunk, nullptr);
    next_ = (next_ + kQuestionsPerChunk) % questions_.choice.size();
  }

  void Check(Checksum* bytes, Checksum* answers) override {
    AddBytes(bytes);
    AskAll(0, questions_.choice.size(), answers);
  }

 protected:
  virtual int64_t AskAll(size_t from, size_t to, Checksum* answers) = 0;
  virtual void AddBytes(Checksum* bytes) = 0;

  const Questions<Slice> questions_;

 private:
  size_t next_ = 0;
};

// Obeys commands until the last one.
inline int Serve(const std::function<std::unique_ptr<Work>(const std::string&)>& make) {
  std::map<std::string, std::unique_ptr<Work>> works;
  std::string line;
  while (std::getline(std::cin, line) && line != "quit") {
    if (line.rfind("setup ", 0) == 0) {
      std::string name = line.substr(6);
      std::unique_ptr<Work> work = make(name);
      if (work == nullptr) {
        std::printf("error unknown case %s\n", name.c_str());
      } else {
        Checksum bytes;
        Checksum answers;
        work->Check(&bytes, &answers);
        std::printf("ok %016" PRIx64 " %016" PRIx64 " %" PRId64 "\n", bytes.value, answers.value, work->operations());
        works[name] = std::move(work);
      }
    } else if (line.rfind("run ", 0) == 0) {
      size_t space = line.find(' ', 4);
      auto found = works.find(space == std::string::npos ? "" : line.substr(space + 1));
      if (found == works.end()) {
        std::printf("error not set up: %s\n", line.c_str());
      } else {
        double nanos = found->second->RunFor(std::stoll(line.substr(4, space - 4)) * INT64_C(1000000));
        std::printf("ok %.4f\n", nanos);
      }
    } else {
      std::printf("error unknown command %s\n", line.c_str());
    }
    std::fflush(stdout);
  }
  std::fprintf(stderr, sink == 42 ? "." : "");  // keeps the results alive
  return 0;
}

#endif  // FILTERBLOCK_BENCHMARK_BENCH_H_
