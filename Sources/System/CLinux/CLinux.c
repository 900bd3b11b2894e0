#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/vfs.h>
#include <unistd.h>

int fairlead_rename_exchange(const char *first, const char *second) {
    return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int fairlead_sync_file_system(int descriptor) {
    return syncfs(descriptor);
}

uint32_t fairlead_file_system_type(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 ? (uint32_t)status.f_type : 0;
}

int fairlead_begin_write_out(int descriptor, off_t offset, off_t count) {
    return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

int fairlead_closing_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

size_t fairlead_heap_in_use(void) {
    struct mallinfo2 information = mallinfo2();
    return information.uordblks + information.hblkhd;
}

void fairlead_trim_heap(void) {
    malloc_trim(0);
}
