// SPDX-License-Identifier: Apache-2.0
#include "testbenches/steps/teams_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "host/base/cpu_clock.h"
#include "host/base/xml_text.h"
#include "host/step_methods/congestion_graph.h"
#include "host/step_methods/simultaneities.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/subprocess.h"

namespace xb {
namespace {

constexpr double kPanel = 220, kMargin = 14, kHead = 22, kHeading = 76;
constexpr unsigned kColumns = 7;
constexpr unsigned kMostNumbered = 40;  // hosts whose numbers are shown

struct Place {
  double x = 0, y = 0;
};

class Picture {
 public:
  explicit Picture(const StepsOnNetwork& what) : what_(what) { place_nodes(); }

  std::string text() {
    const unsigned panels = std::min(what_.schedule.steps, kMostPanels);
    const unsigned columns = std::min(kColumns, panels + 1);
    const unsigned rows = (panels + columns) / columns;
    const double width = std::max(columns * kPanel, 3 * kPanel);
    const double height = kHeading + rows * (kPanel + kHead) + kMargin;
    svg_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" role=\"img\">\n<title>Steps of {2}</title>\n"
        "<style>text{{font-family:system-ui,sans-serif;font-size:13px;fill:#4a5563}}"
        ".head{{font-size:17px;font-weight:600;fill:#1c2430}}.cap{{font-weight:600;fill:#1c2430}}.no{{font-"
        "size:9px;text-anchor:middle}}"
        ".t{{fill:none;stroke-width:2.4;stroke-linejoin:round}}.n{{stroke:#d5dae1;stroke-width:1}}"
        ".s{{fill:#dbe9f6;stroke:#4a6a8a}}.h{{fill:#fff;stroke:#8a94a3}}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#f7f8fa\"/>\n",
        width, height, xml_text(what_.topology.name));
    svg_ += fmt::format(
        "<text x=\"{}\" y=\"30\" class=\"head\">{}: {} transfers in {} steps, Lambda {}</text>\n"
        "<text x=\"{}\" y=\"52\">squares: switches; circles: hosts; in a step each transfer has a colour, "
        "and "
        "no link two{}</text>\n",
        kMargin, xml_text(what_.topology.name), what_.transfers.size(), what_.schedule.steps,
        what_.transfers.duration(), kMargin,
        panels < what_.schedule.steps ? fmt::format("; the first {} steps are shown", panels) : "");
    for (unsigned panel = 0; panel <= panels; ++panel) {
      left_ = panel % columns * kPanel;
      top_ = kHeading + panel / columns * (kPanel + kHead);
      if (panel == 0)
        loads();
      else
        step(panel - 1);
    }
    return svg_ + "</svg>\n";
  }

 private:
  // Nodes are switches, then hosts.
  [[nodiscard]] unsigned host_node(unsigned host) const { return what_.wiring.switches() + host; }
  [[nodiscard]] std::size_t nodes() const { return what_.wiring.switches() + what_.wiring.hosts(); }

  void place_nodes() {
    std::string graph = "graph{layout=neato;overlap=false;node[shape=circle,width=.1,label=\"\"];\n";
    each_cable([&](unsigned a, unsigned b) {
      const bool to_host = b >= what_.wiring.switches();
      graph += fmt::format("n{}--n{}[len={}];\n", a, b, to_host ? 0.5 : 1.3);
    });
    std::istringstream plain(graphviz("neato", "plain", graph + "}\n", "--teams"));
    places_.resize(nodes());
    double width = 1, height = 1;
    for (std::string line; std::getline(plain, line);) {
      std::istringstream words(line);
      std::string kind, name;
      words >> kind >> name;
      if (kind == "graph") words >> width >> height;
      if (kind != "node") continue;
      Place& place = places_.at(std::stoul(name.substr(1)));
      words >> place.x >> place.y;
    }
    const double scale = (kPanel - 2 * kMargin) / std::max(width, height);
    for (Place& p : places_) p = {kMargin + p.x * scale, kMargin + (height - p.y) * scale};
  }

  template <typename Take>
  void each_cable(const Take& take) const {
    for (const auto& cable : what_.topology.cables) take(cable.a, cable.b);
    for (unsigned host = 0; host < what_.wiring.hosts(); ++host)
      take(what_.wiring.switch_of(host), host_node(host));
  }

  /// The nodes on a transfer's way.
  [[nodiscard]] std::vector<unsigned> way(Transfer transfer) const {
    std::vector<unsigned> nodes{host_node(transfer.source), what_.wiring.switch_of(transfer.source)};
    const unsigned to = what_.wiring.switch_of(transfer.destination);
    for (unsigned phase = 0; nodes.back() != to;) {
      const unsigned at = nodes.back();
      const unsigned port = what_.routes.fixed_port(at, phase, to, transfer.destination);
      phase = what_.routes.next_phase(at, phase, port);
      nodes.push_back(what_.wiring.end(at, port).index);
    }
    nodes.push_back(host_node(transfer.destination));
    return nodes;
  }

  /// A link in one direction: a little to the right of the cable, so that the two do not hide each other.
  [[nodiscard]] std::pair<Place, Place> lane(unsigned from, unsigned to) const {
    const Place a = places_[from];
    const Place b = places_[to];
    const double length = std::max(1e-9, std::hypot(b.x - a.x, b.y - a.y));
    const double dx = -(b.y - a.y) / length * 2.2;
    const double dy = (b.x - a.x) / length * 2.2;
    return {{left_ + a.x + dx, top_ + kHead + a.y + dy}, {left_ + b.x + dx, top_ + kHead + b.y + dy}};
  }

  void network(const std::string& caption) {
    svg_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"cap\">{}</text>\n", left_ + kMargin,
                        top_ + 15, caption);
    each_cable([&](unsigned a, unsigned b) {
      svg_ += fmt::format("<path class=\"n\" d=\"M{:.1f},{:.1f}L{:.1f},{:.1f}\"/>", left_ + places_[a].x,
                          top_ + kHead + places_[a].y, left_ + places_[b].x, top_ + kHead + places_[b].y);
    });
    svg_ += "\n";
  }

  void dots() {
    for (unsigned node = 0; node < nodes(); ++node) {
      const double x = left_ + places_[node].x;
      const double y = top_ + kHead + places_[node].y;
      svg_ += node < what_.wiring.switches()
                  ? fmt::format("<rect class=\"s\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\"/>",
                                x - 4, y - 4)
                  : fmt::format("<circle class=\"h\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.2\"/>", x, y);
    }
    svg_ += "\n";
    if (what_.wiring.hosts() > kMostNumbered) return;
    for (unsigned host = 0; host < what_.wiring.hosts(); ++host) {
      // Further out than the host, as its switch sees it.
      const Place at = places_[what_.wiring.switch_of(host)];
      const Place p = places_[host_node(host)];
      const double length = std::max(1e-9, std::hypot(p.x - at.x, p.y - at.y));
      svg_ += fmt::format("<text class=\"no\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                          left_ + p.x + (p.x - at.x) / length * 9,
                          top_ + kHead + p.y + (p.y - at.y) / length * 9 + 3, host);
    }
    svg_ += "\n";
  }

  /// Each link as wide and as red as it is loaded.
  void loads() {
    network("loads; bottlenecks red");
    std::map<std::pair<unsigned, unsigned>, unsigned> load;
    for (unsigned t = 0; t < what_.transfers.size(); ++t) {
      const std::vector<unsigned> nodes = way(what_.transfers[t]);
      for (std::size_t n = 1; n < nodes.size(); ++n) ++load[{nodes[n - 1], nodes[n]}];
    }
    unsigned most = 1;
    for (const auto& [link, count] : load) most = std::max(most, count);
    for (const auto& [link, count] : load) {
      const double share = static_cast<double>(count) / most;
      const auto [a, b] = lane(link.first, link.second);
      svg_ += fmt::format(
          "<path class=\"t\" d=\"M{:.1f},{:.1f}L{:.1f},{:.1f}\" stroke=\"{}\" "
          "style=\"stroke-width:{:.1f}\"/>",
          a.x, a.y, b.x, b.y,
          count == most ? "#c62828" : fmt::format("hsl(210,30%,{:.0f}%)", 85 - 40 * share),
          0.6 + 2.4 * share);
    }
    svg_ += "\n";
    dots();
  }

  void step(unsigned step) {
    std::vector<unsigned> together;
    for (unsigned t = 0; t < what_.transfers.size(); ++t)
      if (what_.schedule.step_of[t] == step) together.push_back(t);
    network(
        fmt::format("step {}: {} transfer{}", step + 1, together.size(), together.size() == 1 ? "" : "s"));
    for (std::size_t n = 0; n < together.size(); ++n) {
      const Transfer transfer = what_.transfers[together[n]];
      const std::vector<unsigned> nodes = way(transfer);
      // Hues far apart for neighbours in the list.
      const double hue = std::fmod(static_cast<double>(n) * 137.508, 360);
      std::string path;
      for (std::size_t k = 1; k < nodes.size(); ++k) {
        const auto [a, b] = lane(nodes[k - 1], nodes[k]);
        path += fmt::format("{}{:.1f},{:.1f}L{:.1f},{:.1f}", k == 1 ? "M" : "L", a.x, a.y, b.x, b.y);
      }
      svg_ += fmt::format(
          "<path class=\"t\" stroke=\"hsl({:.0f},70%,45%)\" d=\"{}\"><title>{} to {}</title></path>", hue,
          path, transfer.source, transfer.destination);
    }
    svg_ += "\n";
    dots();
  }

  const StepsOnNetwork& what_;
  std::vector<Place> places_;  // by node, in a panel
  double left_ = 0, top_ = 0;  // of the panel
  std::string svg_;
};

void add_line(std::string& text, const TransferSet& transfers, const CongestionGraph& graph,
              const BitRows::Word* set) {
  all_bits(set, graph.words(), [&](unsigned t) {
    fmt::format_to(std::back_inserter(text), "{}>{} ", transfers[t].source, transfers[t].destination);
    return true;
  });
  if (!text.empty() && text.back() == ' ') text.back() = '\n';
}

}  // namespace

std::string teams_picture(const StepsOnNetwork& what) { return Picture(what).text(); }

void list_simultaneities(Listing listing, const TransferSet& transfers, const std::string& path,
                         double cpu_seconds) {
  constexpr std::size_t kBuffer = 1U << 16U;
  constexpr std::uint64_t kBetweenLooks = 4096;  // categories
  const bool teams = listing == Listing::FullTeams;
  const CongestionGraph graph(transfers);
  SimultaneityWalk walk(transfers, graph, {true, teams});
  OutputFile output(path);
  std::string text;
  const double end = cpu_now() + cpu_seconds;
  bool over = false;
  std::uint64_t found = 0;
  walk.begin();
  for (auto step = walk.next(kBetweenLooks); step != SimultaneityWalk::Step::End && !over;
       step = walk.next(kBetweenLooks)) {
    if (step == SimultaneityWalk::Step::Found) {
      ++found;
      add_line(text, transfers, graph, walk.found());
    }
    over = cpu_seconds > 0 && cpu_now() >= end;
    if (text.size() < kBuffer) continue;
    output.write(text);
    text.clear();
  }
  text += fmt::format("# {} full {}{}\n", found, teams ? "teams" : "simultaneities",
                      over ? " so far; the time is over" : "");
  output.write(text);
  output.commit();
}

}  // namespace xb
