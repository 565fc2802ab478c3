// Reads the table of lines that a debug build keeps in an image's file: DWARF 2 to 5, section `.debug_line`.

#include "LineTable.h"

#if READS_IMAGE_FILES

#include <string.h>

// MARK: Reading bytes

UNSANITIZED static size_t left(const reader *from) { return (size_t)(from->end - from->next); }

UNSANITIZED static void skip(reader *from, uint64_t count) {
  from->next = count > left(from) ? from->end : from->next + count;
}

// The bytes are in the order that this machine has too.
UNSANITIZED static uint64_t read_bytes(reader *from, size_t count) {
  uint64_t value = 0;
  if (left(from) < count) {
    from->next = from->end;
    return 0;
  }
  for (size_t i = 0; i < count; i += 1) value |= (uint64_t)from->next[i] << (8 * i);
  from->next += count;
  return value;
}

UNSANITIZED static uint8_t read_byte(reader *from) { return from->next < from->end ? *from->next++ : 0; }

UNSANITIZED static uint64_t read_unsigned(reader *from) {
  uint64_t value = 0;
  for (unsigned shift = 0; from->next < from->end; shift += 7) {
    uint8_t byte = *from->next++;
    if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

UNSANITIZED static int64_t read_signed(reader *from) {
  uint64_t value = 0;
  unsigned shift = 0;
  while (from->next < from->end) {
    uint8_t byte = *from->next++;
    if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    if (shift < 64 && (byte & 0x40)) value |= ~(uint64_t)0 << shift;
    break;
  }
  return (int64_t)value;
}

// A string that ends with a zero, or null.
UNSANITIZED static const char *read_string(reader *from) {
  const uint8_t *start = from->next;
  const uint8_t *end = memchr(start, 0, left(from));
  from->next = end == NULL ? from->end : end + 1;
  return end == NULL ? NULL : (const char *)start;
}

// MARK: Units

UNSANITIZED bool testing_support_read_line_unit(reader *table, line_unit *unit) {
  uint64_t length = read_bytes(table, 4);
  // Longer ones have tables of more than 4 GB.
  if (length >= 0xFFFFFFF0) skip(table, length == 0xFFFFFFFF ? read_bytes(table, 8) : left(table));
  if (length >= 0xFFFFFFF0 || length > left(table)) return false;
  reader from = {table->next, table->next + length};
  skip(table, length);
  unit->version = (unsigned)read_bytes(&from, 2);
  if (unit->version < 2 || unit->version > 5) return false;
  if (unit->version == 5) {
    uint8_t address_size = read_byte(&from);
    uint8_t selector_size = read_byte(&from);
    if (address_size != sizeof(uintptr_t) || selector_size != 0) return false;
  }
  uint64_t header_length = read_bytes(&from, 4);
  if (header_length > left(&from)) return false;
  unit->program = (reader){from.next + header_length, from.end};
  from.end = unit->program.next;
  unit->smallest_instruction = read_byte(&from);
  uint8_t operations_in_instruction = unit->version >= 4 ? read_byte(&from) : 1;
  read_byte(&from);  // Which rows are statements.
  unit->line_base = (int8_t)read_byte(&from);
  unit->line_range = read_byte(&from);
  unit->first_special = read_byte(&from);
  unit->operand_counts = from.next;
  if (operations_in_instruction != 1 || unit->line_range == 0 || unit->first_special == 0) return false;
  if (left(&from) < unit->first_special - 1u) return false;
  skip(&from, unit->first_special - 1u);
  unit->names = from;
  return true;
}

// MARK: The names of files

enum { form_block = 0x09, form_udata = 0x0f, form_string = 0x08, form_strp = 0x0e, form_line_strp = 0x1f };
enum { form_data1 = 0x0b, form_data2 = 0x05, form_data4 = 0x06, form_data8 = 0x07, form_data16 = 0x1e };
enum { content_is_path = 1 };

UNSANITIZED static const char *string_in(file_section section, uint64_t offset) {
  if (offset >= section.size) return NULL;
  reader from = {section.bytes + offset, section.bytes + section.size};
  return read_string(&from);
}

// Reads a value. False if it is of a form that no table of lines has.
UNSANITIZED static bool read_form(reader *from, uint64_t form, const name_sections *sections, const char **string) {
  switch (form) {
  case form_string: *string = read_string(from); return true;
  case form_line_strp: *string = string_in(sections->line_strings, read_bytes(from, 4)); return true;
  case form_strp: *string = string_in(sections->strings, read_bytes(from, 4)); return true;
  case form_udata: read_unsigned(from); return true;
  case form_block: skip(from, read_unsigned(from)); return true;
  case form_data1: skip(from, 1); return true;
  case form_data2: skip(from, 2); return true;
  case form_data4: skip(from, 4); return true;
  case form_data8: skip(from, 8); return true;
  case form_data16: skip(from, 16); return true;
  default: return false;
  }
}

// Reads a list of folders or of files, each of which has the same properties.
//
// Returns the path of the entry with an index, or null.
UNSANITIZED static const char *path_in_list(reader *from, uint64_t index, const name_sections *sections) {
  uint8_t property_count = read_byte(from);
  reader properties = *from;
  for (unsigned i = 0; i < property_count; i += 1) read_unsigned(from), read_unsigned(from);
  uint64_t count = read_unsigned(from);
  const char *path = NULL;
  for (uint64_t entry = 0; entry < count && property_count > 0 && left(from) > 0; entry += 1) {
    reader property = properties;
    for (unsigned i = 0; i < property_count; i += 1) {
      uint64_t content = read_unsigned(&property);
      const char *string = NULL;
      if (!read_form(from, read_unsigned(&property), sections, &string)) return NULL;
      if (entry == index && content == content_is_path) path = string;
    }
  }
  return path;
}

UNSANITIZED static const char *path_of_file(const line_unit *unit, uint64_t file, const name_sections *sections) {
  reader from = unit->names;
  if (unit->version == 5) {
    path_in_list(&from, UINT64_MAX, sections);
    return path_in_list(&from, file, sections);
  }
  for (const char *folder = read_string(&from); folder != NULL && folder[0] != 0;) folder = read_string(&from);
  // Counted from one.
  for (uint64_t entry = 1; left(&from) > 0; entry += 1) {
    const char *path = read_string(&from);
    if (path == NULL || path[0] == 0) return NULL;
    if (entry == file) return path;
    for (int i = 0; i < 3; i += 1) read_unsigned(&from);  // Its folder, time, and size.
  }
  return NULL;
}

UNSANITIZED const char *testing_support_name_of_file(
  const line_unit *unit, uint64_t file, const name_sections *sections) {
  const char *path = path_of_file(unit, file, sections);
  if (path == NULL) return NULL;
  const char *slash = strrchr(path, '/');
  const char *name = slash == NULL ? path : slash + 1;
  return name[0] == 0 || name[0] == '<' || name[0] == '@' ? NULL : name;
}

// MARK: Programs

enum { extended = 0, copy, advance_address, advance_line, set_file, set_column, negate_statement, set_basic_block };
enum { add_constant = 8, advance_fixed = 9 };
enum { end_sequence = 1, set_address = 2 };

UNSANITIZED static void run_extended(reader *program, line_row *row) {
  uint64_t length = read_unsigned(program);
  if (length > left(program)) length = left(program);
  reader operands = {program->next, program->next + length};
  skip(program, length);
  switch (read_byte(&operands)) {
  case end_sequence: row->ends_sequence = true; break;
  case set_address: row->address = (uintptr_t)read_bytes(&operands, sizeof row->address); break;
  default: break;
  }
}

UNSANITIZED bool testing_support_run_to_row(const line_unit *unit, reader *program, line_row *row) {
  if (row->ends_sequence) *row = testing_support_first_row;
  while (program->next < program->end) {
    uint8_t operation = *program->next++;
    if (operation >= unit->first_special) {
      unsigned advance = operation - unit->first_special;
      row->address += (uintptr_t)unit->smallest_instruction * (advance / unit->line_range);
      row->line += (uint64_t)(int64_t)(unit->line_base + (int)(advance % unit->line_range));
      return true;
    }
    switch (operation) {
    case extended:
      run_extended(program, row);
      if (row->ends_sequence) return true;
      break;
    case copy: return true;
    case advance_address: row->address += unit->smallest_instruction * read_unsigned(program); break;
    case advance_line: row->line += (uint64_t)read_signed(program); break;
    case set_file: row->file = read_unsigned(program); break;
    case add_constant:
      row->address += (uintptr_t)unit->smallest_instruction * ((255u - unit->first_special) / unit->line_range);
      break;
    case advance_fixed: row->address += (uintptr_t)read_bytes(program, 2); break;
    default:
      for (uint8_t i = unit->operand_counts[operation - 1]; i > 0; i -= 1) read_unsigned(program);
    }
  }
  return false;
}

#endif
