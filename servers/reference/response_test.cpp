// The head and framing of a response, without a socket, for every set of policies.
#include "servers/reference/response.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "servers/reference/handlers.h"
#include "servers/reference/policies.h"
#include "servers/reference/testing.h"

namespace reference {
namespace {

template <class Policies>
struct Answer : ::testing::Test {
  Response<Policies>& begin(Conversation conversation = {.keep_alive = true, .http_1_1 = true}) {
    cork_loop.data.cork_offset = 0;
    output.cork();
    young.reset();
    made.begin(conversation, output);
    return made;
  }
  /// What is in the cork; nothing here is as long as it.
  std::string text() const {
    return testing::mask_dates({cork_loop.data.cork_buffer.get(), cork_loop.data.cork_offset});
  }

  Service<Policies> service{Limits()};
  cork_write::Loop cork_loop;
  cork_write::Context context{&cork_loop};
  static constexpr int kNowhere = -1;
  Output output{context, kNowhere};
  engine::Arena young;
  Response<Policies> made{service, young};
};

using Sets = ::testing::Types<Before, After>;  // the others differ in one variant; sets_test.cpp compares them
TYPED_TEST_SUITE(Answer, Sets);

const std::string kTail = "Date: <date>\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n";

TYPED_TEST(Answer, keeps_the_headers_as_they_were_set_last) {
  auto& response = this->begin();
  response.set_header("X-One", "1");
  response.set_header("X-Two", "2");
  response.set_header("x-one", "3");
  response.append_header("X-TWO", "4");
  response.set_header("X-Gone", "5");
  response.remove_header("x-gone");
  EXPECT_EQ(response.get_header("X-ONE"), "3");
  EXPECT_TRUE(response.has_header("x-two"));
  EXPECT_FALSE(response.has_header("X-Gone"));
  EXPECT_EQ(response.get_header("never-set"), std::nullopt);
  response.end("ab");
  EXPECT_EQ(this->text(),
            "HTTP/1.1 200 OK\r\nx-one: 3\r\nX-Two: 2\r\nX-Two: 4\r\n" + kTail + "Content-Length: 2\r\n\r\nab");
  EXPECT_FALSE(response.last());
}

TYPED_TEST(Answer, writes_forty_headers_in_the_order_they_were_set) {
  auto& response = this->begin();
  std::vector<std::string> names;
  names.reserve(40);
  for (int i = 0; i < 40; ++i) names.push_back("X-Name-" + std::to_string(i * 31 % 40));
  std::string expected = "HTTP/1.1 200 OK\r\n";
  for (const std::string& name : names) {
    response.set_header(name, "v");
    expected += name + ": v\r\n";
  }
  response.end();
  EXPECT_EQ(this->text(), expected + kTail + "Content-Length: 0\r\n\r\n");
}

TYPED_TEST(Answer, merges_the_headers_of_write_head_with_those_set_before) {
  auto& response = this->begin();
  response.set_header("Content-Type", "text/plain");
  response.set_header("X", "1");
  const Header headers[] = {{"content-type", "text/html"}, {"Y", "2"}};
  response.write_head(404, headers);
  response.end();
  EXPECT_EQ(this->text(), "HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\nX: 1\r\nY: 2\r\n" + kTail +
                              "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
}

TYPED_TEST(Answer, adds_nothing_the_handler_gave_itself) {
  auto& response = this->begin();
  response.set_header("DATE", "today");
  response.set_header("Keep-Alive", "timeout=1");
  response.set_header("Transfer-Encoding", "chunked");
  response.end("abc");
  EXPECT_EQ(this->text(),
            "HTTP/1.1 200 OK\r\nDATE: today\r\nKeep-Alive: timeout=1\r\nTransfer-Encoding: chunked\r\n"
            "Connection: keep-alive\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
}

TYPED_TEST(Answer, adds_nothing_the_handler_removed) {
  auto& response = this->begin();
  response.remove_header("Date");
  response.remove_header("Connection");
  response.remove_header("Content-Length");
  response.end("abc");
  EXPECT_EQ(this->text(), "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
  EXPECT_FALSE(response.last());
}

TYPED_TEST(Answer, is_the_last_when_nothing_else_can_end_its_body) {
  auto& response = this->begin();
  response.remove_header("Transfer-Encoding");
  response.remove_header("Content-Length");
  response.end("abc");
  EXPECT_EQ(this->text(), "HTTP/1.1 200 OK\r\n" + kTail + "\r\nabc");
  EXPECT_TRUE(response.last());
}

TYPED_TEST(Answer, is_the_last_when_the_handler_says_close) {
  auto& response = this->begin();
  response.set_header("connection", "Close");
  response.end();
  EXPECT_TRUE(response.last());
}

TYPED_TEST(Answer, has_no_body_with_204_304_and_to_head) {
  for (const int status : {204, 304}) {
    auto& response = this->begin();
    response.status_code = status;
    response.end("never sent");
    EXPECT_EQ(this->text(), "HTTP/1.1 " + std::to_string(status) + (status == 204 ? " No Content" : " Not Modified") +
                                "\r\n" + kTail + "\r\n");
  }
  auto& response = this->begin({.keep_alive = true, .http_1_1 = true, .wants_body = false});
  response.set_header("Content-Length", "5");
  response.end("never");
  EXPECT_EQ(this->text(), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n" + kTail + "\r\n");
}

TYPED_TEST(Answer, starts_anew_after_begin) {
  auto& response = this->begin();
  response.set_header("X", "1");
  response.status_code = 500;
  response.remove_header("Date");
  response.end("abc");
  this->begin();
  EXPECT_FALSE(response.has_header("X"));
  EXPECT_EQ(response.container_bytes(), 0u);
  response.end();
  EXPECT_EQ(this->text(), "HTTP/1.1 200 OK\r\n" + kTail + "Content-Length: 0\r\n\r\n");
}

TYPED_TEST(Answer, allocates_no_memory_once_the_first_has_been_made) {
  Request request;
  IncomingMessage<TypeParam> message(this->service, this->young);
  auto programs = std::apply(
      [&](auto... handler) {
        return std::tuple<typename decltype(handler)::template Program<TypeParam>...>(
            typename decltype(handler)::template Program<TypeParam>(this->service)...);
      },
      Handlers{});
  const auto answer_all = [&] {
    std::apply(
        [&](auto&... program) { ((this->begin(), message.begin(request), program.handle(message, this->made)), ...); },
        programs);
  };
  for (int i = 0; i < 100; ++i) answer_all();  // head-render compiles its plan after some calls
  const std::size_t before = testing::allocations();
  for (int i = 0; i < 100; ++i) answer_all();
  EXPECT_EQ(testing::allocations(), before);
}

TYPED_TEST(Answer, emits_its_events_in_the_order_of_node) {
  auto& response = this->begin();
  std::string events;
  struct Note {
    std::string& all;
    std::string_view name;
    void take(std::span<const Value>) { all += std::string(name) + " "; }
  };
  Note notes[] = {{events, "prefinish"}, {events, "finish"}, {events, "finish-again"}, {events, "close"}};
  Listener listeners[] = {listener_of<&Note::take>(notes[0]), listener_of<&Note::take>(notes[1]),
                          listener_of<&Note::take>(notes[2]), listener_of<&Note::take>(notes[3])};
  response.on(response.events().close, listeners[3]);
  response.on(response.events().finish, listeners[1]);
  response.on(response.events().finish, listeners[2]);
  response.on(response.events().prefinish, listeners[0]);
  response.end("abc");
  EXPECT_EQ(events, "prefinish finish finish-again close ");
}

TYPED_TEST(Answer, merges_lines_of_one_name_given_to_write_head_with_those_set_before) {
  const std::string_view two[] = {"1", "2"};
  header_walk::PlainObject object(this->service.old(), this->service.literals());
  header_walk::put(object, this->service.old(), this->service.names(), "X", two);
  header_walk::put(object, this->service.old(), this->service.names(), "Y", "3");
  for (const bool stored : {false, true}) {
    auto& response = this->begin();
    if (stored) response.set_header("x", "gone");
    response.write_head(200, object);
    response.end();
    EXPECT_EQ(this->text(),
              "HTTP/1.1 200 OK\r\nX: 1\r\nX: 2\r\nY: 3\r\n" + kTail + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  }
}

TYPED_TEST(Answer, ends_the_program_rather_than_send_a_broken_header) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(this->begin().set_header("X", "a\r\nY: b"), "no control characters");
  EXPECT_DEATH(this->begin().set_header("X Y", "a"), "is a token");
  EXPECT_DEATH(this->begin().set_header("", "a"), "is a token");
  const Header broken[] = {{"X:", "a"}};
  EXPECT_DEATH(this->begin().write_head(200, broken), "is a token");
}

TYPED_TEST(Answer, is_chunked_when_it_comes_in_pieces_and_may_have_trailers) {
  auto& response = this->begin();
  response.add_trailer("X-Sum", "3");
  response.write("ab");
  response.write("");
  response.end("c");
  EXPECT_EQ(this->text(), "HTTP/1.1 200 OK\r\n" + kTail +
                              "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\nX-Sum: 3\r\n\r\n");
}

TYPED_TEST(Answer, in_pieces_without_chunks_ends_with_the_connection_and_has_no_trailers) {
  auto& response = this->begin({.keep_alive = true, .http_1_1 = false});
  response.add_trailer("X-Sum", "3");
  response.write("ab");
  response.end("c");
  EXPECT_TRUE(response.last());
  EXPECT_EQ(this->text(), "HTTP/1.1 200 OK\r\nDate: <date>\r\nConnection: close\r\n\r\nabc");
}

TYPED_TEST(Answer, in_pieces_of_a_stated_length_is_not_chunked) {
  auto& response = this->begin();
  response.set_header("Content-Length", "3");
  response.write("ab");
  response.end("c");
  EXPECT_EQ(this->text(), "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n" + kTail + "\r\nabc");
}

TYPED_TEST(Answer, to_head_has_no_body_however_it_is_written) {
  auto& response = this->begin({.keep_alive = true, .http_1_1 = true, .wants_body = false});
  response.add_trailer("X-Sum", "3");
  response.write("ab");
  response.end("c");
  EXPECT_EQ(this->text(), "HTTP/1.1 200 OK\r\n" + kTail + "\r\n");
}

}  // namespace
}  // namespace reference
