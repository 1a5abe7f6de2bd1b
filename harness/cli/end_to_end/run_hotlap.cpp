// Runs the program under test: started with exact arguments, watched, signalled, and read to the end.
#include "harness/cli/end_to_end/run_hotlap.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "harness/cli/end_to_end/restrictions.h"

namespace hotlap::end_to_end {

namespace {

constexpr const char* kMark = "HOTLAP_TEST_MARK";
constexpr int kCannotStart = 99;

std::string new_mark() {
  static std::atomic<int> number = 0;
  return std::to_string(getpid()) + "-" + std::to_string(++number);
}

std::vector<char*> pointers(Arguments& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

/// This process's environment with some variables set anew.
Arguments environment_with(const std::vector<std::pair<std::string, std::string>>& changes) {
  Arguments all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    const std::string name = text.substr(0, text.find('='));
    const bool replaced =
        std::any_of(changes.begin(), changes.end(), [&](const auto& change) { return change.first == name; });
    if (!replaced) all.push_back(text);
  }
  for (const auto& [name, value] : changes) all.push_back(std::string(name).append("=").append(value));
  return all;
}

std::string contents(int descriptor) {
  std::string text;
  lseek(descriptor, 0, SEEK_SET);
  char buffer[4096];
  for (ssize_t got = 0; (got = read(descriptor, buffer, sizeof buffer)) > 0;) text.append(buffer, got);
  return text;
}

[[noreturn]] void become_hotlap(const Start& start, Arguments arguments, Arguments environment, int out, int err) {
  // Files for the output, not pipes: a process that outlives hotlap cannot hold them open against the test.
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  const bool fine = (start.folder.empty() || chdir(start.folder.c_str()) == 0) &&
                    (!start.file_size || limit_file_size(*start.file_size)) &&
                    (start.cpus.empty() || restrict_to(start.cpus)) && (!start.without_override || drop_override()) &&
                    (!start.without_affinity || refuse_affinity());
  if (fine) execvpe(arguments[0].c_str(), pointers(arguments).data(), pointers(environment).data());
  _exit(kCannotStart);
}

}  // namespace

bool poll_until(const std::function<bool()>& holds, std::chrono::seconds deadline) {
  const auto end = std::chrono::steady_clock::now() + deadline;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

Running::Running(const Start& start) : mark_(std::string(kMark) + "=" + new_mark()) {
  out_ = memfd_create("out", MFD_CLOEXEC);
  err_ = memfd_create("err", MFD_CLOEXEC);
  Arguments arguments = joined({{HOTLAP_PROGRAM}, start.arguments});
  auto changes = start.environment;
  changes.emplace_back(kMark, mark_.substr(mark_.find('=') + 1));
  Arguments environment = environment_with(changes);
  pid_ = fork();
  if (pid_ == 0) become_hotlap(start, std::move(arguments), std::move(environment), out_, err_);
  if (pid_ < 0) throw std::runtime_error("cannot fork");
}

Running::~Running() {
  if (!status_) {
    send(SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(out_);
  close(err_);
}

void Running::send(int signal) const {
  if (!status_) kill(pid_, signal);  // else its number may be another's by now
}

bool Running::ended() {
  if (status_) return true;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return status_.has_value();
}

Result Running::wait() {
  Result result;
  EXPECT_TRUE(poll_until([this] { return ended(); })) << "hotlap does not end";
  if (status_ && WIFEXITED(*status_)) result.exit_code = WEXITSTATUS(*status_);
  if (status_ && WIFSIGNALED(*status_)) result.signal = WTERMSIG(*status_);
  EXPECT_NE(result.exit_code, kCannotStart) << "hotlap cannot be started as this test wants";
  result.out = contents(out_);
  result.err = contents(err_);
  return result;
}

std::vector<pid_t> Running::processes() const {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "environ", std::ios::binary);
    for (std::string variable; std::getline(file, variable, '\0');) {
      if (variable == mark_) found.push_back(static_cast<pid_t>(std::atoi(name.c_str())));
    }
  }
  return found;
}

bool Running::leaves_nothing() const {
  return poll_until([this] { return processes().empty(); }, std::chrono::seconds(20));
}

Result run(const Start& start) {
  Running hotlap(start);
  Result result = hotlap.wait();
  EXPECT_TRUE(hotlap.leaves_nothing()) << "left behind: " << testing::PrintToString(hotlap.processes());
  return result;
}

Result run(const Arguments& arguments) { return run(Start{.arguments = arguments}); }

Scratch::Scratch() {
  std::string name = (std::filesystem::temp_directory_path() / "hotlap-end-to-end-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;  // a test may have made it unwritable
  std::filesystem::remove_all(path_, ignored);
}

Arguments joined(std::initializer_list<Arguments> all) {
  Arguments together;
  for (const Arguments& some : all) together.insert(together.end(), some.begin(), some.end());
  return together;
}

Arguments compare(const std::string& old_variant, const std::string& new_variant, const std::string& folder) {
  return {"compare", "--old", "fixtures:" + old_variant, "--new", "fixtures:" + new_variant, "--out", folder};
}

std::string command_of(const std::string& variant) {
  return "cmd:'" FIXTURE_SERVER "' --port {port} --variant " + variant;
}

nlohmann::json parsed(const std::string& text) {
  nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
  if (!value.is_discarded()) return value;
  ADD_FAILURE() << "no JSON: " << text;
  return nullptr;
}

nlohmann::json rows(const Result& result) {
  const nlohmann::json comparison = parsed(result.out);
  return comparison.is_object() ? comparison.value("rows", nlohmann::json::array()) : nlohmann::json::array();
}

void expect_refused(const Result& result, const std::vector<std::string>& words) {
  if (result.exit_code == 0) {
    ADD_FAILURE() << "it was accepted";
    return;
  }
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, testing::StartsWith("hotlap: "));
  for (const std::string& word : words) EXPECT_THAT(result.err, testing::HasSubstr(word));
  EXPECT_THAT(result.err, testing::HasSubstr("\n  ")) << "it does not say what to do";
}

}  // namespace hotlap::end_to_end
