// Linux calls on files that are measured, and that Swift's Glibc overlay does not expose.
#ifndef FAIRLEAD_CFILECALLS_H
#define FAIRLEAD_CFILECALLS_H

#include <sys/types.h>

/// open(2) with O_DIRECT: past the page cache; a descriptor, or -1 with errno.
int bench_open_direct(const char *path, int flags, mode_t mode);

/// copy_file_range(2): bytes that were copied, or -1 with errno.
ssize_t bench_copy_file_range(int source, off_t source_offset, int target, off_t target_offset, size_t count);

/// sendfile(2) to where the target stands: bytes that were copied, or -1 with errno.
ssize_t bench_sendfile(int source, off_t source_offset, int target, size_t count);

/// ioctl_ficlone(2): the target shares the blocks of the source; 0, or -1 with errno.
int bench_clone(int source, int target);

/// fallocate(2) without a mode: 0, or -1 with errno.
int bench_allocate(int descriptor, off_t offset, off_t count);

/// sync_file_range(2) with SYNC_FILE_RANGE_WRITE: writing to the disk begins; 0, or -1 with errno.
int bench_begin_write_out(int descriptor, off_t offset, off_t count);

#endif
