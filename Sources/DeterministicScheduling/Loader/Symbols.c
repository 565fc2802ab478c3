// The name of the function at an address: from the symbol table of the image's file, or from the dynamic symbols.

#define _GNU_SOURCE
#include "ImageFile.h"
#include "ThreadState.h"

#if READS_IMAGE_FILES

#include <dlfcn.h>
#include <string.h>

// The standard library's.
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *capacity, uint32_t flags);

static bool demangle(const char *name, char *buffer, size_t capacity) {
  buffer[0] = 0;
  return swift_demangle(name, strlen(name), buffer, &capacity, 0) != NULL && buffer[0] != 0;
}

bool testing_support_name_of_function(const void *address, char *buffer, size_t capacity) {
  image_file image;
  bool is_found = false;
  if (testing_support_map_image(address, &image)) {
    file_symbol symbol;
    is_found = testing_support_symbol_at(&image, (uintptr_t)address - image.slide, &symbol)
      && demangle(symbol.name, buffer, capacity);
    testing_support_unmap_image(&image);
  }
  if (is_found) return true;
  Dl_info info;
  return dladdr(address, &info) != 0 && info.dli_sname != NULL && demangle(info.dli_sname, buffer, capacity);
}

#else

// Where jobs are not known in detail, nothing asks for their functions.
bool testing_support_name_of_function(const void *address, char *buffer, size_t capacity) { return false; }

#endif
