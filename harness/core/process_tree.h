// The processes of this machine as /proc shows them: who started whom.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotlap::core {

struct ProcessEntry {
  pid_t pid = 0;
  pid_t parent = 0;
};

/// The fields of /proc/PID/stat behind the name, from the state on ("S 1 4711 ..."); empty when there is none. The name
/// stands in parentheses and may itself hold any character, so fields are counted from the last ')' (proc(5)).
std::string_view stat_after_name(std::string_view stat);

/// A small file of /proc, whole; absent when it cannot be read (the process is gone).
std::optional<std::string> read_proc(const std::string& path);

/// Every process that can be seen. Throws UserError when /proc is not there.
std::vector<ProcessEntry> all_processes();

/// `root` and everything below it, root first, then by pid; empty when `root` is gone.
std::vector<pid_t> process_tree(pid_t root);

}  // namespace hotlap::core
