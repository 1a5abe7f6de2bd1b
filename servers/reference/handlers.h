// The applications the server can run, one a scenario or a group of them.
#pragma once

#include <tuple>

#include "servers/reference/echo_handler.h"
#include "servers/reference/hello_handlers.h"
#include "servers/reference/node_handlers.h"
#include "servers/reference/source_handlers.h"

namespace reference {

using Handlers = std::tuple<SetHeader, SetHeaderLength, WriteHead, WriteHeadChunked, ReadTwo, Iterate, ManyClients,
                            JsonApi, Fixture, ManyHeaders, IncomingHeaders, EndVsWriteEnd, Echo>;

}  // namespace reference
