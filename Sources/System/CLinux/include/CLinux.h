// Linux calls that Swift's Glibc overlay does not expose.
#ifndef FAIRLEAD_CLINUX_H
#define FAIRLEAD_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// renameat2(2) with RENAME_EXCHANGE: 0, or -1 with errno.
int fairlead_rename_exchange(const char *first, const char *second);

/// syncfs(2): writes out the file system that holds the open file, 0, or -1 with errno.
int fairlead_sync_file_system(int descriptor);

/// fstatfs(2): the kind of the file system that holds the open file, as `f_type` names it; 0 if it does not say.
uint32_t fairlead_file_system_type(int descriptor);

/// sync_file_range(2) with SYNC_FILE_RANGE_WRITE: begins to bring a part of the open file to the disk, and does not wait for it;
/// 0, or -1 with errno.
int fairlead_begin_write_out(int descriptor, off_t offset, off_t count);

/// pipe2(2) with O_CLOEXEC: the end to read, then the end to write, which no program inherits that any thread starts; 0, or -1 with
/// errno.
int fairlead_closing_pipe(int ends[2]);

/// mallinfo2(3): the bytes that are allocated on the heap, for benchmarks.
size_t fairlead_heap_in_use(void);

/// malloc_trim(3): gives free memory of the heap back, for benchmarks.
void fairlead_trim_heap(void);

#endif
