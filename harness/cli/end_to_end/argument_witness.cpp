// A server that writes down its arguments and environment, then becomes the fixture server.
//
// argument-witness PROGRAM PORT FOLDER [ARGUMENT...]: FOLDER gets a file named after the process, one NUL-terminated
// text after another: the ARGUMENTs, an empty text, the environment. PROGRAM is then executed as
// `PROGRAM --port PORT --variant same`.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

int main(int count, char** arguments) {
  if (count < 4) return 2;
  const std::string name = std::string(arguments[3]) + "/" + std::to_string(getpid());
  // Renamed when whole: a reader never meets a half of it.
  const std::string unfinished = std::string(arguments[3]) + "/." + std::to_string(getpid());
  std::FILE* file = std::fopen(unfinished.c_str(), "wb");
  if (file == nullptr) return 2;
  const auto put = [file](const char* text) { std::fwrite(text, 1, std::strlen(text) + 1, file); };
  for (int i = 4; i < count; ++i) put(arguments[i]);
  put("");
  for (char** variable = environ; *variable != nullptr; ++variable) put(*variable);
  if (std::fclose(file) != 0 || std::rename(unfinished.c_str(), name.c_str()) != 0) return 2;

  execl(arguments[1], arguments[1], "--port", arguments[2], "--variant", "same", nullptr);
  return 2;
}
