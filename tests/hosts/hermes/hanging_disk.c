/* Preloaded into a process: whatever touches a file of facts hangs as long as the file $DISK_HANGS_WHILE exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static void wait_while_hanging(const char *path) {
    const char *sign = getenv("DISK_HANGS_WHILE");
    if (!sign || !strstr(path, "memory_store.db")) return;
    while (access(sign, F_OK) == 0) usleep(20000);
}

static void wait_for(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return;
    path[length] = 0;
    wait_while_hanging(path);
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define MOVING(name, data_type, offset_type)                          \
    ssize_t name(int file, data_type data, size_t size, offset_type at) { \
        REAL(name);                                                   \
        wait_for(file);                                               \
        return real(file, data, size, at);                            \
    }
MOVING(pread, void *, off_t)
MOVING(pread64, void *, off64_t)
MOVING(pwrite, const void *, off_t)
MOVING(pwrite64, const void *, off64_t)

#define SYNCING(name)         \
    int name(int file) {      \
        REAL(name);           \
        wait_for(file);       \
        return real(file);    \
    }
SYNCING(fsync)
SYNCING(fdatasync)

#define LOOKING(name, stat_type)                      \
    int name(const char *path, struct stat_type *to) { \
        REAL(name);                                   \
        wait_while_hanging(path);                     \
        return real(path, to);                        \
    }
LOOKING(stat, stat)
LOOKING(stat64, stat64)
