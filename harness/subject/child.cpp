// The steps of a child on its way to its program; only async-signal-safe calls.
#include "harness/subject/child.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "harness/subject/close_from.h"
#include "harness/subject/guard.h"

namespace hotlap::subject {
namespace {

[[noreturn]] void fail(const ChildPlan& plan, ChildFailure::Step step, int error, int cpu = -1) {
  const ChildFailure failure{step, error, cpu};
  // Nobody reads when the parent is gone, and then there is nobody to tell.
  [[maybe_unused]] const ssize_t written = write(plan.report, &failure, sizeof failure);
  _exit(127);
}

void forget_signal_handlers() {
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
}

/// The kernel cuts a mask to the CPUs that are allowed and refuses only when none is left; half of what was asked for
/// is not what was asked for.
void use_cpus(const ChildPlan& plan) {
  if (plan.cpus == nullptr) return;
  const int result = plan.cpus->set(0);
  const int error = errno;
  CpuMask now;
  now.get(0);
  const int missing = plan.cpus->first_missing_in(now);
  if (result != 0 || missing >= 0) fail(plan, ChildFailure::Step::cpus, result != 0 ? error : EINVAL, missing);
}

}  // namespace

void run_child(const ChildPlan& plan) noexcept {
  if (setpgid(0, 0) != 0) fail(plan, ChildFailure::Step::prepare, errno);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail(plan, ChildFailure::Step::prepare, errno);
  if (getppid() != plan.parent) _exit(127);  // it died before the line above
  if (!tell_guard(plan.guard, {GuardMessage::Kind::started, getpid()})) fail(plan, ChildFailure::Step::guard, errno);
  use_cpus(plan);
  if (dup2(plan.input, 0) < 0 || dup2(plan.output, 1) < 0 || dup2(plan.output, 2) < 0) {
    fail(plan, ChildFailure::Step::prepare, errno);
  }
  close_from(3, CloseWhen::at_exec);
  forget_signal_handlers();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(plan.path, plan.arguments, plan.environment);
  fail(plan, ChildFailure::Step::exec, errno);
}

}  // namespace hotlap::subject
