// SPDX-License-Identifier: Apache-2.0
// A file is read whole, or refused with the system's reason in one line.
#include "host/base/text_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

std::string text_file_refusal(const std::string& path) {
  return message_of<InputError>([&] { read_text_file(path, "key", "a file"); });
}

}  // namespace

TEST_CASE("a text file is read whole, or refused with the reason", "[host]") {
  const fs::path folder = fs::temp_directory_path() / ("xbarlab-text-file." + std::to_string(getpid()));
  fs::create_directories(folder);
  const std::string text(100000, 'x');
  std::ofstream(folder / "whole") << text;
  std::ofstream(folder / "empty");
  CHECK(read_text_file((folder / "whole").string(), "key", "a file") == text);
  CHECK(read_text_file((folder / "empty").string(), "key", "a file").empty());

  // What Excel and PowerShell put before a text in UTF-8 is none of it.
  std::ofstream(folder / "marked") << "\xEF\xBB\xBF"
                                   << "a,b\n";
  std::ofstream(folder / "mark") << "\xEF\xBB\xBF";
  std::ofstream(folder / "half") << "\xEF\xBB"
                                 << "a";
  CHECK(read_text_file((folder / "marked").string(), "key", "a file") == "a,b\n");
  CHECK(read_text_file((folder / "mark").string(), "key", "a file").empty());
  CHECK(read_text_file((folder / "half").string(), "key", "a file") ==
        "\xEF\xBB"
        "a");

  const std::string missing = (folder / "missing").string();
  CHECK(text_file_refusal(missing) ==
        "key: '" + missing + "' is not allowed (No such file or directory); allowed: a file");
  CHECK(text_file_refusal(folder.string()).find("(a folder)") != std::string::npos);
  fs::create_symlink("gone", folder / "astray");
  CHECK(text_file_refusal((folder / "astray").string()).find("(a link to 'gone', which is not there)") !=
        std::string::npos);
  fs::create_symlink("loop", folder / "loop");
  CHECK(text_file_refusal((folder / "loop").string()).find("(Too many levels of symbolic links)") !=
        std::string::npos);
  CHECK(text_file_refusal((folder / std::string(300, 'n')).string()).find("(File name too long)") !=
        std::string::npos);
  // Opening a pipe that nobody writes to must not wait for somebody.
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(text_file_refusal((folder / "pipe").string()).find("(not a regular file)") != std::string::npos);
  fs::remove_all(folder);
}

TEST_CASE("a file of /proc is read as far as it goes", "[host]") {
  CHECK(text_while_there("/proc/self/stat").find(std::to_string(getpid()) + " (") == 0);
  CHECK(text_while_there("/proc/self/mem").empty());  // a read that fails, as where a process has just ended
  CHECK(text_while_there("/proc/no-such/stat").empty());
}
