#define _GNU_SOURCE
#include "csr_symbols.h"
#include <stddef.h>

// The dynamic linker knows only what is exported; closures, private methods and specialised functions have a name in the
// symbol table of the executable alone.

#if defined(__linux__) && defined(__LP64__)
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  uint64_t start, size;
  const char *name;
} symbol;

static symbol *symbols;
static size_t symbol_count;
static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static int by_start(const void *left, const void *right) {
  uint64_t first = ((const symbol *)left)->start, second = ((const symbol *)right)->start;
  return first < second ? -1 : first > second;
}

static void take(const char *image, size_t size) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)image;
  if (size < sizeof *header || header->e_shentsize != sizeof(Elf64_Shdr)) return;
  if (header->e_shoff + (uint64_t)header->e_shnum * sizeof(Elf64_Shdr) > size) return;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(image + header->e_shoff);
  for (uint32_t index = 0; index < header->e_shnum; index++) {
    const Elf64_Shdr *table = &sections[index];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
    const Elf64_Shdr *names = &sections[table->sh_link];
    if (table->sh_offset + table->sh_size > size || names->sh_offset + names->sh_size > size) return;
    const Elf64_Sym *entries = (const Elf64_Sym *)(image + table->sh_offset);
    size_t count = table->sh_size / sizeof *entries;
    symbols = malloc(count * sizeof *symbols);
    for (size_t entry = 0; symbols && entry < count; entry++) {
      if (ELF64_ST_TYPE(entries[entry].st_info) != STT_FUNC || !entries[entry].st_size) continue;
      if (entries[entry].st_name >= names->sh_size) continue;
      symbols[symbol_count++] = (symbol){
          entries[entry].st_value, entries[entry].st_size, image + names->sh_offset + entries[entry].st_name};
    }
    qsort(symbols, symbol_count, sizeof *symbols, by_start);
    return;
  }
}

// The file stays mapped, for the names lie in it.
static void load(void) {
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (file < 0) return;
  if (fstat(file, &about) == 0) {
    void *image = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (image != MAP_FAILED) take(image, (size_t)about.st_size);
  }
  close(file);
}

const char *csr_executable_symbol(uint64_t offset) {
  pthread_once(&loaded, load);
  size_t low = 0, high = symbol_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (symbols[middle].start <= offset) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return NULL;
  const symbol *found = &symbols[low - 1];
  return offset - found->start < found->size ? found->name : NULL;
}
#else
const char *csr_executable_symbol(uint64_t offset) {
  (void)offset;
  return NULL;
}
#endif
