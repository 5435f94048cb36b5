// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/identity.h"

#include <fstream>
#include <set>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

const nlohmann::ordered_json kVersions{{"xbarlab", "1"}};

std::string hash_of(const RunConfig& config, const nlohmann::ordered_json& versions = kVersions) {
  return Identifier(versions).identify(config).hash;
}

RunConfig with(const std::string& key, const std::string& value) {
  RunConfig config;
  set_key(config, key, value, "test");
  return config;
}

}  // namespace

TEST_CASE("every key and every version is part of a point's hash", "[testbenches]") {
  std::set<std::string> hashes{hash_of({})};
  CHECK(hash_of({}) == hash_of({}));
  CHECK(hash_of({}).size() == 32);
  for (const auto& [key, value] : keys_of(
           "switch voq, ports 4, width 128, depth 64, arbiter random, window 2, flow drop, traffic bursty, "
           "load 0.51, packet 1..4, packet 4, burst 17, cycles 100001, warmup 0, warmup 1, ci 0.01, "
           "series 10, distribution latency, observe ports, seed 2, engine fast, schedule shift, "
           "topology k-ring, ranks 0,1, cluster tam-326, clock 200, cost ecp5")) {
    CAPTURE(key, value);
    CHECK(hashes.insert(hash_of(with(key, value))).second);
  }
  CHECK(hashes.insert(hash_of({}, {{"xbarlab", "2"}})).second);
}

TEST_CASE("a file counts by its contents and its name, not by its folder", "[testbenches]") {
  const ScratchFolder here, there;
  for (const auto* folder : {&here, &there})
    std::ofstream(folder->path() / "net.toml") << "[[switch]]\nname = \"s\"\n";
  RunConfig config;
  config.topology = (here.path() / "net.toml").string();
  RunConfig other = config;
  other.topology = (there.path() / "net.toml").string();
  const auto identity = Identifier(kVersions).identify(config);
  CHECK(identity.hash == hash_of(other));
  CHECK(identity.config["topology"] == "net.toml");
  CHECK(identity.files["topology"].get<std::string>().size() == 32);
  std::ofstream(there.path() / "net.toml") << "[[switch]]\nname = \"t\"\n";
  CHECK(identity.hash != hash_of(other));
  fs::remove(there.path() / "net.toml");
  CHECK_THROWS_AS(hash_of(other), InputError);
}

TEST_CASE("a capture counts by its contents and its name, and its traffic is named without the folder",
          "[testbenches]") {
  const ScratchFolder here, there;
  for (const auto* folder : {&here, &there}) std::ofstream(folder->path() / "x.pcap") << "frames";
  const RunConfig config = with("traffic", "capture:" + (here.path() / "x.pcap").string());
  const RunConfig other = with("traffic", "capture:" + (there.path() / "x.pcap").string());
  const auto identity = Identifier(kVersions).identify(config);
  CHECK(identity.hash == hash_of(other));
  CHECK(identity.config["traffic"] == "capture:x.pcap");
  CHECK(identity.files["traffic"].get<std::string>().size() == 32);
  RunConfig at_load = config;
  at_load.traffic->replay = ReplayPace::Load;
  CHECK(identity.hash != hash_of(at_load));
  std::ofstream(there.path() / "x.pcap") << "others";
  CHECK(identity.hash != hash_of(other));
}

TEST_CASE("a user's switch counts by what its memories are filled with, too", "[testbenches]") {
  const ScratchFolder folder;
  const fs::path table = folder.path() / "table.hex", source = folder.path() / "a.sv";
  const std::string sides = "tvalid = \"v\"\ntdata = \"d\"\ntlast = \"l\"\n";
  std::ofstream(folder.path() / "a.toml")
      << "[device]\ntop = \"a\"\nfiles = \"a.sv\"\n[parameters]\nTABLE = '\"" << table.string()
      << "\"'\n[in]\n"
      << sides << "[out]\n"
      << sides;
  std::ofstream(table) << "1\n";
  std::ofstream(source) << "module a; initial $readmemh(TABLE, m); endmodule\n";
  const RunConfig config = with("device", (folder.path() / "a.toml").string());
  const std::string hash = hash_of(config);
  CHECK(hash_of(config) == hash);
  std::ofstream(table) << "2\n";
  CHECK(hash_of(config) != hash);
  // Not of another file that a text names.
  std::ofstream(source) << "module a; initial $display(TABLE); endmodule\n";
  const std::string displays = hash_of(config);
  std::ofstream(table) << "1\n";
  CHECK(hash_of(config) == displays);
}

TEST_CASE("a folder of modules counts by what is in it", "[testbenches]") {
  const ScratchFolder here, there;
  for (const auto* folder : {&here, &there}) {
    fs::create_directory(folder->path() / "mine");
    std::ofstream(folder->path() / "mine/a.sv") << "module a; endmodule\n";
  }
  const RunConfig config = with("rtl", (here.path() / "mine/").string());
  const RunConfig other = with("rtl", (there.path() / "mine").string());
  const auto identity = Identifier(kVersions).identify(config);
  CHECK(identity.hash == hash_of(other));
  CHECK(identity.hash != hash_of({}));
  CHECK(identity.config["rtl"] == "mine");
  CHECK(identity.files["rtl"].get<std::string>().size() == 32);
  std::ofstream(there.path() / "mine/README") << "not a source\n";
  CHECK(identity.hash == hash_of(other));
  std::ofstream(there.path() / "mine/b.svh") << "`define B\n";
  CHECK(identity.hash != hash_of(other));
}

TEST_CASE("the digest of sources is of names and contents, wherever they are", "[testbenches]") {
  const ScratchFolder here, there;
  for (const auto* folder : {&here, &there}) {
    fs::create_directories(folder->path() / "rtl" / "checkers");
    std::ofstream(folder->path() / "rtl" / "a.sv") << "module a; endmodule\n";
    std::ofstream(folder->path() / "rtl" / "checkers" / "b.sv") << "module b; endmodule\n";
  }
  const std::string digest = tree_digest(here.path(), ".sv");
  CHECK(digest == tree_digest(there.path(), ".sv"));
  std::ofstream(there.path() / "rtl" / "README.md") << "not a source\n";
  CHECK(digest == tree_digest(there.path(), ".sv"));
  CHECK(study_versions(here.path()) == study_versions(there.path()));
  std::ofstream(there.path() / "rtl" / "checkers" / "b.sv") << "module c; endmodule\n";
  CHECK(digest != tree_digest(there.path(), ".sv"));
  CHECK(study_versions(here.path()) != study_versions(there.path()));
  std::ofstream(there.path() / "rtl" / "checkers" / "b.sv") << "module b; endmodule\n";
  CHECK(digest == tree_digest(there.path(), ".sv"));
  fs::rename(there.path() / "rtl" / "a.sv", there.path() / "rtl" / "c.sv");
  CHECK(digest != tree_digest(there.path(), ".sv"));
  CHECK_THROWS_AS(tree_digest(here.path() / "none", ".sv"), RunError);
}

TEST_CASE("versions name all tools and the sources", "[testbenches]") {
  const auto versions = study_versions();
  for (const char* name : {"xbarlab", "verilator", "systemc", "compiler", "sources", "rtl"}) {
    CAPTURE(name);
    CHECK_FALSE(versions.at(name).get<std::string>().empty());
  }
}
