// The two functions that bun's change 8 is about, as far as their arguments go; alike in all variants.
#pragma once

#include <cstddef>

#include "servers/kernels/call-arguments/arguments.h"

namespace call_arguments {

/// The mark by which the constructor knows that the server calls it: then eight arguments follow each other.
inline constexpr EncodedValue kServerCalls = integer(0x5e5e5e);

/// What IncomingMessage keeps of its arguments.
struct IncomingMessage {
  bool from_server = false;
  bool listens_to_pauses = false;  ///< a body is expected: `pause` and `resume` are listened to
  EncodedValue url = kUndefined;
  EncodedValue method = kUndefined;
  EncodedValue headers = kUndefined;
  EncodedValue raw_headers = kUndefined;
  EncodedValue handle = kUndefined;
  EncodedValue no_body = kFalse;
  EncodedValue socket = kUndefined;
  EncodedValue source = kUndefined;  ///< from anybody but the server: a request or a response of fetch
  EncodedValue options = kUndefined;
};

/// Once per request: (mark, url, method, headers, rawHeaders, handle, hasBody, socket), or (source, options).
template <CallArguments Arguments>
[[gnu::noinline]] void construct(Heap& heap, const CallFrame& frame, IncomingMessage& message) {
  const Arguments arguments(heap, frame);
  message.from_server = arguments[0] == kServerCalls;
  if (!message.from_server) {
    message.source = arguments[0];
    message.options = arguments[1];
    return;
  }
  message.url = arguments[1];
  message.method = arguments[2];
  message.headers = arguments[3];
  message.raw_headers = arguments[4];
  message.handle = arguments[5];
  message.no_body = arguments[6] == kTrue ? kFalse : kTrue;
  message.socket = arguments[7];
  message.listens_to_pauses = arguments[6] == kTrue;
}

/// Which listeners removeAllListeners() removes: without an argument those of all events, and undefined is an argument.
struct Removal {
  bool all = false;
  EncodedValue event = kUndefined;
};

template <CallArguments Arguments>
[[gnu::noinline]] Removal remove_all_listeners(Heap& heap, const CallFrame& frame) {
  const Arguments arguments(heap, frame);
  if (arguments.count() == 0) return {true, kUndefined};
  return {false, arguments[0]};
}

}  // namespace call_arguments
