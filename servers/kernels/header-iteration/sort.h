// Array.prototype.sort as V8 has it: a stable merge sort of runs, which short arrays are one of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "servers/kernels/header-iteration/heap.h"

namespace header_iteration {

/// deno's comparison of two entries: `>` first, then `<`.
inline int compare(const Entry& left, const Entry& right) {
  if (left.name > right.name) return 1;
  if (left.name < right.name) return -1;
  return 0;
}

/// Facts from V8's third_party/v8/builtins/array-sort.tq: a state of 17 words, a zeroed stack of 85 words for runs, a
/// copy of the array that is sorted and written back; up to 63 elements are one run, extended by binary insertion.
/// Simpler than there: runs are merged without galloping, and a run is merged when the next one is more than half as
/// long.
class Sort {
 public:
  static void sort(EntryArray& entries, const Space& space) {
    const std::size_t length = entries.size();
    if (length < 2) return;
    auto* sort = new (space.allocate(sizeof(Sort))) Sort(space, length);
    std::copy_n(entries.begin(), length, sort->work_);
    sort->sort_work(length);
    std::copy_n(sort->work_, length, entries.begin());
  }

 private:
  static constexpr std::size_t kStackWords = 85;
  static constexpr std::size_t kMinTemporary = 32;

  struct Run {
    std::size_t begin;
    std::size_t length;
  };

  Sort(const Space& space, std::size_t length) : space_(space) {
    auto* words = new_fixed_array<std::uint64_t>(space, kStackWords);
    std::fill_n(words, kStackWords, 0);
    runs_ = reinterpret_cast<Run*>(words);
    work_ = new_fixed_array<Entry*>(space, length);
    std::fill_n(work_, length, nullptr);
  }

  void sort_work(std::size_t length) {
    const std::size_t shortest = shortest_run(length);
    for (std::size_t begin = 0; begin < length;) {
      std::size_t run = natural_run(begin, length);
      if (run < shortest) {
        const std::size_t forced = std::min(shortest, length - begin);
        insert(begin, begin + run, begin + forced);
        run = forced;
      }
      runs_[run_count_++] = {begin, run};
      while (run_count_ > 1 && runs_[run_count_ - 2].length < 2 * runs_[run_count_ - 1].length) merge_last_two();
      begin += run;
    }
    while (run_count_ > 1) merge_last_two();
  }

  /// All of less than 64, else 32 to 64.
  static std::size_t shortest_run(std::size_t length) {
    std::size_t shifted_out = 0;
    for (; length >= 64; length >>= 1) shifted_out |= length & 1;
    return length + shifted_out;
  }

  /// The length of the run that begins there; one that strictly falls is turned round.
  std::size_t natural_run(std::size_t begin, std::size_t end) {
    if (begin + 1 == end) return 1;
    const bool falls = compare(*work_[begin + 1], *work_[begin]) < 0;
    std::size_t next = begin + 2;
    while (next < end && (compare(*work_[next], *work_[next - 1]) < 0) == falls) ++next;
    if (falls) std::reverse(work_ + begin, work_ + next);
    return next - begin;
  }

  /// Binary insertion; up to `sorted` it is.
  void insert(std::size_t begin, std::size_t sorted, std::size_t end) {
    for (; sorted < end; ++sorted) {
      Entry* pivot = work_[sorted];
      std::size_t left = begin, right = sorted;
      while (left < right) {
        const std::size_t middle = left + (right - left) / 2;
        if (compare(*pivot, *work_[middle]) < 0) {
          right = middle;
        } else {
          left = middle + 1;
        }
      }
      std::move_backward(work_ + left, work_ + sorted, work_ + sorted + 1);
      work_[left] = pivot;
    }
  }

  [[gnu::noinline]] void merge_last_two() {
    const Run second = runs_[--run_count_];
    Run& first = runs_[run_count_ - 1];
    if (temporary_length_ < first.length) {
      temporary_length_ = std::max(kMinTemporary, first.length);
      temporary_ = new_fixed_array<Entry*>(space_, temporary_length_);
    }
    std::copy_n(work_ + first.begin, first.length, temporary_);
    Entry** left = temporary_;
    Entry** const left_end = temporary_ + first.length;
    Entry** right = work_ + second.begin;
    Entry** const right_end = right + second.length;
    Entry** to = work_ + first.begin;
    while (left < left_end && right < right_end) *to++ = compare(**right, **left) < 0 ? *right++ : *left++;
    std::copy(left, left_end, to);
    first.length += second.length;
  }

  Space space_;
  Run* runs_ = nullptr;
  std::size_t run_count_ = 0;
  Entry** work_ = nullptr;
  Entry** temporary_ = nullptr;
  std::size_t temporary_length_ = 0;
  [[maybe_unused]] std::uint64_t others_[10] = {};  // receiver, accessors and the like
};
static_assert(sizeof(Sort) == 136);

}  // namespace header_iteration
