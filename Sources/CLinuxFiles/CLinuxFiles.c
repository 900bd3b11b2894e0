#define _GNU_SOURCE
#include "CLinuxFiles.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int fairlead_rename_noreplace(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int fairlead_rename_exchange(const char *first, const char *second) {
    return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int fairlead_sync_file_system(int descriptor) {
    return syncfs(descriptor);
}
