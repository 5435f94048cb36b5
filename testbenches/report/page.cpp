// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/page.h"

#include <fmt/format.h>
#include <xb_page.h>

#include "host/base/xml_text.h"
#include "host/config/config_keys.h"
#include "testbenches/report/drawing.h"
#include "testbenches/sources/digest.h"
#include "testbenches/study/csv_cell.h"

namespace xb {

namespace {

using Json = nlohmann::ordered_json;

std::string plain_text(const Json& cell) { return cell.is_null() ? "" : value_text(cell); }

/// Six digits to read; the number itself where that is another.
std::string cell_html(const Json& cell) {
  if (!cell.is_number()) return "<td>" + xml_text(plain_text(cell)) + "</td>";
  const std::string whole = cell.dump();
  const std::string brief = cell.is_number_float() ? short_number(cell.get<double>()) : whole;
  if (brief == whole) return "<td class=\"n\">" + whole + "</td>";
  return fmt::format("<td class=\"n\"><data value=\"{}\">{}</data></td>", whole, brief);
}

std::string table_html(const FigureTable& table, const std::string& caption) {
  std::string html = "<table><caption>" + xml_text(caption) + "</caption><thead><tr>";
  for (const std::string& column : table.columns) html += "<th scope=\"col\">" + xml_text(column) + "</th>";
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const Json& cell : row) html += cell_html(cell);
    html += "</tr>\n";
  }
  return html + "</tbody></table>";
}

/// As a link can hold it.
std::string percent_encoded(const std::string& text) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._,";
  std::string link;
  for (const char c : text) {
    if (c != '\0' && std::string_view(kPlain).find(c) != std::string_view::npos)
      link += c;
    else
      link += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return link;
}

/// A table, which may be folded away, and its CSV.
std::string data_html(const std::string& id, const std::string& title, const FigureTable& table,
                      bool is_open = false) {
  const bool is_wide = table.columns.size() > 10;  // for paper
  return fmt::format(
      "<details{}{}><summary>Table: {} row{}</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Table\">{}</div></details>\n<p class=\"tools\"><a download=\"{}.csv\" "
      "href=\"data:text/csv;charset=utf-8,{}\">{}.csv</a></p>\n",
      is_open ? " open" : "", is_wide ? " class=\"wide\"" : "", table.rows.size(),
      table.rows.size() == 1 ? "" : "s", table_html(table, title), id, percent_encoded(csv_of(table)), id);
}

std::string command_html(const std::string& what, const std::string& command) {
  return fmt::format("<p class=\"tools\">{}: <code>{}</code></p>\n", xml_text(what), xml_text(command));
}

std::string figure_html(const Figure& figure) {
  const bool curves = std::holds_alternative<CurveChart>(figure.drawing);
  const std::string title = xml_text(figure.title);
  std::string html =
      fmt::format("<section id=\"{0}\"{2} aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n",
                  figure.id, title, figure.answers ? " class=\"answer\"" : "");
  const std::string data = data_html(figure.id, figure.title, figure.table, figure.answers);
  if (figure.answers) html += data;
  html += "<figure>\n";
  html += fmt::format(
      curves ? "<div class=\"scroll\"><div class=\"plot\">{}<p class=\"said\" role=\"status\"></p>"
               "</div></div>\n"
             : "<div class=\"scroll\">{}</div>\n",
      drawing_of(figure, DrawingUse::Page));
  if (!figure.caption.empty()) html += "<figcaption>" + xml_text(figure.caption) + "</figcaption>\n";
  html += "</figure>\n";
  if (!figure.answers) html += data;
  if (!figure.command.empty()) html += command_html("Its numbers again", figure.command);
  return html + "</section>\n";
}

std::string list_html(const std::vector<std::string>& lines) {
  std::string html;
  for (const std::string& line : lines) html += "<li>" + xml_text(line) + "</li>\n";
  return html.empty() ? html : "<ul>\n" + html + "</ul>\n";
}

std::string head_html(const PageContents& contents, const std::string& nonce) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'nonce-{0}'; "
      "style-src "
      "'nonce-{0}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{1}</title>\n<style "
      "nonce=\"{0}\">\n{2}</style>\n"
      "</head>\n",
      nonce, xml_text(contents.title), kPageStyle + drawing_style());
}

std::string contents_html(const std::vector<Figure>& figures) {
  std::string html = "<nav aria-label=\"Figures\"><ul>\n";
  for (const Figure& figure : figures)
    html += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", figure.id, xml_text(figure.title));
  return html + "<li><a href=\"#points\">All points</a></li>\n</ul></nav>\n";
}

std::string body_html(const PageContents& contents) {
  std::string html = "<header>\n<h1>" + xml_text(contents.title) + "</h1>\n";
  if (!contents.setting.empty()) html += "<p>" + xml_text(contents.setting) + "</p>\n";
  html += list_html(contents.findings);
  for (const std::string& fact : contents.facts) html += "<p>" + xml_text(fact) + "</p>\n";
  for (const auto& [what, command] : contents.commands) html += command_html(what, command);
  html += "</header>\n" + contents_html(contents.figures) + "<main>\n";
  if (!contents.failures.rows.empty())
    html += "<section id=\"failures\"><h2>Failed points</h2>\n" +
            table_html(contents.failures, "Failed points") + "</section>\n";
  for (const Figure& figure : contents.figures) html += figure_html(figure);
  html += "<section id=\"points\"><h2>All points</h2>\n";
  if (!contents.points_note.empty()) html += "<p>" + xml_text(contents.points_note) + "</p>\n";
  html += data_html("points-data", "All points", contents.points) + "</section>\n";
  if (!contents.missing.empty()) {
    html += "<section id=\"missing\"><h2>Not in these records</h2>\n" + list_html(contents.missing) +
            "</section>\n";
  }
  return html + "</main>\n";
}

}  // namespace

std::string csv_of(const FigureTable& table) {
  std::string csv;
  const auto add_row = [&](const auto& cells) {
    for (std::size_t n = 0; n < cells.size(); ++n)
      csv += (n == 0 ? "" : ",") + csv_cell(plain_text(cells[n]));
    csv += "\n";
  };
  add_row(table.columns);
  for (const auto& row : table.rows) add_row(row);
  return csv;
}

std::string page_of(const PageContents& contents) {
  const std::string body = body_html(contents);
  // No text of the data can know it, and so pass for a script of the page.
  const std::string nonce = digest_of(body);
  return head_html(contents, nonce) + "<body>\n" + body +
         fmt::format("<script nonce=\"{}\">\n{}</script>\n</body>\n</html>\n", nonce, kPageScript);
}

}  // namespace xb
