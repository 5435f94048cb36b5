// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// The whole text of a regular file, without the mark of UTF-8 that some programs begin theirs with. Throws
/// InputError: one line `KEY: 'PATH' is not allowed (WHY); allowed: ALLOWED`, with the system's reason.
std::string read_text_file(const std::string& path, const char* key, const char* allowed);

/// The text of a file of /proc, as far as it can be read: what it tells of may end at any time.
std::string text_while_there(const std::string& path);

}  // namespace xb
