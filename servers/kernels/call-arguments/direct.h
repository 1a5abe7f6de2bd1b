// call-arguments/direct: named parameters and the count of arguments, read from the frame (bun after change 8).
#pragma once

#include "servers/kernels/call-arguments/arguments.h"

namespace call_arguments {

class DirectArguments {
 public:
  static constexpr std::string_view kId = "direct";
  static constexpr std::string_view kHelp = "arguments read from the frame";

  DirectArguments(Heap&, const CallFrame& frame) : frame_(frame) {}

  EncodedValue operator[](std::size_t index) const {
    return index < frame_.count ? frame_.arguments[index] : kUndefined;
  }
  std::size_t count() const { return frame_.count; }

 private:
  const CallFrame& frame_;
};
static_assert(CallArguments<DirectArguments>);

}  // namespace call_arguments
