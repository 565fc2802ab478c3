// The line of source code that an address was compiled from.

#define _GNU_SOURCE
#include "LineTable.h"
#include "ThreadState.h"

#if READS_IMAGE_FILES

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// MARK: The sequences of an image

// Where the rows are for the code from an address to another.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  // In the section.
  size_t unit;
  size_t program;
} line_sequence;

typedef struct {
  line_sequence *sequences;
  size_t count;
  size_t capacity;
} sequence_list;

UNSANITIZED static bool append(sequence_list *list, line_sequence sequence) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity == 0 ? 1024 : 2 * list->capacity;
    line_sequence *sequences = realloc(list->sequences, capacity * sizeof *sequences);
    if (sequences == NULL) return false;
    *list = (sequence_list){sequences, list->count, capacity};
  }
  list->sequences[list->count++] = sequence;
  return true;
}

static int compare_sequences(const void *first, const void *second) {
  uintptr_t one = ((const line_sequence *)first)->start, other = ((const line_sequence *)second)->start;
  return one < other ? -1 : one > other;
}

UNSANITIZED static void append_sequences(
  sequence_list *list, const line_unit *unit, size_t offset, const uint8_t *section) {
  reader program = unit->program;
  line_row row = testing_support_first_row;
  line_sequence sequence = {0, 0, offset, (size_t)(program.next - section)};
  bool is_first = true;
  while (testing_support_run_to_row(unit, &program, &row)) {
    if (is_first) sequence.start = row.address;
    is_first = row.ends_sequence;
    if (!row.ends_sequence) continue;
    sequence.end = row.address;
    // What the linker has left out begins at zero, or ends before it begins.
    if (sequence.start > 0 && sequence.start < sequence.end && !append(list, sequence)) return;
    sequence.program = (size_t)(program.next - section);
  }
}

UNSANITIZED static sequence_list find_sequences(file_section section) {
  sequence_list list = {NULL, 0, 0};
  reader table = {section.bytes, section.bytes + section.size};
  while (table.next < table.end) {
    size_t offset = (size_t)(table.next - section.bytes);
    line_unit unit;
    if (testing_support_read_line_unit(&table, &unit)) append_sequences(&list, &unit, offset, section.bytes);
  }
  if (list.count > 0) qsort(list.sequences, list.count, sizeof *list.sequences, compare_sequences);
  return list;
}

// The sequences of the images that were asked for first. Finding them takes a while, so they are kept.
typedef struct {
  uintptr_t slide;
  size_t file_size;
  sequence_list list;
} image_sequences;

enum { most_images = 8 };

static image_sequences known_images[most_images];
static int known_image_count;
static pthread_mutex_t known_images_lock = PTHREAD_MUTEX_INITIALIZER;

UNSANITIZED static bool find_sequence(
  const image_file *image, file_section section, uintptr_t address, line_sequence *sequence) {
  pthread_mutex_lock(&known_images_lock);
  image_sequences *known = known_images;
  image_sequences *end = known_images + known_image_count;
  while (known < end && (known->slide != image->slide || known->file_size != image->size)) known += 1;
  if (known == end && known_image_count < most_images) {
    *known = (image_sequences){image->slide, image->size, find_sequences(section)};
    known_image_count += 1;
    end += 1;
  }
  bool is_found = false;
  if (known < end) {
    // The last one that begins at the address or before.
    size_t low = 0, high = known->list.count;
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (known->list.sequences[middle].start <= address) low = middle + 1; else high = middle;
    }
    is_found = low > 0 && address < known->list.sequences[low - 1].end;
    if (is_found) *sequence = known->list.sequences[low - 1];
  }
  pthread_mutex_unlock(&known_images_lock);
  return is_found;
}

// MARK: Lines

typedef struct {
  uint32_t line;
  const char *file;
  // It is that of the whole function, if it is the same as that of the function's declaration.
  bool is_doubtful;
} code_line;

static const code_line no_line = {0, NULL, false};

// The line of the code at an address in a function.
//
// What the compiler has added has no line: then it is that of the code behind it, or, for a call, before it. For code in the
// expansion of a macro the table has only lines of the expansion: then it is that with which the function begins.
UNSANITIZED static code_line find_line(
  const line_unit *unit, reader program, const name_sections *sections, uintptr_t address, const file_symbol *function,
  bool is_call) {
  code_line before = no_line;
  line_row row = testing_support_first_row, next;
  bool has_row = testing_support_run_to_row(unit, &program, &row) && !row.ends_sequence;
  for (; has_row; row = next) {
    next = row;
    if (!testing_support_run_to_row(unit, &program, &next)) break;
    has_row = !next.ends_sequence;
    bool is_in_function = row.address - function->address < function->size;
    if (!is_in_function || next.address == row.address || row.line == 0 || row.line > UINT32_MAX) continue;
    const char *file = testing_support_name_of_file(unit, row.file, sections);
    code_line found = {(uint32_t)row.line, file, false};
    bool is_before = next.address <= address;
    bool is_at_address = row.address <= address && !is_before;
    if (is_call && is_before) {
      if (file != NULL) before = found;
    } else if (is_call) {
      return is_at_address || before.file == NULL ? found : before;
    } else if (row.address == function->address) {
      before = found;
    } else if (!is_before) {
      before.is_doubtful = true;
      return file == NULL ? before : found;
    }
  }
  return before;
}

// The code of a closure that a function without lines is only there to call.
UNSANITIZED static bool find_called_closure(const image_file *image, file_symbol *function) {
  const char *name = function->name;
  size_t length = strlen(name);
  for (size_t end = length; end > 2; end -= 1) {
    bool is_partial_application = memcmp(name + end - 2, "TA", 2) == 0;
    // An async function is compiled to several, whose names differ behind that.
    bool is_whole = end == length || (name[end] == 'T' && length - end <= 8);
    if (is_partial_application && is_whole) return testing_support_symbol_named(image, name, end - 2, function);
  }
  return false;
}

UNSANITIZED static code_line line_in_function(
  const image_file *image, file_section section, uintptr_t address, const file_symbol *function, bool is_call) {
  line_sequence sequence;
  if (!find_sequence(image, section, address, &sequence)) return no_line;
  if (sequence.unit >= section.size || sequence.program >= section.size) return no_line;
  reader table = {section.bytes + sequence.unit, section.bytes + section.size};
  line_unit unit;
  if (!testing_support_read_line_unit(&table, &unit)) return no_line;
  reader program = {section.bytes + sequence.program, unit.program.end};
  if (program.next < unit.program.next || program.next > program.end) return no_line;
  name_sections sections = {
    testing_support_section(image, ".debug_str"), testing_support_section(image, ".debug_line_str"),
  };
  return find_line(&unit, program, &sections, address, function, is_call);
}

// Whether a line is that of the declaration of a function, of which another function is a part: an async function is
// compiled to several, whose names end in `TQ0_`, `TY1_`, and so on.
UNSANITIZED static bool is_line_of_declaration(
  code_line line, const image_file *image, file_section section, const file_symbol *part) {
  size_t end = strlen(part->name);
  while (end > 2 && part->name[end - 1] != 'Q' && part->name[end - 1] != 'Y') end -= 1;
  file_symbol whole;
  if (end <= 2 || part->name[end - 2] != 'T') return true;
  if (!testing_support_symbol_named(image, part->name, end - 2, &whole)) return true;
  return line_in_function(image, section, whole.address, &whole, false).line == line.line;
}

UNSANITIZED static code_line line_in_image(
  const image_file *image, uintptr_t address, bool is_call, char *buffer, size_t capacity) {
  file_section section = testing_support_section(image, ".debug_line");
  file_symbol function;
  if (section.size == 0 || !testing_support_symbol_at(image, address, &function)) return no_line;
  if (!is_call && find_called_closure(image, &function)) address = function.address;
  code_line line = line_in_function(image, section, address, &function, is_call);
  if (line.is_doubtful && is_line_of_declaration(line, image, section, &function)) return no_line;
  if (line.file == NULL || strlen(line.file) >= capacity) return no_line;
  memcpy(buffer, line.file, strlen(line.file) + 1);
  return line;
}

uint32_t testing_support_line_of_code(const void *address, bool is_call, char *file, size_t capacity) {
  image_file image;
  if (!testing_support_map_image(address, &image)) return 0;
  code_line line = line_in_image(&image, (uintptr_t)address - image.slide, is_call, file, capacity);
  testing_support_unmap_image(&image);
  return line.line;
}

#else

uint32_t testing_support_line_of_code(const void *address, bool is_call, char *file, size_t capacity) { return 0; }

#endif
