"""Sends exactly N requests on one connection, DEPTH at a time, and reads every answer: PORT N DEPTH [FIELD]...

A FIELD is a whole header line. For callgrind, which needs a count and not a time.
"""

import re
import socket
import sys
import time


def connect(port):
    deadline = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def read_answers(connection, count):
    """Every answer has a Content-Length."""
    head = re.compile(rb"HTTP/1\.1 200 OK\r\n(?:[^\r\n]+\r\n)*?Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n")
    data, place = b"", 0
    while count:
        match = head.match(data, place)
        if match is not None and match.end() + int(match[1]) <= len(data):
            place = match.end() + int(match[1])
            count -= 1
            continue
        more = connection.recv(1 << 20)
        if not more:
            sys.exit(f"the server closed with {count} answers missing; it sent: {data[place:][:200]!r}")
        data += more


def main():
    port, requests, depth = (int(word) for word in sys.argv[1:4])
    fields = "".join(field + "\r\n" for field in sys.argv[4:] or ["User-Agent: hotlap", "Accept: */*"])
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{fields}\r\n".encode()
    with connect(port) as connection:
        connection.settimeout(60)
        while requests:
            batch = min(depth, requests)
            connection.sendall(request * batch)
            read_answers(connection, batch)
            requests -= batch


if __name__ == "__main__":
    main()
