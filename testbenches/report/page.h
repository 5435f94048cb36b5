// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbenches/report/figure.h"

namespace xb {

/// What a page shows. Texts are as they come from the data: the page escapes them.
struct PageContents {
  std::string title;
  std::string setting = {};                                   ///< a sentence below the title, or empty
  std::vector<std::string> findings = {};                     ///< sentences below it
  std::vector<std::string> facts;                             ///< paragraphs behind them
  std::vector<std::pair<std::string, std::string>> commands;  ///< what one does, and the command
  std::vector<Figure> figures;
  FigureTable points;                ///< all results, last
  std::string points_note;           ///< what is alike in all of them
  FigureTable failures;              ///< first, if it has rows
  std::vector<std::string> missing;  ///< figures that there are no data for, and what gives them
};

/// One page of HTML with all that it needs, which asks for no other file and allows itself none (a content
/// security policy): figures as SVG, each with its table, CSV and command; a script shows values of curves
/// and hides curves. The same contents give the same bytes.
std::string page_of(const PageContents& contents);

/// CSV (RFC 4180, but with a line feed alone); null is empty.
std::string csv_of(const FigureTable& table);

}  // namespace xb
