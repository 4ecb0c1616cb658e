/* Preloaded into a process: what it does to a file whose path holds "memory.db" fails when the test says so. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long before_failing = -1; /* operations that still succeed; -1: all do */
static long failing = 0;         /* how many fail after those */
static int code = EIO;
static int torn = 0;             /* a write that fails has written its first half */

long disk_fails(long after, long times, int error, int tear) { /* returns how many failed since the last call */
    static long wanted = 0;
    long failed = wanted - failing;
    before_failing = after, failing = wanted = times, code = error, torn = tear;
    return failed;
}

static int fails(int file) {
    char link[64], path[4096];
    if (before_failing < 0 || failing == 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (!strstr(path, "memory.db")) return 0;
    if (before_failing > 0) return before_failing--, 0;
    failing--;
    errno = code;
    return 1;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define WRITING(name, offset_type)                                                   \
    ssize_t name(int file, const void *data, size_t size, offset_type at) {          \
        REAL(name);              \
        if (!fails(file)) return real(file, data, size, at);                         \
        if (torn) real(file, data, size / 2, at);                                    \
        errno = code;                                                                \
        return -1;                                                                   \
    }
WRITING(pwrite, off_t)
WRITING(pwrite64, off64_t)

ssize_t write(int file, const void *data, size_t size) {
    REAL(write);
    return fails(file) ? -1 : real(file, data, size);
}

#define READING(name, offset_type)                                                   \
    ssize_t name(int file, void *data, size_t size, offset_type at) {                \
        REAL(name);                    \
        return code != ENOSPC && fails(file) ? -1 : real(file, data, size, at);      \
    }
READING(pread, off_t)
READING(pread64, off64_t)

#define SYNCING(name)                                                                \
    int name(int file) {                                                             \
        REAL(name);                                                    \
        return code != ENOSPC && fails(file) ? -1 : real(file);                      \
    }
SYNCING(fsync)
SYNCING(fdatasync)

#define CUTTING(name, size_type)                                                     \
    int name(int file, size_type size) {                                             \
        REAL(name);                                         \
        return code != ENOSPC && fails(file) ? -1 : real(file, size);                \
    }
CUTTING(ftruncate, off_t)
CUTTING(ftruncate64, off64_t)
