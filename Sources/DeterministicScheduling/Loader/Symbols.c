// The name of the function at an address: from the dynamic symbols, or from the symbol table of the image's file, which
// knows the private functions too.

#define _GNU_SOURCE
#include "ThreadState.h"

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The standard library's.
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *capacity, uint32_t flags);

static bool demangle(const char *name, char *buffer, size_t capacity) {
  buffer[0] = 0;
  return swift_demangle(name, strlen(name), buffer, &capacity, 0) != NULL && buffer[0] != 0;
}

// Finds the function that an address, as the file counts it, lies in. A table has a million entries, which nobody writes:
// looking at each with a sanitizer's eyes would take a second.
__attribute__((no_sanitize("thread", "address"))) static bool find_in_file(const char *bytes, size_t size, uintptr_t address, char *buffer, size_t capacity) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)bytes;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (header->e_shoff + (size_t)header->e_shnum * sizeof(Elf64_Shdr) > size) return false;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(bytes + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i += 1) {
    const Elf64_Shdr *table = &sections[i];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
    const Elf64_Shdr *names = &sections[table->sh_link];
    if (table->sh_offset + table->sh_size > size || names->sh_offset + names->sh_size > size) continue;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(bytes + table->sh_offset);
    for (size_t n = 0; n < table->sh_size / sizeof *symbols; n += 1) {
      const Elf64_Sym *symbol = &symbols[n];
      if (address < symbol->st_value || address >= symbol->st_value + symbol->st_size) continue;
      unsigned type = ELF64_ST_TYPE(symbol->st_info);
      if ((type != STT_FUNC && type != STT_OBJECT) || symbol->st_name >= names->sh_size) continue;
      return demangle(bytes + names->sh_offset + symbol->st_name, buffer, capacity);
    }
  }
  return false;
}

bool testing_support_name_of_function(const void *address, char *buffer, size_t capacity) {
  Dl_info info;
  struct link_map *image = NULL;
  if (dladdr1(address, &info, (void **)&image, RTLD_DL_LINKMAP) == 0 || image == NULL) return false;
  const char *path = image->l_name != NULL && image->l_name[0] != 0 ? image->l_name : "/proc/self/exe";
  bool is_found = false;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      is_found = find_in_file(bytes, (size_t)status.st_size, (uintptr_t)address - image->l_addr, buffer, capacity);
      munmap(bytes, (size_t)status.st_size);
    }
  }
  if (file >= 0) close(file);
  return is_found || (info.dli_sname != NULL && demangle(info.dli_sname, buffer, capacity));
}

#else

// Where jobs are not known in detail, nothing asks for their functions.
bool testing_support_name_of_function(const void *address, char *buffer, size_t capacity) { return false; }

#endif
