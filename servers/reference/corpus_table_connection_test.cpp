// Requests after the corpus: how connections go on, end, and are asked to change their protocol.
#include "servers/reference/corpus_cases.h"

namespace reference::testing {

std::vector<RequestCase> corpus_connection_cases() {
  return {
      // connection.md, keep-alive.
      {"corpus connection: keep-alive on a PUT that has no body",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nConnection: keep-alive\r\n\r\n",
       {200},
       After::kept,
       "RFC 9112, 9.3"},
      {"corpus connection: keep-alive on two PUTs at once",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nConnection: keep-alive\r\n\r\n"
       "PUT /shelf/2 HTTP/1.1\r\nHost: b\r\nConnection: keep-alive\r\n\r\n",
       {200, 200},
       After::kept,
       "RFC 9112, 9.3"},
      {"corpus connection: HTTP/1.0 and an HTTP/1.1 request behind it",
       "PUT /shelf HTTP/1.0\r\n\r\n",
       {200},
       After::closed,
       "RFC 9112, 9.3",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\n\r\n"},
      {"corpus connection: HTTP/1.0 with a length and a chunked request behind it",
       "PUT /shelf HTTP/1.0\r\nContent-Length: 0\r\n\r\n",
       {200},
       After::closed,
       "RFC 9112, 9.3",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
      {"corpus connection: an empty line behind a body",
       "POST /form HTTP/1.1\r\nHost: b.example\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nn=100"
       "\r\n\r\nGET /form HTTP/1.1\r\nHost: b.example\r\n\r\n",
       {200, 200},
       After::kept,
       "RFC 9112, 2.2"},
      {"corpus connection: a CR instead of the hyphen of keep-alive",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nConnection: keep\ralive\r\n\r\n",
       {400},
       After::closed,
       "RFC 9112, 2.2"},

      // connection.md, close.
      {"corpus connection: close on a PUT",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n",
       {200},
       After::closed,
       "RFC 9112, 9.6"},
      {"corpus connection: close on a body, an empty line and a request behind it",
       "POST /form HTTP/1.1\r\nHost: b.example\r\nContent-Length: 5\r\nConnection: close\r\n\r\nn=100",
       {200},
       After::closed,
       "RFC 9112, 9.6",
       "\r\n\r\nGET /form HTTP/1.1\r\nHost: b.example\r\n\r\n"},

      // connection.md, several tokens.
      {"corpus connection: close and a tab",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nConnection: close\t\r\n\r\n",
       {200},
       After::closed,
       "RFC 9112, 5.1"},
      {"corpus connection: close and a tab on a body, an empty line and a request behind it",
       "POST /form HTTP/1.1\r\nHost: b.example\r\nContent-Length: 5\r\nConnection: close\t\r\n\r\nn=100",
       {200},
       After::closed,
       "RFC 9112, 9.6",
       "\r\n\r\nGET /form HTTP/1.1\r\nHost: b.example\r\n\r\n"},
      {"corpus connection: close first and keep-alive last",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nConnection: close, x, upgrade, y, keep-alive\r\n\r\n",
       {200},
       After::closed,
       "RFC 9112, 9.3"},
      {"corpus connection: tokens on a folded line",
       "GET /room HTTP/1.1\r\nHost: b\r\nConnection: Any,\r\n Upgrade, ,Keep-Alive\r\nUpgrade: chat\r\n\r\n",
       {400},
       After::closed,
       "RFC 9112, 5.2"},
      {"corpus connection: keep-alive and upgrade, and what is not HTTP behind it",
       "GET /room HTTP/1.1\r\nHost: b\r\nConnection: keep-alive, upgrade\r\nUpgrade: chat\r\n\r\nHello there\r\n\r\n",
       {200, 400},
       After::closed,
       "RFC 9110, 7.8"},
      {"corpus connection: tokens on a folded line that begins behind a space",
       "GET /room HTTP/1.1\r\nHost: b\r\nConnection: keep-alive, \r\n upgrade\r\nUpgrade: chat\r\n\r\n",
       {400},
       After::closed,
       "RFC 9112, 5.2"},
      {"corpus connection: a space before its colon",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nConnection : upgrade\r\nContent-Length: 3\r\nUpgrade: chat\r\n\r\nabcdef",
       {400},
       After::closed,
       "RFC 9112, 5.1"},

      // connection.md, upgrade: nobody upgrades here, so what follows the request is the next one.
      {"corpus connection: an upgrade on a PUT",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nConnection: upgrade\r\nUpgrade: chat\r\n\r\n",
       {200},
       After::kept,
       "RFC 9110, 7.8"},
      {"corpus connection: an upgrade with a body and what is not HTTP behind it",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nConnection: upgrade\r\nContent-Length: 3\r\nUpgrade: "
       "chat\r\n\r\nabcdef\r\n\r\n",
       {200, 400},
       After::closed,
       "RFC 9110, 7.8"},
      {"corpus connection: an upgrade to WebSocket and what is not HTTP behind it",
       "GET /room HTTP/1.1\r\nHost: b.example\r\nConnection: Upgrade\r\nSec-WebSocket-Key2: 7 3 Q1 2  .M4\r\n"
       "Sec-WebSocket-Protocol: any\r\nUpgrade: WebSocket\r\nSec-WebSocket-Key1: 9 @2  55Xk 0 1\r\n"
       "Origin: http://b.example\r\n\r\nHello there\r\n\r\n",
       {200, 400},
       After::closed,
       "RFC 9110, 7.8"},
      {"corpus connection: a POST with an upgrade to HTTP/2.0 and what is not HTTP behind it",
       "POST /room HTTP/1.1\r\nHost: b.example\r\nConnection: Upgrade\r\nUpgrade: HTTP/2.0\r\nContent-Length: 8\r\n\r\n"
       "12345678Hello there\r\n\r\n",
       {200, 400},
       After::closed,
       "RFC 9110, 7.8"},

      // finish.md: the bytes end.
      {"corpus finish: in a body",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nContent-Length: 200\r\n\r\n",
       {200},
       After::closed,
       "RFC 9112, 8; the answer was sent with the head"},
      {"corpus finish: in the name of a header",
       "PUT /shelf HTTP/1.1\r\nHost: b\r\nContent-Leng",
       {400},
       After::closed,
       "RFC 9112, 8"},
      {"corpus finish: in the request line", "PUT /shelf HT", {400}, After::closed, "RFC 9112, 8"},

      // pipelining.md, and pausing.md: every one of its messages is one of these bodies.
      {"corpus pipelining: three requests with bodies, an empty line between",
       "POST /a HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n\r\nxx\r\n"
       "PUT /bb HTTP/1.1\r\nHost: b\r\nContent-Length: 3\r\n\r\nyyy\r\n"
       "PATCH /ccc HTTP/1.1\r\nHost: b\r\nContent-Length: 4\r\n\r\nzzzz",
       {200, 200, 200},
       After::kept,
       "RFC 9112, 9.3.2"},
      {"corpus pausing: a body with a length, a chunked one, and one with an extension",
       "POST /a HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n\r\nxx"
       "PUT /bb HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n0\r\n\r\n"
       "PUT /ccc HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\nc;k=v\r\n012345678901\r\n0\r\n\r\n",
       {200, 200, 200},
       After::kept,
       "RFC 9112, 9.3.2"},
  };
}

}  // namespace reference::testing
