// Requests after the corpus: where bodies end.
#include "servers/reference/corpus_cases.h"

namespace reference::testing {
namespace {

const std::string kChunkedHead = "POST /bin HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n";
// The answer is sent with the head; what is wrong in the body ends the connection.
const char* const kChunk = "RFC 9112, 7.1";
const char* const kExtension = "RFC 9112, 7.1.1";

}  // namespace

std::vector<RequestCase> corpus_framing_cases() {
  return {
      // content-length.md
      {"corpus Content-Length: another header behind one with leading zeros",
       "PUT /bin HTTP/1.1\r\nHost: b\r\nContent-Length: 004\r\nHey: you\r\n\r\nabcd",
       {200},
       After::kept,
       "RFC 9112, 6.3"},
      {"corpus Content-Length: and the coding identity",
       "PUT /bin HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\nTransfer-Encoding: identity\r\n\r\nab",
       {400},
       After::closed,
       "RFC 9112, 6.3"},
      {"corpus Content-Length: a space before its colon, in an upgrade",
       "PUT /bin HTTP/1.1\r\nHost: b\r\nConnection: upgrade\r\nContent-Length : 3\r\nUpgrade: chat\r\n\r\nabcdef",
       {400},
       After::closed,
       "RFC 9112, 5.1"},
      {"corpus Content-Length: in mixed case on a GET of HTTP/1.0",
       "GET /length HTTP/1.0\r\nconTENT-lenGTH: 4\r\n\r\nHEYO",
       {200},
       After::closed,
       "RFC 9110, 5.1"},
      {"corpus Content-Length: spaces around it",
       "POST /bin HTTP/1.1\r\nHost: b\r\nContent-Length:  12 \r\n\r\n0123456789ab",
       {200},
       After::kept,
       "RFC 9112, 5.1"},
      {"corpus Content-Length: empty without a space",
       "POST /bin HTTP/1.1\r\nHost: b\r\nContent-Length:\r\n\r\n",
       {400},
       After::closed,
       "RFC 9112, 6.3"},
      {"corpus Content-Length: a CR instead of its hyphen",
       "PUT /bin HTTP/1.1\r\nHost: b\r\nContent\rLength: 004\r\n\r\nabcd",
       {400},
       After::closed,
       "RFC 9112, 2.2"},
      {"corpus Content-Length: a body that looks like a request",
       "PUT /bin HTTP/1.1\r\nHost: b\r\nContent-Length: 48\r\n\r\n"
       "POST /in HTTP/1.1\r\nHost: b\r\nContent-Length: 7\r\n\r\n",
       {200},
       After::kept,
       "RFC 9112, 6.3"},
      {"corpus Content-Length: a CR and the body where the empty line should be",
       "PUT /bin HTTP/1.1\r\nHost: b\r\nContent-Length: 4\r\n\rabcd",
       {400},
       After::closed,
       "RFC 9112, 2.2"},

      // transfer-encoding.md, chunks.
      {"corpus chunk: no chunk but the next request", kChunkedHead, {200}, After::closed, kChunk},
      {"corpus chunk: size in lower case", kChunkedHead + "b\r\n0123456789a\r\n0\r\n\r\n", {200}, After::kept, kChunk},
      {"corpus chunk: size of two digits",
       kChunkedHead + "1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n",
       {200},
       After::kept,
       kChunk},
      {"corpus chunk: two of them and a last one of many zeros",
       kChunkedHead + "4\r\nwell\r\n5\r\n done\r\n0000\r\n\r\n",
       {200},
       After::kept,
       kChunk},
      {"corpus chunk: two trailers",
       kChunkedHead + "4\r\nwell\r\n5\r\n done\r\n0\r\nETag: \"1\"\r\nContent-Language: en\r\n\r\n",
       {200},
       After::kept,
       "RFC 9112, 7.1.2"},
      {"corpus chunk: two extensions without values",
       kChunkedHead + "4;one;two\r\nwell\r\n0\r\n\r\n",
       {200},
       After::kept,
       kExtension},
      {"corpus chunk: a word behind the size without a semicolon",
       kChunkedHead + "3 stray\r\nabc\r\n0 stray\r\n\r\n",
       {200},
       After::closed,
       kExtension},
      {"corpus chunk: a semicolon and no extension",
       kChunkedHead + "3;\r\nabc\r\n0\r\n\r\n",
       {200},
       After::closed,
       kExtension},
      {"corpus chunk: a quoted value that does not end",
       kChunkedHead + "4;k=\"v;w\r\nwell\r\n0\r\n\r\n",
       {200},
       After::closed,
       kExtension},
      {"corpus chunk: no last one", kChunkedHead + "4\r\nwell\r\n\r\n", {200}, After::closed, kChunk},
      {"corpus chunk: LF and spaces behind the size",
       kChunkedHead + "4 \n  \r\nwell\r\n0\r\n\r\n",
       {200},
       After::closed,
       kChunk},
      {"corpus chunk: two CR behind the size",
       kChunkedHead +
           "5\r\r;VWXYZ\r\n33\r\nE\r\n0\r\n\r\nGET /in HTTP/1.1\r\nHost: b\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
       {200},
       After::closed,
       "smuggling"},
      {"corpus chunk: a space behind the size", kChunkedHead + "4 \r\nwell\r\n0\r\n\r\n", {200}, After::closed, kChunk},

      // transfer-encoding.md, codings.
      {"corpus Transfer-Encoding: identity before Content-Length",
       "POST /bin?k=v HTTP/1.1\r\nHost: b\r\nAccept: */*\r\nTransfer-Encoding: identity\r\nContent-Length: "
       "4\r\n\r\nwell",
       {400},
       After::closed,
       "RFC 9112, 6.3"},
      {"corpus Transfer-Encoding: three times empty behind Content-Length",
       "POST /bin HTTP/1.1\r\nHost: b\r\nContent-Length: 9\r\nTransfer-Encoding:\r\nTransfer-Encoding:\r\n"
       "Transfer-Encoding:\r\n\r\n2\r\nab\r\n0\r\n\r\n",
       {400},
       After::closed,
       "smuggling"},
      {"corpus Transfer-Encoding: chunkedchunked",
       "POST /bin HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunkedchunked\r\n\r\n4\r\nwell\r\n0\r\n\r\n",
       {400},
       After::closed,
       "RFC 9112, 6.1"},
      {"corpus Transfer-Encoding: a folded line behind chunked",
       "PUT /bin HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n  x\r\n\r\n4\r\nwell\r\n0\r\n\r\n",
       {400},
       After::closed,
       "RFC 9112, 5.2"},
  };
}

}  // namespace reference::testing
