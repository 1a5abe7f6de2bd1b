// The value of the Date header: day and month names are English whatever the locale.
#include "servers/reference/date.h"

#include <cstring>

namespace reference {
namespace {

void put_two(char* at, unsigned value) {
  at[0] = static_cast<char>('0' + value / 10);
  at[1] = static_cast<char>('0' + value % 10);
}

}  // namespace

DateCache::Text DateCache::format(std::chrono::sys_seconds time) {
  using namespace std::chrono;
  const sys_days day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  const unsigned month_index = static_cast<unsigned>(date.month()) - 1;
  const auto year = static_cast<unsigned>(static_cast<int>(date.year()));

  Text text;
  std::memcpy(text.data(), "Ddd, 00 Mmm 0000 00:00:00 GMT", text.size());
  std::memcpy(&text[0], &"SunMonTueWedThuFriSat"[weekday(day).c_encoding() * std::size_t{3}], 3);
  put_two(&text[5], static_cast<unsigned>(date.day()));
  std::memcpy(&text[8], &"JanFebMarAprMayJunJulAugSepOctNovDec"[month_index * std::size_t{3}], 3);
  put_two(&text[12], year / 100 % 100);
  put_two(&text[14], year % 100);
  put_two(&text[17], static_cast<unsigned>(clock.hours().count()));
  put_two(&text[20], static_cast<unsigned>(clock.minutes().count()));
  put_two(&text[23], static_cast<unsigned>(clock.seconds().count()));
  return text;
}

void DateCache::refresh(std::uint64_t loop_ms) {
  using namespace std::chrono;
  const auto now = floor<milliseconds>(system_clock::now());
  const auto second = floor<seconds>(now);
  text_ = format(second);
  valid_until_ms_ = loop_ms + static_cast<std::uint64_t>((second + seconds(1) - now).count());
}

}  // namespace reference
