// A server that writes down its arguments and environment, then becomes the fixture server.
//
// argument-witness [ARGUMENT...] -- PROGRAM PORT FOLDER [ARGUMENT...]: FOLDER gets a file named after the process, one
// NUL-terminated text after another: how many ARGUMENTs, the ARGUMENTs, the environment. PROGRAM is then executed as
// `PROGRAM --port PORT --variant same`.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

int main(int count, char** texts) {
  std::vector<std::string> arguments(texts + 1, texts + count);
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  if (arguments.end() - separator < 4) {
    std::fputs("usage: argument-witness [ARGUMENT...] -- PROGRAM PORT FOLDER [ARGUMENT...]\n", stderr);
    return 2;
  }
  const std::string program = separator[1];
  const std::string port = separator[2];
  const std::string folder = separator[3];
  arguments.erase(separator, separator + 4);

  // Renamed when whole: a reader never meets a half of it.
  const std::string name = folder + "/" + std::to_string(getpid());
  const std::string unfinished = folder + "/." + std::to_string(getpid());
  std::FILE* file = std::fopen(unfinished.c_str(), "wb");
  if (file == nullptr) return 2;
  const auto put = [file](const char* text) { std::fwrite(text, 1, std::strlen(text) + 1, file); };
  put(std::to_string(arguments.size()).c_str());
  for (const std::string& argument : arguments) put(argument.c_str());
  for (char** variable = environ; *variable != nullptr; ++variable) put(*variable);
  if (std::fclose(file) != 0 || std::rename(unfinished.c_str(), name.c_str()) != 0) return 2;

  execl(program.c_str(), program.c_str(), "--port", port.c_str(), "--variant", "same", nullptr);
  return 2;
}
