// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace xb {

struct RunConfig;

/// Refuses a key that differs from its default although no point uses it (`window` with the switch
/// `output`), so that nobody believes to have measured its effect. In a sweep over several switches a key is
/// fine as soon as one point uses it. Throws InputError that says who does.
void check_use(const std::vector<RunConfig>& points);

/// The same of points that come one after the other.
class UseCheck {
 public:
  UseCheck();
  void add(const RunConfig& point);
  /// Throws InputError, as check_use() does.
  void check() const;

 private:
  struct Seen {
    bool used = false;
    std::shared_ptr<const RunConfig> ignored;  ///< the first point whose key does nothing
  };
  std::vector<Seen> seen_;  // by use of a key
};

/// The same of one key and one point.
void check_use_of(const std::string& name, const RunConfig& point);

/// Whether the run that a configuration describes uses a key.
bool uses_key(const RunConfig& config, const std::string& key);

/// The same run with every key that it does not use at its default, so that check_use() admits it alone.
RunConfig without_unused(const RunConfig& config);

/// The flags that give this configuration, as a shell reads them: keys that differ from what the point would
/// have without.
std::string flags_of(const RunConfig& config);

}  // namespace xb
