// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/base/descriptor.h"
namespace xb {

struct RunConfig;

/// A configuration in few bytes: the keys in which it differs from another one, which many share.
class PackedConfig {
 public:
  /// `base` lives as long as what is packed with it.
  PackedConfig(const RunConfig& config, std::shared_ptr<const RunConfig> base);
  /// What another one's bytes() and base() were.
  PackedConfig(std::string bytes, std::shared_ptr<const RunConfig> base)
      : base_(std::move(base)), bytes_(std::move(bytes)) {}

  /// The same configuration again.
  [[nodiscard]] RunConfig config() const;

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// The one given, or the configuration itself, if it cannot be told by keys.
  [[nodiscard]] const std::shared_ptr<const RunConfig>& base() const { return base_; }

 private:
  [[nodiscard]] bool comes_back(const RunConfig& config) const;

  std::shared_ptr<const RunConfig> base_;
  // The members behind the key `packet`, which is not what it says until it is given; lengths with weights
  // are, and have the key as well. Then of each key that differs its number in one byte, its value as text,
  // and a zero byte.
  std::string bytes_;
};

/// A point of a study: a configuration that resolve() has worked out, and its hash.
struct StudyPoint {
  PackedConfig packed;
  std::string hash;
  std::size_t search = 0;  ///< number of the search that asked for it; 0: none
  double cost = 0;         ///< of its run, in any unit

  [[nodiscard]] RunConfig config() const;
};

/// The points of a study in their order. They are in a file without a name among the system's temporary ones,
/// and not in memory, which does not grow with their number; a child process may read them at the same time.
/// Throws RunError if the file cannot be written or read.
class StudyPoints {
 public:
  void add(const RunConfig& config, const std::string& hash, std::size_t search, double cost = 1);
  void clear();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] StudyPoint operator[](std::size_t n) const;
  [[nodiscard]] StudyPoint front() const { return (*this)[0]; }
  [[nodiscard]] StudyPoint back() const { return (*this)[size_ - 1]; }
  /// Of the n-th point by itself, which is less to read.
  [[nodiscard]] std::string hash(std::size_t n) const;

  class Iterator {
   public:
    Iterator(const StudyPoints& points, std::size_t n) : points_(&points), n_(n) {}
    StudyPoint operator*() const { return (*points_)[n_]; }
    Iterator& operator++() { return ++n_, *this; }
    bool operator!=(const Iterator& other) const { return n_ != other.n_; }

   private:
    const StudyPoints* points_;
    std::size_t n_;
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, size_}; }

 private:
  /// A file without a name.
  class Spool {
   public:
    Spool();
    void write(const void* data, std::size_t size, std::uint64_t at) const;
    void read(void* data, std::size_t size, std::uint64_t at) const;

   private:
    Descriptor file_{-1};
  };
  static constexpr std::size_t kDigits = 32;  // of a hash
  struct Entry {
    char hash[kDigits];
    std::uint64_t at;                    // of the packed configuration in its file
    std::uint32_t length, base, search;  // its bytes; number in bases_
    double cost;
  };

  [[nodiscard]] Entry entry(std::size_t n) const;

  std::size_t size_ = 0;
  std::uint64_t end_ = 0;                                // of the packed configurations
  std::unique_ptr<Spool> entries_, packed_;              // made with the first point
  std::vector<std::shared_ptr<const RunConfig>> bases_;  // the first point's, which hardly any does without
};

}  // namespace xb
