// The file of an image that is loaded into the process. Private to this target.

#ifndef IMAGE_FILE_H
#define IMAGE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where the loader tells which file an image is from, and that file is of a known format.
#if defined(__linux__) && defined(__LP64__) && defined(__GLIBC__)
#define READS_IMAGE_FILES 1
#else
#define READS_IMAGE_FILES 0
#endif

// For what reads a file's tables. They have a million entries, which nobody writes: looking at each with a sanitizer's
// eyes would take a second. What is in them may be anything, so each access is checked.
#define UNSANITIZED __attribute__((no_sanitize("thread", "address")))

typedef struct {
  const uint8_t *bytes;
  size_t size;
  // What the loader has added to the addresses in the file.
  uintptr_t slide;
} image_file;

typedef struct {
  const uint8_t *bytes;
  size_t size;
} file_section;

typedef struct {
  const char *name;
  // As the file counts it.
  uintptr_t address;
  size_t size;
} file_symbol;

// Maps the file of the image that an address lies in. False if there is none that can be read.
bool testing_support_map_image(const void *address, image_file *image);
void testing_support_unmap_image(const image_file *image);

// A section of the file; empty if it has none of that name, or a compressed one.
file_section testing_support_section(const image_file *image, const char *name);

// The function or object that an address, as the file counts it, lies in.
bool testing_support_symbol_at(const image_file *image, uintptr_t address, file_symbol *symbol);

// The function or object whose mangled name consists of so many characters.
bool testing_support_symbol_named(const image_file *image, const char *name, size_t length, file_symbol *symbol);

#endif
