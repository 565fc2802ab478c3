// Reads the file of a loaded image: its sections, and its symbol table, which knows the private functions too.

#define _GNU_SOURCE
#include "ImageFile.h"

#if READS_IMAGE_FILES

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool testing_support_map_image(const void *address, image_file *image) {
  Dl_info info;
  struct link_map *map = NULL;
  if (dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL) return false;
  const char *path = map->l_name != NULL && map->l_name[0] != 0 ? map->l_name : "/proc/self/exe";
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status;
  void *bytes = MAP_FAILED;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  close(file);
  if (bytes == MAP_FAILED) return false;
  *image = (image_file){bytes, (size_t)status.st_size, map->l_addr};
  return true;
}

void testing_support_unmap_image(const image_file *image) { munmap((void *)image->bytes, image->size); }

// The headers of the sections, or null.
UNSANITIZED static const Elf64_Shdr *headers(const image_file *image, size_t *count) {
  const Elf64_Ehdr *file = (const Elf64_Ehdr *)image->bytes;
  if (image->size < sizeof *file || memcmp(file->e_ident, ELFMAG, SELFMAG) != 0) return NULL;
  if (file->e_ident[EI_CLASS] != ELFCLASS64 || file->e_shentsize != sizeof(Elf64_Shdr)) return NULL;
  *count = file->e_shnum;
  bool fits = file->e_shoff <= image->size && *count <= (image->size - file->e_shoff) / sizeof(Elf64_Shdr);
  return fits && file->e_shoff % _Alignof(Elf64_Shdr) == 0 ? (const Elf64_Shdr *)(image->bytes + file->e_shoff) : NULL;
}

UNSANITIZED static file_section contents(const image_file *image, const Elf64_Shdr *header) {
  file_section section = {NULL, 0};
  bool fits = header->sh_offset <= image->size && header->sh_size <= image->size - header->sh_offset;
  if (!fits || header->sh_type == SHT_NOBITS || (header->sh_flags & SHF_COMPRESSED)) return section;
  return (file_section){image->bytes + header->sh_offset, header->sh_size};
}

// A string of a section that consists of strings, or null.
UNSANITIZED static const char *string_at(file_section strings, size_t offset) {
  if (offset >= strings.size) return NULL;
  const uint8_t *string = strings.bytes + offset;
  return memchr(string, 0, strings.size - offset) == NULL ? NULL : (const char *)string;
}

file_section testing_support_section(const image_file *image, const char *name) {
  size_t count;
  const Elf64_Shdr *sections = headers(image, &count);
  size_t index = sections == NULL ? 0 : ((const Elf64_Ehdr *)image->bytes)->e_shstrndx;
  if (sections == NULL || index >= count) return (file_section){NULL, 0};
  file_section names = contents(image, &sections[index]);
  for (size_t i = 0; i < count; i += 1) {
    const char *candidate = string_at(names, sections[i].sh_name);
    if (candidate != NULL && strcmp(candidate, name) == 0) return contents(image, &sections[i]);
  }
  return (file_section){NULL, 0};
}

typedef struct {
  const Elf64_Sym *symbols;
  size_t count;
  file_section names;
} symbol_table;

static symbol_table find_symbol_table(const image_file *image) {
  size_t count;
  const Elf64_Shdr *sections = headers(image, &count);
  for (size_t i = 0; sections != NULL && i < count; i += 1) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= count) continue;
    file_section symbols = contents(image, &sections[i]);
    if ((uintptr_t)symbols.bytes % _Alignof(Elf64_Sym) != 0) continue;
    file_section names = contents(image, &sections[sections[i].sh_link]);
    return (symbol_table){(const Elf64_Sym *)symbols.bytes, symbols.size / sizeof(Elf64_Sym), names};
  }
  return (symbol_table){NULL, 0, {NULL, 0}};
}

UNSANITIZED static bool is_function_or_object(const Elf64_Sym *symbol) {
  unsigned type = ELF64_ST_TYPE(symbol->st_info);
  return type == STT_FUNC || type == STT_OBJECT;
}

UNSANITIZED bool testing_support_symbol_at(const image_file *image, uintptr_t address, file_symbol *symbol) {
  symbol_table table = find_symbol_table(image);
  for (const Elf64_Sym *entry = table.symbols; entry < table.symbols + table.count; entry += 1) {
    if (address < entry->st_value || address - entry->st_value >= entry->st_size) continue;
    if (!is_function_or_object(entry)) continue;
    const char *name = string_at(table.names, entry->st_name);
    if (name == NULL) continue;
    *symbol = (file_symbol){name, entry->st_value, entry->st_size};
    return true;
  }
  return false;
}

UNSANITIZED bool testing_support_symbol_named(
  const image_file *image, const char *name, size_t length, file_symbol *symbol) {
  symbol_table table = find_symbol_table(image);
  for (const Elf64_Sym *entry = table.symbols; entry < table.symbols + table.count; entry += 1) {
    if (entry->st_name >= table.names.size || length >= table.names.size - entry->st_name) continue;
    const char *candidate = (const char *)table.names.bytes + entry->st_name;
    if (candidate[length] != 0 || memcmp(candidate, name, length) != 0) continue;
    if (!is_function_or_object(entry)) continue;
    *symbol = (file_symbol){candidate, entry->st_value, entry->st_size};
    return true;
  }
  return false;
}

#endif
