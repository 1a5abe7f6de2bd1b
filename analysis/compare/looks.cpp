// Reads the looks out of a record's events.
#include "analysis/compare/looks.h"

#include <algorithm>

namespace hotlap::compare {
namespace {

class Looks {
 public:
  void round_done() { ++done_; }
  void plan(double rounds) { planned_ = rounds; }
  void look() {
    const auto done = static_cast<double>(done_);
    const double information = stats::t_information(done);
    if (done_ == 0 || (!looks_.empty() && looks_.back().information >= information)) return;
    looks_.push_back({information, planned_ > 0 ? std::min(1.0, done / planned_) : 1.0});
  }
  std::vector<stats::Look> take() { return std::move(looks_); }

 private:
  int done_ = 0;
  double planned_ = 0;
  std::vector<stats::Look> looks_;
};

}  // namespace

std::vector<stats::Look> looks_of(const Part& part) {
  if (part.header->rounds > 0) return {{1, 1}};
  Looks looks;
  for (const record::Event* event : part.events) {
    using record::EventKind;
    if (event->kind == EventKind::interrupted || event->kind == EventKind::resumed) looks.look();
    if (event->kind == EventKind::round_done) looks.round_done();
    if (event->kind == EventKind::planned) looks.plan(event->number);
    if (event->kind == EventKind::look) looks.look();
  }
  looks.look();
  std::vector<stats::Look> all = looks.take();
  if (all.empty()) all.push_back({1, 1});
  return all;
}

}  // namespace hotlap::compare
