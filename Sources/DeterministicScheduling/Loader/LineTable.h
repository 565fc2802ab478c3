// The table of lines in the file of an image. Private to this target.
//
// The table is a list of units, one for each compiled file. A unit consists of a header with the names of files, and a
// program. The program's operations advance an address and a line, and append rows: from this address on, the code is
// from that line. A sequence of rows ends where the next function lies elsewhere.

#ifndef LINE_TABLE_H
#define LINE_TABLE_H

#include "ImageFile.h"

// What is left to read. Where that is not enough, there is nothing left, and zero is read.
typedef struct {
  const uint8_t *next;
  const uint8_t *end;
} reader;

typedef struct {
  unsigned version;
  uint8_t smallest_instruction;
  int8_t line_base;
  uint8_t line_range;
  uint8_t first_special;
  // How many operands the operations have that come before the special ones.
  const uint8_t *operand_counts;
  // The names of folders and files.
  reader names;
  reader program;
} line_unit;

typedef struct {
  file_section strings;
  file_section line_strings;
} name_sections;

typedef struct {
  uintptr_t address;
  uint64_t file;
  uint64_t line;
  bool ends_sequence;
} line_row;

// What a program begins with, and each of its sequences.
static const line_row testing_support_first_row = {0, 1, 1, false};

// Reads a unit, and goes on to the next one. False if there is no unit that can be read here.
bool testing_support_read_line_unit(reader *table, line_unit *unit);

// The last component of a file's path; null for what the compiler or a macro has generated.
const char *testing_support_name_of_file(const line_unit *unit, uint64_t file, const name_sections *sections);

// Runs a unit's program until it appends a row. False if it ends before.
bool testing_support_run_to_row(const line_unit *unit, reader *program, line_row *row);

#endif
