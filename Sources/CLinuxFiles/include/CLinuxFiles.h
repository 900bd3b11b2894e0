// Linux file calls that Swift's Glibc overlay does not expose.
#ifndef FAIRLEAD_CLINUXFILES_H
#define FAIRLEAD_CLINUXFILES_H

/// renameat2(2) with RENAME_NOREPLACE: 0, or -1 with errno.
int fairlead_rename_noreplace(const char *from, const char *to);

/// renameat2(2) with RENAME_EXCHANGE: 0, or -1 with errno.
int fairlead_rename_exchange(const char *first, const char *second);

/// syncfs(2): writes out the file system that holds the open file, 0, or -1 with errno.
int fairlead_sync_file_system(int descriptor);

#endif
