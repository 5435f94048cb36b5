// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// `text` as it stands in XML 1.0 in UTF-8, in an element or in quotes: & < > " and ' are escaped, a blank is
/// where a control character is that XML does not have, and a question mark where a byte is not UTF-8.
std::string xml_text(const std::string& text);

}  // namespace xb
