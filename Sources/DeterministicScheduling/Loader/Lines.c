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
} code_line;

static const code_line no_line = {0, NULL};

// The rows of a sequence, as far as they have a line.
typedef struct {
  line_unit unit;
  reader program;
  line_row next;
  bool has_next;
  name_sections sections;
} row_reader;

typedef struct {
  uintptr_t start;
  uintptr_t end;
  // Without a file if a macro has generated it.
  code_line line;
} code_row;

// Reads the next row in a function that has a line. False if there is none.
UNSANITIZED static bool read_row(row_reader *from, const file_symbol *function, code_row *row) {
  while (from->has_next) {
    line_row this = from->next;
    from->has_next = testing_support_run_to_row(&from->unit, &from->program, &from->next);
    if (!from->has_next) return false;
    from->has_next = !from->next.ends_sequence;
    bool is_in_function = this.address - function->address < function->size;
    if (!is_in_function || from->next.address <= this.address || this.line == 0 || this.line > UINT32_MAX) continue;
    const char *file = testing_support_name_of_file(&from->unit, this.file, &from->sections);
    *row = (code_row){this.address, from->next.address, {(uint32_t)this.line, file}};
    return true;
  }
  return false;
}

// The line of the call at an address in a function. What the compiler has added has no line: then it is that of the
// code before it, or behind it.
UNSANITIZED static code_line line_of_call(row_reader *from, uintptr_t address, const file_symbol *function) {
  code_line before = no_line;
  code_row row;
  while (read_row(from, function, &row)) {
    if (row.start <= address && address < row.end) return row.line;
    if (row.start > address) return before.file == NULL ? row.line : before;
    if (row.line.file != NULL) before = row.line;
  }
  return before;
}

// The line at which a function goes on that begins where another one was suspended, or with which it begins.
//
// The row with which it begins may be that of the declaration, and so may that of a counter of covered code: these
// count only if there is no other line. For code in the expansion of a macro, the table has only lines of the expansion.
UNSANITIZED static code_line line_of_function(row_reader *from, const file_symbol *function, uint32_t declaration) {
  code_line first = no_line, declared = no_line;
  code_row row;
  while (read_row(from, function, &row)) {
    if (row.line.file != NULL && row.line.line == declaration) {
      declared = row.line;
    } else if (row.start == function->address) {
      first = row.line;
    } else {
      return row.line.file == NULL ? first : row.line;
    }
  }
  return first.file == NULL ? declared : first;
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

// Begins to read the rows of the sequence that an address lies in. False if there is none.
UNSANITIZED static bool begin_rows(row_reader *rows, const image_file *image, file_section section, uintptr_t address) {
  line_sequence sequence;
  if (!find_sequence(image, section, address, &sequence)) return false;
  if (sequence.unit >= section.size || sequence.program >= section.size) return false;
  reader table = {section.bytes + sequence.unit, section.bytes + section.size};
  if (!testing_support_read_line_unit(&table, &rows->unit)) return false;
  rows->program = (reader){section.bytes + sequence.program, rows->unit.program.end};
  if (rows->program.next < rows->unit.program.next || rows->program.next > rows->program.end) return false;
  rows->sections = (name_sections){
    testing_support_section(image, ".debug_str"), testing_support_section(image, ".debug_line_str"),
  };
  rows->next = testing_support_first_row;
  rows->has_next = testing_support_run_to_row(&rows->unit, &rows->program, &rows->next) && !rows->next.ends_sequence;
  return true;
}

// The line of the declaration of a function, of which another function is a part: an async function is compiled to
// several, whose names end in `TQ0_`, `TY1_`, and so on. Zero for a whole function.
UNSANITIZED static uint32_t line_of_declaration(
  const image_file *image, file_section section, const file_symbol *part) {
  size_t end = strlen(part->name);
  while (end > 2 && part->name[end - 1] != 'Q' && part->name[end - 1] != 'Y') end -= 1;
  if (end <= 2 || part->name[end - 2] != 'T') return 0;
  file_symbol whole;
  row_reader rows;
  if (!testing_support_symbol_named(image, part->name, end - 2, &whole)) return 0;
  return begin_rows(&rows, image, section, whole.address) ? line_of_function(&rows, &whole, 0).line : 0;
}

UNSANITIZED static code_line line_in_image(
  const image_file *image, uintptr_t address, bool is_call, char *buffer, size_t capacity) {
  file_section section = testing_support_section(image, ".debug_line");
  file_symbol function;
  row_reader rows;
  if (section.size == 0 || !testing_support_symbol_at(image, address, &function)) return no_line;
  if (!is_call && find_called_closure(image, &function)) address = function.address;
  if (!begin_rows(&rows, image, section, address)) return no_line;
  code_line line = is_call
    ? line_of_call(&rows, address, &function)
    : line_of_function(&rows, &function, line_of_declaration(image, section, &function));
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
