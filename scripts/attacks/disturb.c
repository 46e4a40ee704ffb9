/* Loaded before the C library into a server under attack: another time of day, a disk that is slow
   or full, as the page that ATTACK_DISTURBANCE names says at the moment. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct page {
    volatile int64_t clock_seconds;
    volatile int64_t sync_milliseconds;
    volatile int64_t is_full;
};

static struct page nothing;
static struct page *told = &nothing;

__attribute__((constructor)) static void open_page(void) {
    const char *path = getenv("ATTACK_DISTURBANCE");
    int file = path ? open(path, O_RDONLY) : -1;
    if (file < 0) return;
    void *found = mmap(NULL, sizeof(struct page), PROT_READ, MAP_SHARED, file, 0);
    if (found != MAP_FAILED) told = found;
    close(file);
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int clock_gettime(clockid_t clock, struct timespec *out) {
    static __typeof__(&clock_gettime) real;
    if (!real) real = (__typeof__(&clock_gettime))dlsym(RTLD_NEXT, "clock_gettime");
    int answer = real(clock, out);
    if (!answer && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        out->tv_sec += told->clock_seconds;
    return answer;
}

int gettimeofday(struct timeval *out, void *zone) {
    (void)zone;
    struct timespec now;
    int answer = clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return answer;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

static void wait_for_disk(void) {
    int64_t milliseconds = told->sync_milliseconds;
    if (milliseconds > 0) usleep((useconds_t)(milliseconds * 1000));
}

int fsync(int file) {
    REAL(fsync);
    wait_for_disk();
    return real(file);
}

int fdatasync(int file) {
    REAL(fdatasync);
    wait_for_disk();
    return real(file);
}

static int has_no_room(int file) {
    struct stat found;
    if (!told->is_full || fstat(file, &found) || !S_ISREG(found.st_mode)) return 0;
    errno = ENOSPC;
    return 1;
}

ssize_t write(int file, const void *from, size_t length) {
    REAL(write);
    return has_no_room(file) ? -1 : real(file, from, length);
}

ssize_t pwrite(int file, const void *from, size_t length, off_t place) {
    REAL(pwrite);
    return has_no_room(file) ? -1 : real(file, from, length, place);
}

ssize_t pwrite64(int file, const void *from, size_t length, off64_t place) {
    REAL(pwrite64);
    return has_no_room(file) ? -1 : real(file, from, length, place);
}

ssize_t writev(int file, const struct iovec *from, int count) {
    REAL(writev);
    return has_no_room(file) ? -1 : real(file, from, count);
}
