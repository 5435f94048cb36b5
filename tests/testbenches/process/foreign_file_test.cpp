// SPDX-License-Identifier: Apache-2.0
// Whatever others leave in the place of a file, nobody waits for it, and nothing of elsewhere is shown.
#include "testbenches/process/foreign_file.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMost = 100;

std::string refusal_of(const fs::path& folder, const std::string& name) {
  return message_of<InputError>([&] { read_foreign_file(folder, name, kMost); });
}

}  // namespace

TEST_CASE("a file of others is read, also below a folder", "[testbenches]") {
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "a/b");
  std::ofstream(folder.path() / "a/b/file") << std::string(kMost, 'x');
  CHECK(read_foreign_file(folder.path(), "a/b/file", kMost) == std::string(kMost, 'x'));
  std::ofstream(folder.path() / "empty");
  CHECK(read_foreign_file(folder.path(), "empty", kMost).empty());
}

TEST_CASE("what is no file of theirs is said, and nothing waits", "[testbenches]") {
  const ScratchFolder folder, other;
  const fs::path& here = folder.path();
  std::ofstream(other.path() / "secret") << "key";
  fs::create_directory(here / "folder");
  REQUIRE(mkfifo((here / "pipe").c_str(), 0600) == 0);
  fs::create_symlink(other.path() / "secret", here / "link");
  fs::create_symlink("loop", here / "loop");
  fs::create_directory_symlink(other.path(), here / "away");
  std::ofstream(here / "large") << std::string(kMost + 1, 'x');
  std::ofstream(here / "sparse");
  fs::resize_file(here / "sparse", std::uintmax_t{1} << 40U);
  const int socket_fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = (here / "socket").string();
  REQUIRE(name.size() < sizeof address.sun_path);
  name.copy(address.sun_path, name.size());
  REQUIRE(bind(socket_fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  close(socket_fd);

  CHECK(refusal_of(here, "none") == "there is no none");
  CHECK(refusal_of(here, "none/x") == "there is no none/x");
  CHECK(refusal_of(here, "large/x") == "there is no large/x");
  for (const char* special : {"folder", "pipe", "socket"})
    CHECK(refusal_of(here, special) == special + std::string(" is no file"));
  for (const char* link : {"link", "loop", "away/secret"})
    CHECK(refusal_of(here, link) == link + std::string(" is a link; allowed: files and folders"));
  CHECK(refusal_of(here, "large") == "large is larger than 100 bytes");
  CHECK(refusal_of(here, "sparse") == "sparse is larger than 100 bytes");
  CHECK(refusal_of("/dev", "zero") == "zero is no file");
  if (geteuid() == 0) return;
  fs::permissions(here / "large", fs::perms::none);
  CHECK(refusal_of(here, "large") == "large cannot be read");
}
