// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/window_picture.h"

#include <algorithm>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/trace/made_cycles.h"
#include "tests/waves/picture/xml_elements.h"

using namespace xb;

namespace {

class Drawn {
 public:
  explicit Drawn(const TracedWindow& window, const PictureOptions& options = {})
      : all_(XmlReader::elements(window_picture(window, options))) {}

  [[nodiscard]] std::vector<XmlElement> of(const std::string& classes) const {
    std::vector<XmlElement> found;
    for (const auto& one : all_)
      if (one.has(classes) && !one.has("key")) found.push_back(one);
    return found;
  }
  [[nodiscard]] std::vector<XmlElement> of(const std::string& classes, const std::string& packet) const {
    std::vector<XmlElement> found;
    for (const auto& one : of(classes))
      if (one.get("data-packet") == packet) found.push_back(one);
    return found;
  }
  /// The only one.
  [[nodiscard]] XmlElement one(const std::string& classes, const std::string& packet = "") const {
    const auto found = packet.empty() ? of(classes) : of(classes, packet);
    CAPTURE(classes, packet);
    REQUIRE(found.size() == 1);
    return found.front();
  }
  /// Of all of them, with blanks between.
  [[nodiscard]] std::string text(const std::string& classes) const {
    std::string all;
    for (const auto& element : of(classes)) all += (all.empty() ? "" : " ") + element.text;
    return all;
  }
  [[nodiscard]] bool has_text(const std::string& text) const {
    return std::any_of(all_.begin(), all_.end(), [&](const XmlElement& e) { return e.text == text; });
  }
  /// Cycles that a box spans, by their place in the window: first and last.
  [[nodiscard]] std::pair<int, int> cycles(const XmlElement& box) const {
    const auto grid = of("grid");
    const auto left = [](const XmlElement& line) { return std::stod(line.get("d").substr(1)); };
    const double width = left(grid.at(1)) - left(grid.at(0));
    const double first = (box.number("x") - left(grid.at(0))) / width;
    const double end = first + box.number("width") / width;
    return {static_cast<int>(first + 0.3), static_cast<int>(end + 0.3) - 1};
  }

 private:
  std::vector<XmlElement> all_;
};

using Cycles = std::pair<int, int>;

/// Two inputs with a packet for output 0, of which one waits; behind it one for output 1, which is idle.
MadeCycles blocking() {
  MadeCycles cycles(made_shape(QueuePlace::Input, 2, true), 100);
  cycles.next();
  cycles.in({0, 0, 5}, Beat::First).in({1, 0, 6}, Beat::Only);
  cycles.next().occ_beats = {1, 1};
  cycles.in({0, 0, 5}, Beat::Last).in({1, 1, 7}, Beat::Only).out({0, 0, 5}, Beat::First);
  cycles.next().occ_beats = {1, 2};
  cycles.out({0, 0, 5}, Beat::Last).in({0, 1, 9}, Beat::Only, false);
  PortCycle& flags = cycles.next();
  flags.occ_beats = {0, 2};
  flags.blocked = flags.hol = bit(1);
  flags.blocked_by[1] = 0;
  flags.hol_victims[1] = bit(1);
  flags.idle_with_work = bit(1);
  flags.m_tready = bit(1);
  cycles.in({0, 1, 9}, Beat::Only).out({1, 0, 6}, Beat::Only, false);
  cycles.next().occ_beats = {1, 2};
  cycles.now().blocked = bit(1);
  cycles.now().blocked_by[1] = 0;
  cycles.out({1, 0, 6}, Beat::Only);
  return cycles;
}

}  // namespace

TEST_CASE("a picture has a bar per packet that moves, and one where it is stalled", "[waves]") {
  const Drawn drawn(blocking().window());
  CHECK(drawn.of("beat in").size() == 5);
  CHECK(drawn.of("beat out").size() == 3);

  const auto packet = drawn.one("beat in d0", "0>0#5");
  CHECK(drawn.cycles(packet) == Cycles(0, 1));
  CHECK(drawn.cycles(drawn.one("beat out d0", "0>0#5")) == Cycles(1, 2));
  CHECK(drawn.cycles(drawn.one("beat in d1", "1>1#7")) == Cycles(1, 1));

  CHECK(drawn.of("stalled").size() == 2);
  CHECK(drawn.cycles(drawn.one("beat in stalled s1", "0>1#9")) == Cycles(2, 2));
  CHECK(drawn.cycles(drawn.one("beat in d1", "0>1#9")) == Cycles(3, 3));
  CHECK(drawn.cycles(drawn.one("beat out stalled s0", "1>0#6")) == Cycles(3, 3));
  CHECK(drawn.cycles(drawn.one("not-ready")) == Cycles(3, 3));
  // Inputs above outputs, and port 0 above port 1.
  CHECK(packet.number("y") < drawn.one("beat in", "1>1#7").number("y"));
  CHECK(drawn.one("beat in", "1>1#7").number("y") < drawn.one("beat out", "0>0#5").number("y"));
}

TEST_CASE("packets with the same colour that touch are two bars", "[waves]") {
  MadeCycles cycles(made_shape(QueuePlace::Input, 2, true));
  for (const std::uint32_t number : {1U, 2U, 2U}) {  // numbers go round, too
    cycles.next();
    cycles.in({0, 1, number}, Beat::Only);
  }
  const Drawn drawn(cycles.window());
  CHECK(drawn.of("beat in", "0>1#1").size() == 1);
  CHECK(drawn.of("beat in", "0>1#2").size() == 2);
}

TEST_CASE("flags are drawn in the cycle that they describe", "[waves]") {
  const Drawn drawn(blocking().window());
  const auto hol = drawn.one("hol");
  CHECK(drawn.cycles(hol) == Cycles(2, 2));
  CHECK(hol.get("data-packet") == "1>0#6");
  CHECK(hol.get("data-input") == "1");
  CHECK(hol.get("data-output") == "0");
  CHECK(drawn.cycles(drawn.one("blocked")) == Cycles(3, 3));
  CHECK(drawn.cycles(drawn.one("idle-work e1")) == Cycles(2, 2));
  CHECK(drawn.cycles(drawn.one("could-go", "1>1#7")) == Cycles(2, 2));
}

TEST_CASE("an arrow leads from a head-of-line blocked head to the packet that the output shows", "[waves]") {
  const Drawn drawn(blocking().window());
  const auto arrow = drawn.one("arrow");
  CHECK(arrow.get("data-packet") == "1>0#6");
  CHECK(arrow.get("data-blocker") == "0>0#5");
  CHECK(arrow.has("first"));  // the one that the sentence is about
  // From the head up to the bar.
  double x = 0, from = 0, to = 0;
  REQUIRE(std::sscanf(arrow.get("d").c_str(), "M%lf,%lfV%lf", &x, &from, &to) == 3);
  const auto head = drawn.one("head", "1>0#6");
  const auto bar = drawn.one("beat out", "0>0#5");
  CHECK(from == Approx(head.number("y")).margin(1));
  CHECK(to == Approx(bar.number("y") + bar.number("height")).margin(1));
  const auto hol = drawn.one("hol");
  CHECK(x > hol.number("x"));
  CHECK(x < hol.number("x") + hol.number("width"));
}

TEST_CASE("a head that waits longer has one arrow per packet that blocks it", "[waves]") {
  MadeCycles cycles(made_shape(QueuePlace::Input, 3, true));
  cycles.next();
  cycles.in({0, 2, 0}, Beat::Only);
  cycles.next();
  cycles.in({0, 1, 0}, Beat::Only);
  const auto blocked_by = [&](std::uint32_t number, PortMask victims) {
    PortCycle& c = cycles.next();
    c.occ_beats[0] = 2;
    c.blocked = c.hol = cycles.all().size() > 3 ? bit(0) : 0;
    c.blocked_by[0] = 2;
    c.hol_victims[0] = victims;
    cycles.out({1, 2, number}, Beat::Middle);
  };
  blocked_by(4, 0);
  blocked_by(4, bit(1));
  blocked_by(5, bit(1) | bit(0));
  blocked_by(5, bit(1));
  const Drawn drawn(cycles.window());
  CHECK(drawn.of("hol").size() == 2);
  REQUIRE(drawn.of("arrow").size() == 2);
  CHECK(drawn.of("arrow")[0].get("data-blocker") == "1>2#4");
  CHECK(drawn.of("arrow")[1].get("data-blocker") == "1>2#5");
}

TEST_CASE("an output that shows nothing has an arrow without a packet", "[waves]") {
  MadeCycles cycles = blocking();
  TracedWindow window = cycles.window();
  window.cycles[2].m_tvalid = 0;
  const Drawn drawn(window);
  CHECK(drawn.one("arrow").get("data-blocker").empty());
  window.cycles[3].blocked_by[1] = 77;  // such an output is not there
  CHECK(Drawn(window).of("arrow").empty());
}

TEST_CASE("queues are stacks of packets with the head at the bottom", "[waves]") {
  const Drawn drawn(blocking().window());
  const auto head = drawn.of("queued", "1>0#6");
  const auto second = drawn.of("queued", "1>1#7");
  REQUIRE(head.size() == 1);
  REQUIRE(second.size() == 1);
  CHECK(drawn.cycles(head[0]) == Cycles(1, 4));
  CHECK(drawn.cycles(second[0]) == Cycles(2, 4));
  CHECK(second[0].number("y") + second[0].number("height") == Approx(head[0].number("y")).margin(0.2));
  CHECK(drawn.cycles(drawn.one("head", "1>0#6")) == Cycles(1, 4));
  CHECK(drawn.of("occupancy").size() == 2);

  // The scale is that of the longest queue.
  CHECK(head[0].number("height") == Approx(36));
  CHECK(drawn.has_text("2"));
}

TEST_CASE("a queue that does not fit is cut, and its beats are written", "[waves]") {
  MadeCycles cycles(made_shape(QueuePlace::Input, 2, true));
  for (std::uint32_t n = 0; n < 40; ++n) {
    cycles.next().occ_beats[1] = n;
    cycles.in({1, 0, n}, Beat::Only);
  }
  const Drawn drawn(cycles.window());
  REQUIRE_FALSE(drawn.of("more").empty());
  CHECK(drawn.of("more").front().text == "17");
  CHECK(drawn.of("queued", "1>0#15").size() == 1);
  CHECK(drawn.of("queued", "1>0#16").empty());
  for (const auto& band : drawn.of("queued")) {
    const auto lane = drawn.of("lane")[1];
    CHECK(band.number("y") >= lane.number("y") - 0.1);
    CHECK(band.number("y") + band.number("height") <= lane.number("y") + lane.number("height") + 0.1);
  }
}

TEST_CASE("a discarded packet is pale, in no queue, and crossed where it is counted", "[waves]") {
  for (const auto place : {QueuePlace::Input, QueuePlace::Pair}) {
    const SwitchShape shape = made_shape(place, 2, place == QueuePlace::Input);
    const unsigned queue = shape.queue_of(1, 0);
    MadeCycles cycles(shape);
    cycles.next();
    cycles.in({1, 0, 1}, Beat::Only);
    cycles.next().occ_beats[queue] = 1;
    cycles.in({1, 0, 2}, Beat::First);
    cycles.next();
    cycles.in({1, 0, 2}, Beat::Last);
    ++cycles.next().drop_full[queue];
    const Drawn drawn(cycles.window());
    CHECK(drawn.cycles(drawn.one("beat in lost l0", "1>0#2")) == Cycles(1, 2));
    CHECK(drawn.of("queued", "1>0#1").size() == 1);
    CHECK(drawn.of("queued", "1>0#2").empty());
    CHECK(drawn.of("drop", "1>0#2").size() == 1);
    CHECK(drawn.has_text("a discarded packet is counted"));
  }
}

TEST_CASE("where the ports do not show which packet is discarded, its queue has the cross", "[waves]") {
  MadeCycles cycles(made_shape(QueuePlace::Output, 2));
  cycles.next();
  cycles.in({1, 0, 1}, Beat::Only);
  ++cycles.next().drop_full[1];
  const Drawn drawn(cycles.window());
  CHECK(drawn.one("drop").get("data-packet").empty());
  double x = 0, y = 0;
  REQUIRE(std::sscanf(drawn.one("drop").get("d").c_str(), "M%lf,%lf", &x, &y) == 2);
  CHECK(y > drawn.of("lane")[0].number("y"));
  CHECK(y < drawn.of("lane")[1].number("y"));
  CHECK(drawn.of("lost").empty());
}

TEST_CASE("an input that a full memory keeps out is marked where packets come in", "[waves]") {
  MadeCycles cycles(made_shape(QueuePlace::Output, 2));
  cycles.next();
  cycles.in({1, 0, 1}, Beat::Only, false);
  cycles.next().pool = bit(1);
  cycles.now().pool_by[1] = 1;
  cycles.in({1, 0, 1}, Beat::Only);
  cycles.next().blocked = bit(0);
  const Drawn drawn(cycles.window());
  CHECK(drawn.cycles(drawn.one("pool")) == Cycles(0, 0));
  CHECK(drawn.one("pool").number("y") == Approx(drawn.one("beat in stalled").number("y")).margin(2));
  CHECK(drawn.cycles(drawn.one("blocked")) == Cycles(1, 1));
}

TEST_CASE("a packet that an output shows is the head of its queue", "[waves]") {
  MadeCycles cycles(made_shape(QueuePlace::Output, 2));
  cycles.next();
  cycles.in({0, 1, 0}, Beat::First).in({1, 1, 0}, Beat::First);
  cycles.next().occ_beats[1] = 2;
  cycles.out({1, 1, 0}, Beat::First, false);
  const Drawn drawn(cycles.window());
  CHECK(drawn.one("queued", "1>1#0").number("y") > drawn.one("queued", "0>1#0").number("y"));
}

TEST_CASE("queues of pairs are lanes, input by input", "[waves]") {
  MadeCycles cycles(made_shape(QueuePlace::Pair, 3));
  cycles.next();
  cycles.in({2, 1, 0}, Beat::Only);
  cycles.next().occ_beats[7] = 1;
  const Drawn drawn(cycles.window());
  REQUIRE(drawn.of("lane").size() == 9);
  const auto lane = drawn.of("lane")[7];
  const auto queued = drawn.one("queued d1", "2>1#0");
  CHECK(queued.number("y") >= lane.number("y"));
  CHECK(queued.number("y") + queued.number("height") <= lane.number("y") + lane.number("height") + 0.1);
  CHECK(drawn.of("head").empty());
}

TEST_CASE("a picture says what it is of, and marks the cycle of the first look", "[waves]") {
  const Drawn drawn(blocking().window());
  CHECK(drawn.one("title").text == "switch made, 2 ports: cycles 100 to 104");
  CHECK(drawn.one("point").text == "--ports 2");
  CHECK(drawn.text("look") ==
        "cycle 102: input 1's head 1>0#6 waits for output 0, which sends 0>0#5; 1>1#7 for idle output 1 is "
        "behind "
        "it.");
  CHECK(drawn.one("look-line").get("data-cycle") == "102");
  CHECK(drawn.cycles(drawn.one("look-band")) == Cycles(2, 2));
  CHECK(drawn.of("tick").size() == 5);
  CHECK(drawn.of("tick").front().text == "100");
  PictureOptions options;
  options.heading = "Why a FIFO blocks";
  CHECK(Drawn(blocking().window(), options).one("title").text == "Why a FIFO blocks");
}

TEST_CASE("the legend has the outputs, and the marks that are there", "[waves]") {
  const Drawn drawn(blocking().window());
  CHECK(drawn.has_text("head-of-line blocked, and by which packet"));
  CHECK(drawn.has_text("receiver not ready"));
  CHECK_FALSE(drawn.has_text("a discarded packet is counted"));
  CHECK_FALSE(drawn.has_text("kept out: memory full of packets for others"));
  MadeCycles quiet(made_shape(QueuePlace::Pair, 2));
  quiet.next();
  CHECK_FALSE(Drawn(quiet.window()).has_text("head blocked"));
  CHECK(drawn.has_text("labels: source>destination#number"));
  SwitchShape shape = made_shape(QueuePlace::Input, 2);
  shape.classes = 2;
  MadeCycles of_classes(shape);
  of_classes.next();
  CHECK(Drawn(of_classes.window()).has_text("labels: source>destination#number/class"));
}

TEST_CASE("texts are escaped", "[waves]") {
  MadeCycles cycles = blocking();
  TracedWindow window = cycles.window();
  window.shape.name = "a<b>&\"c'";
  window.shape.point = "--cluster '</svg><script>\"&amp;\x01'";
  PictureOptions options;
  options.heading = "]]> & </text>";
  const Drawn drawn(window, options);
  CHECK(drawn.one("point").text == "--cluster '</svg><script>\"&amp; '");
  CHECK(drawn.one("title").text == "]]> & </text>");
  CHECK(Drawn(window).one("title").text == "switch a<b>&\"c', 2 ports: cycles 100 to 104");
}

TEST_CASE("long texts are cut into lines", "[waves]") {
  TracedWindow window = blocking().window();
  window.shape.point = "--cluster " + std::string(1000, 'x') + " --ports 2";
  const Drawn drawn(window);
  CHECK(drawn.of("point").size() > 3);
  std::string all;
  for (const auto& line : drawn.of("point")) all += line.text;
  CHECK(all.size() == window.shape.point.size() - 1);  // the blank at which it was cut
}

TEST_CASE("lines are not cut within a character", "[waves]") {
  TracedWindow window = blocking().window();
  for (const char* before : {"", "x"}) {
    window.shape.point = before;
    for (int n = 0; n < 500; ++n) window.shape.point += "\xc3\xa9";
    CHECK(Drawn(window).text("point").find('?') == std::string::npos);
  }
}

TEST_CASE("the run's last cycle, of which only the switch's side is known", "[waves]") {
  MadeCycles cycles = blocking();
  cycles.next().inputs_known = false;
  cycles.now().m_tready = 0;
  cycles.now().m_tvalid = 3;
  const Drawn drawn(cycles.window());
  CHECK(drawn.of("unknown").size() == 4);  // a box per port and side
  CHECK(drawn.of("beat out").size() == 3);
  CHECK(drawn.of("not-ready").size() == 1);
}

TEST_CASE("more outputs than colours: the second eight are dotted", "[waves]") {
  MadeCycles cycles(made_shape(QueuePlace::Pair, kMostPicturePorts));
  cycles.next();
  for (std::uint8_t port = 0; port < kMostPicturePorts; ++port) cycles.in({port, port, 0}, Beat::Only);
  const std::string text = window_picture(cycles.window());
  CHECK(text.find(".d8{fill:url(#xb-dots8)") != std::string::npos);
  CHECK(text.find("<pattern id=\"xb-dots15\"") != std::string::npos);
  for (unsigned port = 0; port < kMostPicturePorts; ++port)
    CHECK(Drawn(cycles.window()).of("beat in d" + std::to_string(port)).size() == 1);
}

TEST_CASE("a picture is of a window that can be read", "[waves]") {
  PictureOptions options;
  options.asked_by = "--svg";
  const auto picture = [&](unsigned ports, std::size_t count) {
    MadeCycles cycles(made_shape(QueuePlace::Input, ports));
    for (std::size_t c = 0; c < count; ++c) cycles.next();
    return window_picture(cycles.window(), options);
  };
  CHECK_NOTHROW(XmlReader::elements(picture(16, 200)));
  CHECK_NOTHROW(XmlReader::elements(picture(2, 1)));
  CHECK_THROWS_AS(picture(2, 0), InputError);
  CHECK_THROWS_WITH(picture(2, 0), "--svg: the window has no cycles; allowed: 1 to 201");
  CHECK_THROWS_WITH(picture(2, 202), "--svg: a picture of 202 cycles is not allowed; allowed: 1 to 201");
  CHECK_THROWS_WITH(picture(17, 20), "--svg: a picture of 17 ports is not allowed; allowed: up to 16");
}
