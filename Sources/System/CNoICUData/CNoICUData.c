#include <stdint.h>

// GRDB and Yams import all of Foundation, and with it ICU and 34 MB of its data: languages, calendars, time zones, collations. All that
// asks for data here is the writing of dates, for the rules of its time zone, GMT, which ICU has without data. A library of data
// without an item ("Stub data", ICU User Guide, "ICU Data") in the program itself keeps the linker from taking the one in
// lib_FoundationICU.a; what asks for data is told that there is none, as where a file is missing. The shared libraries of a debug
// build have their own. Another version of ICU has another name for it: then the program is as large as before, which
// Scripts/check-binary says.
struct ICUData {
    uint16_t header_size;
    uint8_t magic[2];
    // UDataInfo
    uint16_t info_size, reserved;
    uint8_t is_big_endian, charset_family, size_of_uchar, reserved_byte;
    uint8_t format[4], format_version[4], data_version[4];
    uint8_t padding[8];
    // The table of contents
    uint32_t count;
};

__attribute__((visibility("hidden"), aligned(16))) const struct ICUData icudt76_dat = {
    .header_size = 32,
    .magic = {0xDA, 0x27},
    .info_size = 20,
    .size_of_uchar = 2,
    .format = "CmnD",
    .format_version = {1},
};
