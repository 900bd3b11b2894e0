#define _GNU_SOURCE
#include "CFileCalls.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <unistd.h>

int bench_open_direct(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_DIRECT, mode);
}

ssize_t bench_copy_file_range(int source, off_t source_offset, int target, off_t target_offset, size_t count) {
    return copy_file_range(source, &source_offset, target, &target_offset, count, 0);
}

ssize_t bench_sendfile(int source, off_t source_offset, int target, size_t count) {
    return sendfile(target, source, &source_offset, count);
}

int bench_clone(int source, int target) {
    return ioctl(target, FICLONE, source);
}

int bench_allocate(int descriptor, off_t offset, off_t count) {
    return fallocate(descriptor, 0, offset, count);
}

int bench_begin_write_out(int descriptor, off_t offset, off_t count) {
    return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}
