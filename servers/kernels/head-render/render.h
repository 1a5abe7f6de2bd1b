// The contract of the hot path head-render: writing status line, headers, Date and the Connection block of a response.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "servers/kernels/engine/arena.h"
#include "servers/kernels/head-render/value.h"

namespace head_render {

using engine::Arena;

struct Field {
  Text name;
  Text value;
};

/// What the function is given. Its texts are cells: values may point to them, so it stays where it is while rendered.
struct Head {
  Text status = "200 OK";
  std::span<const Field> fields;  ///< valid names and values, in order, a line each
  Text date;                      ///< empty: no Date line (the handler gave one, or wants none)
  bool has_connection = false;    ///< the handler gave Connection, or removed it: no Connection block
  bool keep_alive = true;
  std::int32_t keep_alive_timeout_ms = 5000;  ///< 0: no Keep-Alive line
  bool has_keep_alive = false;                ///< the handler gave a Keep-Alive line of its own
  /// server.maxRequestsPerSocket as the handler's program set it: undefined nearly always, else anything.
  Value max_requests;
};

/// Where the lines go.
template <class Out>
concept TakesLines = requires(Out out, std::string_view text) {
  out.status_line(text);
  out.header_line(text, text);
};

/// For the concept alone.
struct NoLines {
  void status_line(std::string_view) {}
  void header_line(std::string_view, std::string_view) {}
};

/// One object a server, as there is one function; it is not for several threads.
/// - render: `HTTP/1.1 <status>`, the fields, `Date`, then unless has_connection: `Connection: keep-alive` and
///   `Keep-Alive: timeout=<seconds>[, max=<max_requests>]`, or `Connection: close`. The `max` part stands when
///   ~~max_requests > 0 and shows the value as it was given: undefined, null, 0.5, -1, a word give none; 3, 5.7, "12"
///   do. Framing and the empty line are the caller's. Strings are made in the arena, alike in all variants.
/// - compilations: optimised plans built so far. exits: calls that left a plan at its failed speculation.
/// What it costs (Bun, change 1): the function computed ~~max_requests; optimised code speculated that the operand is
/// not undefined, left at it on every call, and JSC neither counts such an exit (Uncountable) against the speculation
/// nor learns from it. It compiled the same again, each time after twice as many calls: 7 times in 30,720 requests,
/// with 95 % of the samples in the baseline tier. Checked for undefined first, the optimised code stays: 1 compilation.
/// Modelled: a function of some 45 steps over registers; a generic interpreter that keeps every value in a frame in
/// memory, boxed, and asks for its kind at each step; a plan compiled from the steps (liveness, types, constants,
/// fusion), with unboxed values; the exit, which boxes the live values into a frame and goes on in the interpreter at
/// the step that failed; the counter. The first interval is JSC's 1000 / 15 calls of warm-up and 100 exits = 167.
/// The operand is looked at before the first line is written. In the source it was behind the last header; but there
/// the calls between two compilations ran in the baseline tier from their first step, and this is how 95 % get to be
/// there. Not modelled: machine code. A plan is a row of nodes, interpreted too; what it saves are steps, boxes and
/// checks.
template <class Render>
concept HeadRender = requires(Render render, const Render constant, const Head& head, Arena& arena, NoLines& out) {
  requires std::default_initializable<Render>;
  { Render::kId } -> std::convertible_to<std::string_view>;
  { Render::kHelp } -> std::convertible_to<std::string_view>;
  { render.render(head, arena, out) } -> std::same_as<void>;
  { constant.compilations() } -> std::same_as<std::uint64_t>;
  { constant.exits() } -> std::same_as<std::uint64_t>;
};

}  // namespace head_render
