#define _GNU_SOURCE
#include "places.h"

#if CSR_EXPLORE
#include <link.h>
#include <pthread.h>
#include <string.h>

typedef struct {
  uintptr_t start, end;
} range;

enum { RANGES_MAX = 64, DEPTH_MAX = 12 };
static range libraries[RANGES_MAX];
static uint32_t library_count;
static pthread_once_t noted = PTHREAD_ONCE_INIT;

static bool comes_with_swift(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  const char *beginnings[] = {"libFoundation", "lib_Foundation", "libswift", "libdispatch", "libBlocksRuntime", "libstdc++", "libc.", "ld-"};
  for (size_t index = 0; index < sizeof beginnings / sizeof *beginnings; index++)
    if (strncmp(name, beginnings[index], strlen(beginnings[index])) == 0) return true;
  return false;
}

static int note_library(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  if (!info->dlpi_name || !comes_with_swift(info->dlpi_name)) return 0;
  for (uint32_t index = 0; index < info->dlpi_phnum && library_count < RANGES_MAX; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    libraries[library_count++] = (range){start, start + segment->p_memsz};
  }
  return 0;
}

static void note_libraries(void) { dl_iterate_phdr(note_library, NULL); }

/// Where the functions that stand in for others begin and end, as the linker has it.
extern const char __start_csr_entries[], __stop_csr_entries[];

static bool is_in_library(const void *pc) {
  if ((uintptr_t)pc - (uintptr_t)__start_csr_entries < (uintptr_t)(__stop_csr_entries - __start_csr_entries)) return true;
  for (uint32_t index = 0; index < library_count; index++)
    if ((uintptr_t)pc - libraries[index].start < libraries[index].end - libraries[index].start) return true;
  return false;
}

void *csr_place_outside(const csr_task *task, void *pc, const void *frame) {
  pthread_once(&noted, note_libraries);
  if (CSR_LIKELY(!is_in_library(pc))) return pc;
  uintptr_t place = (uintptr_t)frame;
  for (uint32_t depth = 0; depth < DEPTH_MAX; depth++) {
    if (!csr_is_frame(task, place)) return pc;
    void *const *words = (void *const *)place;
    if (!words[1]) return pc;
    if (!is_in_library(words[1])) return words[1];
    if ((uintptr_t)words[0] <= place) return pc;
    place = (uintptr_t)words[0];
  }
  return pc;
}
#endif
