// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/capture_file.h"

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "host/capture/capture.h"
#include "host/capture/ethernet.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/link/packet.h"
#include "host/point/traffic_config.h"
#include "host/traffic/replay.h"
#include "testbenches/engines/paths.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/capture/built_captures.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

struct Recorded {
  std::string record, file;
};

/// Without what is not the same on every engine, or in every folder.
Recorded recorded(const RunConfig& config, const fs::path& path) {
  const Setup setup = resolve(config);
  CaptureFile file(path, setup);
  RunSinks sinks;
  sinks.deliveries = file.sink();
  RunResult result = run_point(setup, {}, {}, sinks);
  file.commit();
  result.cpu_seconds = 0;
  RunConfig plain = setup.config;
  plain.engine = Engine::Rtl;
  plain.traffic->traffic = "uniform";
  return {result_to_json(plain, result).dump(), text_of(path)};
}

/// Frames of many lengths between six addresses, two and three at a time, with gaps.
std::string some_capture() {
  RandomStream random(1, StreamPurpose::Test, 0);
  CaptureBuilder file;
  file.pcap_header(kPcapNanoseconds);
  std::uint32_t time = 0;
  for (unsigned n = 0; n < 300; ++n) {
    time += random.below(4) == 0 ? 900 : 0;
    if (n == 200) time += 100000000;  // longer than any engine steps through
    file.pcap_frame(
        1700000000, time,
        test_frame(random.below(6), random.below(6), 14 + random.below(200)) + std::string(2, '\1'),
        random.below(3) * 100);
  }
  return file.bytes;
}

std::uint64_t bytes_of_frames(const std::string& capture) {
  std::uint64_t bytes = 0;
  for (const CapturedFrame& frame : parse_capture(capture, "x").frames) bytes += frame.length;
  return bytes;
}

/// A switch of 4 ports whose hosts send that.
RunConfig replaying(const fs::path& path, Keys keys = {}) {
  keys["traffic"] = kCapturePrefix + path.string();
  return config_of("ports 4, depth 32", keys);
}

/// A folder with a capture of those frames.
struct SomeCapture {
  SomeCapture() { std::ofstream(in, std::ios::binary) << some_capture(); }
  const ScratchFolder folder;
  const fs::path in = folder.path() / "in.pcap";
};

/// The frames of a capture, by their flow: bytes and lengths in order.
using Flows = std::map<std::pair<unsigned, unsigned>, std::vector<std::pair<std::string, std::uint32_t>>>;
Flows flows_of(const Capture& capture, unsigned hosts) {
  const Replay replay = make_replay(capture, {HostList(hosts), hosts, 64, kUsualClockMhz});
  Flows flows;
  for (unsigned host = 0; host < hosts; ++host) {
    for (const ReplayedFrame& sent : replay.by_host[host]) {
      const CapturedFrame& frame = capture.frames[sent.number];
      flows[{host, sent.destination}].emplace_back(capture.data(frame), frame.length);
    }
  }
  return flows;
}

}  // namespace

TEST_CASE("a capture is replayed alike on every engine, and what comes out is written alike",
          "[testbenches]") {
  const SomeCapture some;
  const auto& [folder, in] = some;
  for (const char* replay : {"times", "load"}) {
    RunConfig config = replaying(in, {{"replay", replay}, {"load", "0.7"}, {"engine", "fast"}});
    const Recorded want = recorded(config, folder.path() / "out.pcapng");
    const auto result = nlohmann::json::parse(want.record);
    CHECK(result["delivered_packets"] == 300);
    CHECK(result["offered_packets"] == 300);
    CHECK(result["offered_bytes"] == bytes_of_frames(some_capture()));
    CHECK(result["delivered_bytes"] == result["offered_bytes"]);
    for (const char* engine : {"systemc", "rtl", "lockstep"}) {
      CAPTURE(engine, replay);
      config.engine = *find_choice<Engine>(engine);
      const Recorded got = recorded(config, folder.path() / "out.pcapng");
      CHECK(got.record == want.record);
      CHECK(got.file == want.file);
    }
  }
}

TEST_CASE("captured frames of a higher class go first", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path in = folder.path() / "in.pcap";
  CaptureBuilder file;
  file.pcap_header(kPcapNanoseconds);
  // 40 frames of host 0 at once, of which every other asks for the highest priority.
  for (unsigned n = 0; n < 40; ++n) {
    std::string data = test_frame(1, 2, 64 + 8 * n);
    data[15] = static_cast<char>(n % 2 == 0 ? 0x00 : 0xe0);
    file.pcap_frame(0, 0, data);
  }
  std::ofstream(in, std::ios::binary) << file.bytes;
  RunConfig config = replaying(in, "classes 2, capture-class dscp, depth 64, engine fast");
  const Recorded want = recorded(config, folder.path() / "out.pcap");
  config.engine = Engine::Systemc;
  const Recorded got = recorded(config, folder.path() / "out.pcap");
  CHECK(got.record == want.record);
  CHECK(got.file == want.file);
  std::vector<std::uint32_t> by_class[2];
  const Capture out = parse_capture(want.file, "out");
  std::vector<unsigned> order;
  for (const CapturedFrame& frame : out.frames) {
    const unsigned of_class = dscp_class_of(out.data(frame)) / 4;
    order.push_back(of_class);
    by_class[of_class].push_back(frame.length);
  }
  REQUIRE(order.size() == 40);
  // All come in cycle 0, so that the host starts with the highest.
  CHECK(order == [] {
    std::vector<unsigned> high_first(20, 1);
    high_first.resize(40, 0);
    return high_first;
  }());
  for (const auto& lengths : by_class) CHECK(std::is_sorted(lengths.begin(), lengths.end()));
  const auto classes = nlohmann::json::parse(want.record)["classes"];
  REQUIRE(classes.size() == 2);
  for (const auto& of_class : classes) {
    CHECK(of_class["offered_packets"] == 20);
    CHECK(of_class["delivered_packets"] == 20);
  }
}

TEST_CASE("what comes out of a replay is what went in, flow by flow, and can be replayed", "[testbenches]") {
  const SomeCapture some;
  const auto& [folder, in] = some;
  RunConfig config = replaying(in, "engine fast");
  for (const char* name : {"out.pcap", "out.pcapng"}) {
    const fs::path out = folder.path() / name;
    const Capture capture = parse_capture(recorded(config, out).file, name);
    REQUIRE(capture.frames.size() == 300);
    // By address: inputs are another choice where frames come in another order.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::string>> was, is;
    const auto take = [](auto& flows, const Capture& from) {
      for (const CapturedFrame& frame : from.frames) {
        const EthernetHeader header = ethernet_header(from.data(frame));
        flows[{header.source, header.destination}].emplace_back(from.data(frame));
      }
    };
    take(was, parse_capture(some_capture(), "in"));
    take(is, capture);
    CHECK(is == was);
    RunConfig again = config;
    again.traffic->traffic = kCapturePrefix + out.string();
    CHECK(resolve(again).longest_packet == resolve(config).longest_packet);
    CHECK(parse_capture(recorded(again, folder.path() / "again.pcapng").file, "again").frames.size() == 300);
  }
  // Outputs are interfaces, and so are kept.
  const Capture written = parse_capture(text_of(folder.path() / "out.pcapng"), "out");
  CHECK(written.interfaces == 4);
  const Replay replay = make_replay(written, {HostList(4), 4, 64, kUsualClockMhz});
  for (const auto& host : replay.by_host) {
    for (const ReplayedFrame& frame : host)
      CHECK(written.frames[frame.number].interface == frame.destination);
  }
}

TEST_CASE("the lab's own packets are written as frames that say what they carried, and replayed as they were",
          "[testbenches]") {
  const ScratchFolder folder;
  for (const unsigned width : {64U, 512U}) {
    RunConfig config = config_of("ports 4, engine fast, load 0.6, warmup 0, cycles 2000, packet 1..9");
    config.width = width;
    const fs::path own = folder.path() / "own.pcapng";
    const Capture capture = parse_capture(recorded(config, own).file, "own");
    REQUIRE(capture.frames.size() > 500);
    std::uint64_t before = 0;
    for (const CapturedFrame& frame : capture.frames) {
      const std::string_view data = capture.data(frame);
      const EthernetHeader header = ethernet_header(data);
      REQUIRE(is_lab_frame(header));
      std::uint64_t word = 0;
      for (unsigned n = 8; n-- > 0;) word = word << 8U | static_cast<unsigned char>(data[14 + n]);
      const PacketHeader carried = PacketHeader::decode(word);
      CHECK(carried.source == host_of_address(header.source));
      CHECK(carried.destination == host_of_address(header.destination));
      CHECK(frame.interface == carried.destination);
      CHECK(frame.length == 14 + carried.length * width / 8);
      CHECK(frame.nanoseconds >= before);
      before = frame.nanoseconds;
    }
    RunConfig again = replaying(own, {{"width", std::to_string(width)}, {"engine", "fast"}});
    again.depth = config.depth;
    const Flows was = flows_of(capture, 4);
    recorded(again, folder.path() / "again.pcapng");
    const Flows is = flows_of(parse_capture(text_of(folder.path() / "again.pcapng"), "again"), 4);
    CHECK(is == was);
  }
}

TEST_CASE("packets of several classes with one number are written with their class", "[testbenches]") {
  const ScratchFolder folder;
  for (const char* const hosts : {"ports 2", "topology two-switches(1,1)"}) {
    INFO(hosts);
    const RunConfig config =
        config_of("classes 2, traffic permutation, packet 1..3, engine fast, warmup 0, cycles 200", hosts);
    const std::string file = recorded(config, folder.path() / "out.pcapng").file;
    const std::string name = config.ports == 2 ? "0>1#0" : "0>1";
    CHECK(file.find(name + "/0: in from cycle") != std::string::npos);
    CHECK(file.find(name + "/1: in from cycle") != std::string::npos);
    CHECK(file.find(name + ": in from cycle") == std::string::npos);
  }
}

TEST_CASE("packets of any number of bytes are written with theirs, and replayed as they were",
          "[testbenches]") {
  const ScratchFolder folder;
  for (const unsigned width : {64U, 256U}) {
    RunConfig config =
        config_of("ports 4, depth 32, engine fast, packet 1B..100B, load 0.6, warmup 0, cycles 2000");
    config.width = width;
    const fs::path own = folder.path() / "own.pcapng";
    const Capture capture = parse_capture(recorded(config, own).file, "own");
    REQUIRE(capture.frames.size() > 300);
    std::map<std::uint32_t, unsigned> rests;
    for (const CapturedFrame& frame : capture.frames) {
      ++rests[frame.length % 8];
      if (frame.length < 14 + 8) continue;  // of the header there is less than that
      std::uint64_t word = 0;
      for (unsigned n = 8; n-- > 0;)
        word = word << 8U | static_cast<unsigned char>(capture.data(frame)[14 + n]);
      CHECK(frame.length == 14 + PacketHeader::decode(word).length);
      CHECK(frame.captured == frame.length);
    }
    CHECK(rests.size() == 8);
    RunConfig again = replaying(own, {{"width", std::to_string(width)}, {"engine", "fast"}});
    const Setup setup = resolve(again);
    CHECK(setup.lengths.in_bytes());
    CHECK(setup.config.packet_min >= 1);
    CHECK(setup.config.packet_max <= 100);
    const Flows was = flows_of(capture, 4);
    recorded(again, folder.path() / "again.pcapng");
    CHECK(flows_of(parse_capture(text_of(folder.path() / "again.pcapng"), "again"), 4) == was);
  }
}

TEST_CASE("frames that are longer than a length in bytes holds are whole beats", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path in = folder.path() / "in.pcap";
  for (const unsigned length : {65535U, 65536U}) {
    CaptureBuilder file;
    file.pcap_header(kPcapNanoseconds);
    file.pcap_frame(0, 0, test_frame(1, 2, 61));
    file.pcap_frame(0, 0, test_frame(1, 2, 60), length - 60);
    std::ofstream(in, std::ios::binary) << file.bytes;
    const Setup setup = resolve(replaying(in));
    CHECK(setup.lengths.in_bytes() == (length == 65535));
    CHECK(setup.longest_packet == 8192);
    CHECK(setup.config.packet_min == (length == 65535 ? 61 : 8));
  }
}

TEST_CASE("beats of less than 64 bits are written as they are on a device's wires", "[testbenches]") {
  const ScratchFolder folder;
  const RunConfig config =
      config_of("ports 2, width 8, packet 3..5, load 0.5, warmup 0, cycles 300",
                {{"device", (source_dir() / "tests/testbenches/device/foreign/bytes8.toml").string()}});
  const Capture capture = parse_capture(recorded(config, folder.path() / "own.pcap").file, "own");
  REQUIRE(capture.frames.size() > 20);
  for (const CapturedFrame& frame : capture.frames) {
    CHECK(frame.captured == frame.length);
    CHECK((frame.length >= 14 + 3 && frame.length <= 14 + 5));
    // The mark of a packet's first beat: the input in its lowest six bits.
    const EthernetHeader header = ethernet_header(capture.data(frame));
    CHECK((static_cast<unsigned char>(capture.data(frame)[14]) & 63U) == *host_of_address(header.source));
  }
}

TEST_CASE("a capture replayed with its times gives back each frame's time", "[testbenches]") {
  // One frame at a time: it leaves its length and the switch's latency after it came.
  const ScratchFolder folder;
  CaptureBuilder file;
  file.pcap_header(kPcapNanoseconds);
  for (unsigned n = 0; n < 5; ++n)
    file.pcap_frame(1600000000, n * 6400, test_frame(1 + n % 2, 2 - n % 2, 64));
  const fs::path in = folder.path() / "in.pcap";
  std::ofstream(in, std::ios::binary) << file.bytes;
  RunConfig config = replaying(in, "engine fast");
  const Capture out = parse_capture(recorded(config, folder.path() / "out.pcap").file, "out");
  REQUIRE(out.frames.size() == 5);
  const std::uint64_t latency = out.frames[0].nanoseconds - 1600000000000000000;
  CHECK(latency >= 51);  // 8 beats of 6.4 ns
  CHECK(latency < 100);
  for (unsigned n = 0; n < 5; ++n)
    CHECK(out.frames[n].nanoseconds == 1600000000000000000 + latency + std::uint64_t{n} * 6400);
}

TEST_CASE("a network's capture is in the order of time, on any engines", "[testbenches]") {
  const SomeCapture some;
  const auto& [folder, in] = some;
  RunConfig config = replaying(in, "topology two-switches(2,3), engine fast");
  const Recorded want = recorded(config, folder.path() / "out.pcapng");
  const Capture out = parse_capture(want.file, "out");
  REQUIRE(out.frames.size() == 300);
  CHECK(out.interfaces == 5);
  for (std::size_t n = 1; n < out.frames.size(); ++n)
    CHECK(out.frames[n].nanoseconds >= out.frames[n - 1].nanoseconds);
  config.engine = Engine::Systemc;
  CHECK(recorded(config, folder.path() / "out.pcapng").file == want.file);
}

TEST_CASE("a switch that drops frames writes those that came out", "[testbenches]") {
  const SomeCapture some;
  const auto& [folder, in] = some;
  const RunConfig config = replaying(in, "flow drop, depth 64, replay load, load 1, engine fast");
  const Recorded run = recorded(config, folder.path() / "out.pcapng");
  const auto result = nlohmann::json::parse(run.record);
  const auto delivered = result["delivered_packets"].get<std::uint64_t>();
  CHECK(delivered < 300);
  CHECK(delivered + result["lost_packets"].get<std::uint64_t>() == 300);
  CHECK(parse_capture(run.file, "out").frames.size() == delivered);
}
