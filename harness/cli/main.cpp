// hotlap: did this change make the HTTP hot path faster or slower, and how sure are we?
#include <iostream>

#include "harness/cli/program.h"

int main(int argc, char** argv) { return static_cast<int>(hotlap::cli::program(argc, argv, std::cout, std::cerr)); }
