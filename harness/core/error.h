// Errors that a user can mend, and arms that broke: the two ways a measurement ends early.
#pragma once

#include <exception>
#include <string>
#include <vector>

namespace hotlap::core {

/// One thing that is wrong with the input or the environment.
struct Problem {
  std::string what;   ///< what is wrong, as a phrase: "unknown key 'conections'"
  std::string where;  ///< where: "scenarios/x.toml:3:1", "--margin", or empty
  std::string hint;   ///< what to do about it: "did you mean 'connections'?", or empty

  bool operator==(const Problem&) const = default;
};

/// The user's error: bad input or an environment in which nothing can be measured. Caught once, in main (exit 2).
/// Carries all problems of an input at once, in the order of the input.
class UserError : public std::exception {
 public:
  explicit UserError(Problem problem) : UserError(std::vector<Problem>{std::move(problem)}) {}
  explicit UserError(std::vector<Problem> problems);
  const std::vector<Problem>& problems() const { return problems_; }
  /// "where: what (hint)", one line a problem.
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::vector<Problem> problems_;
  std::string text_;
};

/// The arm broke: it died, hung, answered wrongly, opened no port. The runner turns this into a void event of the
/// record (verdict `invalid`, exit 4); it names arm and round there, since the thrower does not know them.
class ArmFailure : public std::exception {
 public:
  /// @param what one sentence: "exited with status 3 before it was ready".
  /// @param seen what was seen, verbatim: the end of its standard error, the response, a diff. May be empty.
  ArmFailure(std::string what, std::string seen) : what_(std::move(what)), seen_(std::move(seen)) {}
  const char* what() const noexcept override { return what_.c_str(); }
  const std::string& seen() const { return seen_; }

 private:
  std::string what_;
  std::string seen_;
};

/// A stop was asked for (SIGINT, SIGTERM): unwinds to the runner, which stops the servers and closes the record.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// What the program tells its caller; a contract (see README).
enum class ExitCode {
  ok = 0,
  regression = 1,
  contradiction = 1,  ///< of a posted table with itself (audit)
  usage = 2,
  inconclusive = 3,
  void_arm = 4,
  interrupted = 130,
};

}  // namespace hotlap::core
