// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_points.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bitset>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

struct PackedLength {
  std::uint32_t min, max;
  bool in_bytes, given, mixed;
  std::bitset<128> keys;  // that are given
};

std::string packed_length(const RunConfig& config) {
  const PackedLength length{config.packet_min,
                            config.packet_max,
                            config.packet_in_bytes,
                            config.packet_given,
                            config.packet_mix.has_value(),
                            config.given};
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes;
}

}  // namespace

PackedConfig::PackedConfig(const RunConfig& config, std::shared_ptr<const RunConfig> base)
    : base_(std::move(base)), bytes_(packed_length(config)) {
  const std::vector<ConfigKey>& keys = config_keys();
  for (std::size_t n = 0; n < keys.size(); ++n) {
    const auto value = keys[n].get(config);
    const bool packet = keys[n].name == "packet";
    if (packet ? !config.packet_mix : value == keys[n].get(*base_)) continue;
    bytes_ += static_cast<char>(n);
    bytes_ += value_text(value);
    bytes_ += '\0';
  }
  if (comes_back(config)) return;
  base_ = std::make_shared<const RunConfig>(config);  // of a value that its key does not take as text
  bytes_ = packed_length(config);
}

bool PackedConfig::comes_back(const RunConfig& config) const {
  try {
    return same_record(this->config(), config) && config.count_start == base_->count_start;
  } catch (const InputError&) {
    return false;
  }
}

RunConfig PackedConfig::config() const {
  RunConfig config = *base_;
  const std::vector<ConfigKey>& keys = config_keys();
  for (std::size_t at = sizeof(PackedLength); at < bytes_.size();) {
    const ConfigKey& key = keys[static_cast<unsigned char>(bytes_[at])];
    const std::size_t end = bytes_.find('\0', at + 1);
    key.set(config, bytes_.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  PackedLength length{};
  std::memcpy(&length, bytes_.data(), sizeof length);
  config.packet_min = length.min;
  config.packet_max = length.max;
  config.packet_in_bytes = length.in_bytes;
  config.packet_given = length.given;
  config.given = length.keys;
  if (!length.mixed) config.packet_mix.reset();
  return config;
}

namespace {

[[noreturn]] void cannot_keep_points() {
  throw RunError("no room for the points of the study among temporary files (TMPDIR): {}",
                 std::strerror(errno));
}

/// Calls `move` with what has been written or read, until that is all.
template <class Move>
void each_part(std::size_t size, const Move& move) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t n = TEMP_FAILURE_RETRY(move(done));
    if (n <= 0) cannot_keep_points();
    done += static_cast<std::size_t>(n);
  }
}

}  // namespace

RunConfig StudyPoint::config() const { return packed.config(); }

StudyPoints::Spool::Spool() {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "xbarlab.XXXXXX").string();
  file_ = Descriptor(error ? -1 : mkostemp(name.data(), O_CLOEXEC));
  if (file_.number() >= 0)
    unlink(name.c_str());
  else  // a node of a cluster may not have the folder that TMPDIR names
    file_ = Descriptor(memfd_create("points", MFD_CLOEXEC));
  if (file_.number() < 0) cannot_keep_points();
}

void StudyPoints::Spool::write(const void* data, std::size_t size, std::uint64_t at) const {
  each_part(size, [&](std::size_t done) {
    return pwrite(file_.number(), static_cast<const char*>(data) + done, size - done,
                  static_cast<off_t>(at + done));
  });
}

void StudyPoints::Spool::read(void* data, std::size_t size, std::uint64_t at) const {
  each_part(size, [&](std::size_t done) {
    return pread(file_.number(), static_cast<char*>(data) + done, size - done, static_cast<off_t>(at + done));
  });
}

void StudyPoints::add(const RunConfig& config, const std::string& hash, std::size_t search, double cost) {
  if (!entries_) {
    entries_ = std::make_unique<Spool>();
    packed_ = std::make_unique<Spool>();
  }
  if (bases_.empty()) bases_.push_back(std::make_shared<const RunConfig>(config));
  const PackedConfig packed(config, bases_.front());
  if (packed.base() != bases_.front()) bases_.push_back(packed.base());
  const std::size_t base = packed.base() == bases_.front() ? 0 : bases_.size() - 1;
  Entry entry{{},
              end_,
              static_cast<std::uint32_t>(packed.bytes().size()),
              static_cast<std::uint32_t>(base),
              static_cast<std::uint32_t>(search),
              cost};
  hash.copy(entry.hash, kDigits);
  packed_->write(packed.bytes().data(), packed.bytes().size(), end_);
  entries_->write(&entry, sizeof entry, size_ * sizeof entry);
  end_ += packed.bytes().size();
  ++size_;
}

void StudyPoints::clear() {
  size_ = 0;
  end_ = 0;
  bases_.clear();
}

StudyPoints::Entry StudyPoints::entry(std::size_t n) const {
  Entry entry{};
  entries_->read(&entry, sizeof entry, n * sizeof entry);
  return entry;
}

std::string StudyPoints::hash(std::size_t n) const { return {entry(n).hash, kDigits}; }

StudyPoint StudyPoints::operator[](std::size_t n) const {
  const Entry entry = this->entry(n);
  std::string bytes(entry.length, '\0');
  packed_->read(bytes.data(), bytes.size(), entry.at);
  return {
      PackedConfig(std::move(bytes), bases_[entry.base]), {entry.hash, kDigits}, entry.search, entry.cost};
}

}  // namespace xb
