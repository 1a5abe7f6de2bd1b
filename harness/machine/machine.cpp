// Gathers what the checks look at.
#include "harness/machine/machine.h"

#include <thread>

#include "harness/core/error.h"

namespace hotlap::machine {

Window watch(const Tree& tree, core::Nanoseconds length) {
  Window window;
  window.before = tree.file("/proc/stat");
  std::this_thread::sleep_for(length);
  window.after = tree.file("/proc/stat");
  return window;
}

Machine::Machine(Tree tree, Answers answers, Window window)
    : tree_(std::move(tree)), answers_(std::move(answers)), window_(std::move(window)) {
  for (const int cpu : answers_.allowed) {
    const auto file = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list";
    const Text line = tree_.line(file);
    if (!line) topology_unknown_ = line.reason;
  }
  try {
    places_ = subject::places_of(answers_.allowed, tree_.root().string());
  } catch (const core::UserError& error) {
    topology_unknown_ = error.problems().front().where + ": " + error.problems().front().what;
    for (const int cpu : answers_.allowed) places_.push_back({cpu, {cpu}});
  }
  try {
    choice_ = subject::choose_cpus(places_, {}, {});
  } catch (const core::UserError&) {
    choice_.reset();  // too few: the check of the cores says so
  }
}

std::vector<int> Machine::used() const {
  if (!choice_) return answers_.allowed;
  std::vector<int> cpus = choice_->server;
  cpus.insert(cpus.end(), choice_->client.begin(), choice_->client.end());
  return cpus;
}

Machine this_machine(core::Nanoseconds watched) {
  const Tree tree;
  // First, so that what we ask for ourselves is not taken for the work of others.
  Answers answers = ask_kernel();
  return {tree, std::move(answers), watch(tree, watched)};
}

}  // namespace hotlap::machine
