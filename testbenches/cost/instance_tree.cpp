// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/instance_tree.h"

#include <sstream>
#include <utility>

namespace xb {
namespace {

/// `xb_fifo` of `\xb_fifo`, `$paramod\xb_fifo\Width=...` and `$paramod$0123...\xb_fifo`.
std::string plain(const std::string& module) {
  const auto begin = module.find('\\') + 1;
  return module.substr(begin, module.find('\\', begin) - begin);
}

}  // namespace

InstanceTree::InstanceTree(const std::string& dump, std::string top) : top_(std::move(top)) {
  std::istringstream lines(dump);
  std::string module;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind, type, name;
    words >> kind >> type >> name;
    if (kind == "module") module = type;
    if (kind == "cell" && name.size() > 1) modules_[module][name.substr(1)] = type;
  }
}

InstanceTree::Instance InstanceTree::of(const std::string& cell) const {
  std::string module = "\\" + top_;
  std::size_t at = 0;
  // Names of instances have dots of their own, of generate blocks.
  for (std::size_t dot = cell.find('.'); dot != std::string::npos; dot = cell.find('.', dot + 1)) {
    const auto instances = modules_.find(module);
    if (instances == modules_.end()) break;
    const auto found = instances->second.find(cell.substr(at, dot - at));
    if (found == instances->second.end()) continue;
    module = found->second;
    at = dot + 1;
  }
  return {cell.substr(0, at == 0 ? 0 : at - 1), plain(module)};
}

}  // namespace xb
