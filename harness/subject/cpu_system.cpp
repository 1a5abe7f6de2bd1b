// What this machine says about its CPUs, and pinning to them.
#include <cerrno>
#include <cstring>

#include "harness/core/error.h"
#include "harness/core/process_tree.h"
#include "harness/subject/cpu_mask.h"
#include "harness/subject/cpus.h"

namespace hotlap::subject {
namespace {

std::vector<int> siblings_of(int cpu, const std::string& root) {
  const std::string file =
      root + "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list";
  const auto text = core::read_proc(file);
  if (!text || text->empty()) return {cpu};
  return parse_cpu_list(std::string_view(*text).substr(0, text->find('\n')), file);
}

}  // namespace

std::vector<CpuPlace> places_of(const std::vector<int>& cpus, const std::string& root) {
  std::vector<CpuPlace> places;
  for (const int cpu : cpus) places.push_back({cpu, siblings_of(cpu, root)});
  return places;
}

std::vector<CpuPlace> allowed_cpus() {
  CpuMask mask;
  if (mask.get(0) < 0) {
    throw core::UserError({std::string("cannot ask which CPUs are allowed: ") + std::strerror(errno), "", ""});
  }
  return places_of(mask.cpus());
}

void pin_this_thread(const std::vector<int>& cpus) {
  const CpuMask wanted(cpus);
  if (wanted.set(0) == 0) return;
  throw core::UserError({"cannot pin to CPU " + format_cpu_list(cpus) + ": " + std::strerror(errno), "",
                         "name CPUs that this process may use with --client-cpus"});
}

}  // namespace hotlap::subject
