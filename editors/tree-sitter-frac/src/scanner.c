// What the grammar of Frac cannot say with regular expressions: where a newline ends
// something, comments that nest, the segments of a local, and which of two things a
// bracket, comma or minus begins where only what follows tells.
//
// Nothing is remembered between tokens but one verdict: that an end follows the
// comment that was read. How far the
// scanner looks ahead is bounded, so that no text takes more than linear time.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

// In the order of the externals of grammar.js.
enum {
  VALUE_END,
  TYPE_END,
  LINE_END,
  HEAD_END,
  EXPRESSION_END,
  NESTED_COMMENT,
  LOCAL,
  NUMBERED,
  BOUND_LOCAL,
  ATTRIBUTE,
  VERSION,
  METADATA,
  CLAUSE_OPEN,
  CLAUSE_MINUS,
  WHERE_COMMA,
  OBJECT,
  PRINTED_TENSOR,
  DEF,
  DATA,
  TYPE,
  EXTERN,
  IMPORT,
  ASSERT,
  RECOVERY,
};

// How many characters the scanner looks ahead for a bracket's other half or for the
// semicolon of a binding.
#define MAX_AHEAD 16384

// The longest word that means something here, with its end.
#define MAX_WORD 16

// A Scanner holds the verdict, if there is one: the symbol of the end that stands
// after the comment that was read last.
typedef struct {
  uint8_t pending;
} Scanner;

static bool is_digit(int32_t c) { return '0' <= c && c <= '9'; }

static bool is_letter(int32_t c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
}

static bool in_name(int32_t c) { return is_letter(c) || is_digit(c); }

static bool is_blank(int32_t c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n';
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static bool emit(TSLexer *lexer, TSSymbol symbol) {
  lexer->result_symbol = symbol;
  return true;
}

// take marks the end of a token after the characters read so far.
static bool take(TSLexer *lexer, TSSymbol symbol) {
  lexer->mark_end(lexer);
  return emit(lexer, symbol);
}

// word reads a name with its dots, and keeps as much of it as the longest word has.
static void word(TSLexer *lexer, char text[MAX_WORD]) {
  unsigned length = 0;
  while (in_name(lexer->lookahead) || lexer->lookahead == '.') {
    if (length + 1 < MAX_WORD) text[length++] = (char)lexer->lookahead;
    advance(lexer);
  }
  text[length] = 0;
}

// An Ahead is a walk over the text in front: what stands there, and what was passed on
// the way. The walk never marks the end of a token.
typedef struct {
  TSLexer *lexer;
  unsigned budget;
  bool newline; // before what stands there
  bool slash;   // a `/` that begins no comment was read already
} Ahead;

static void step(Ahead *a) {
  if (a->budget > 0) a->budget--;
  a->slash = false;
  advance(a->lexer);
}

static bool spent(Ahead *a) { return a->budget == 0 || a->lexer->eof(a->lexer); }

static void skip_line(Ahead *a) {
  while (!spent(a) && a->lexer->lookahead != '\n') step(a);
}

// skip_block reads the rest of a comment whose first slash was read; `*` is next. It
// tells whether the comment ends.
static bool skip_block(Ahead *a, bool *nests) {
  unsigned depth = 1;
  step(a);
  while (!spent(a)) {
    int32_t c = a->lexer->lookahead;
    step(a);
    if (c == '\n') a->newline = true;
    if (c == '/' && a->lexer->lookahead == '*') {
      step(a);
      depth++;
      *nests = true;
    } else if (c == '*' && a->lexer->lookahead == '/') {
      step(a);
      if (--depth == 0) return true;
    }
  }
  return false;
}

// begins_attribute tells whether a `#` in the first place of its line, which was read,
// begins an attribute or the metadata section; what was read of either is lost.
static bool begins_attribute(TSLexer *lexer) {
  unsigned depth = 0;
  bool quoted = false;
  for (; !lexer->eof(lexer) && lexer->lookahead != '\n'; advance(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '\\' && quoted) {
      advance(lexer);
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == '[') {
      depth++;
    } else if (!quoted && c == ']' && --depth == 0) {
      return true;
    }
    if (lexer->lookahead == '\n') break;
  }
  return false;
}

// to_token walks over blanks and comments; with attributes, it stops after the `#` of
// one and tells so.
static bool to_token(Ahead *a, bool attributes) {
  TSLexer *lexer = a->lexer;
  bool nests = false;
  for (a->slash = false; !spent(a);) {
    int32_t c = lexer->lookahead;
    if (is_blank(c)) {
      if (c == '\n') a->newline = true;
      step(a);
    } else if (c == '#') {
      step(a);
      if (attributes && a->newline && lexer->lookahead == '[' && begins_attribute(lexer)) return true;
      skip_line(a);
    } else if (c == '/') {
      step(a);
      if (lexer->lookahead == '/') {
        skip_line(a);
      } else if (lexer->lookahead == '*') {
        skip_block(a, &nests);
      } else {
        a->slash = true;
        return false;
      }
    } else {
      return false;
    }
  }
  return false;
}

static void skip_string(Ahead *a) {
  step(a);
  while (!spent(a) && a->lexer->lookahead != '"') {
    if (a->lexer->lookahead == '\\') step(a);
    step(a);
  }
  step(a);
}

// to_partner walks after the `)` that closes a `(` which was read.
static bool to_partner(Ahead *a) {
  for (unsigned depth = 1; !spent(a);) {
    to_token(a, false);
    int32_t c = a->lexer->lookahead;
    if (a->slash) continue;
    if (c == '"') {
      skip_string(a);
      continue;
    }
    step(a);
    if (c == '(') depth++;
    if (c == ')' && --depth == 0) return true;
  }
  return false;
}

// at_arrow tells whether the next token is `=>`.
static bool at_arrow(Ahead *a) {
  to_token(a, false);
  if (a->slash || a->lexer->lookahead != '=') return false;
  step(a);
  return a->lexer->lookahead == '>';
}

// at_assign tells whether the next token is `=` alone.
static bool at_assign(Ahead *a) {
  to_token(a, false);
  if (a->slash || a->lexer->lookahead != '=') return false;
  step(a);
  return a->lexer->lookahead != '>' && a->lexer->lookahead != '=';
}

static bool is(const char *text, const char *other) { return strcmp(text, other) == 0; }

static const char *const heads[] = {"def", "data", "type", "extern", "import", "assert"};

// names_type reports whether what follows `data N` or `type N` continues a type's
// definition; its name comes next. The name may be on another line only where valid
// allows the word itself: elsewhere the word may be a variable's name.
static bool names_type(Ahead *a, const bool *valid) {
  char text[MAX_WORD];
  bool over_lines = a->newline;
  if (!is_letter(a->lexer->lookahead)) return false;
  if (over_lines && (valid == NULL || valid[RECOVERY] || !valid[TYPE])) return false;
  word(a->lexer, text);
  if (over_lines && !valid[DATA]) return true; // after `extern`
  to_token(a, false);
  if (!over_lines && (a->newline || a->lexer->eof(a->lexer))) return true;
  return !a->slash && strchr("<{[=", (int)a->lexer->lookahead) != NULL && a->lexer->lookahead != 0;
}

// head gives the symbol of the word that begins an item, read up to its end, by what
// follows it; RECOVERY if it is a name. valid are the symbols that may come here, NULL
// where that is not known.
static TSSymbol head(TSLexer *lexer, const char *text, const bool *valid) {
  char next[MAX_WORD];
  Ahead a = {lexer, MAX_AHEAD, false, false};
  TSSymbol symbol = DEF;
  while (symbol <= ASSERT && !is(text, heads[symbol - DEF])) symbol++;
  if (symbol > ASSERT) return RECOVERY;
  to_token(&a, false);
  if (a.slash) return RECOVERY;
  bool found = false;
  switch (symbol) {
    case DEF:
      found = lexer->lookahead == '@' || (is_letter(lexer->lookahead) && !a.newline);
      break;
    case DATA:
    case TYPE:
      found = names_type(&a, valid);
      break;
    case IMPORT:
      found = lexer->lookahead == '"';
      break;
    default:
      if (lexer->lookahead == '!') return symbol == ASSERT ? symbol : RECOVERY;
      word(lexer, next);
      found = is(next, symbol == ASSERT ? "equiv" : "type");
  }
  return found ? symbol : RECOVERY;
}

// A Verdict says what a newline does to the value before it.
typedef enum { GOES_ON, ENDS, BY_SEMICOLON } Verdict;

// judge reads the mark that begins a line.
static Verdict judge_mark(TSLexer *lexer) {
  int32_t c = lexer->lookahead;
  switch (c) {
    case ')': case ']': case '}': case ',': case ';': case ':': case '.':
    case '=': case '+': case '*': case '<': case '>': case '^':
      return GOES_ON;
    case '(': case '[':
      return BY_SEMICOLON;
  }
  advance(lexer);
  switch (c) {
    case '-': return lexer->lookahead == '>' ? GOES_ON : BY_SEMICOLON;
    case '!': return lexer->lookahead == '=' ? GOES_ON : ENDS;
    case '&': case '|': return lexer->lookahead == c ? GOES_ON : ENDS;
  }
  return ENDS;
}

// semicolon_ahead tells whether a `;` closes the binding whose value goes on here:
// after an opening bracket that stands here, or a minus, which were read.
static bool semicolon_ahead(Ahead *a, int32_t first) {
  TSLexer *lexer = a->lexer;
  char text[MAX_WORD];
  unsigned depth = 0;
  bool arrow = false; // a `=>` stands in front
  if (first == '(' || first == '[') {
    step(a);
    depth = 1;
  }
  while (!spent(a)) {
    a->newline = false;
    to_token(a, false);
    int32_t c = lexer->lookahead;
    bool begins = a->newline || arrow;
    arrow = false;
    if (a->slash) {
      continue;
    } else if (c == '"') {
      skip_string(a);
    } else if (c == '(' || c == '[' || c == '{') {
      depth++;
      step(a);
    } else if (c == ')' || c == ']' || c == '}') {
      if (depth-- == 0) return false;
      step(a);
    } else if (c == ';' && depth == 0) {
      return true;
    } else if (c == '%') {
      do step(a); while (in_name(lexer->lookahead));
      if (depth == 0 && begins && at_assign(a)) return false;
    } else if (is_letter(c)) {
      word(lexer, text);
      if (depth == 0 && (is(text, "let") || is(text, "free_var"))) return false;
      if (a->newline && head(lexer, text, NULL) != RECOVERY) return false;
    } else {
      step(a);
      arrow = c == '=' && lexer->lookahead == '>';
    }
  }
  return false;
}

// ends tells whether an end of some kind precedes a walk's place: at the end
// of the text, or before a line that does not go on. So many comments that they
// are not looked through end it, too.
static bool ends(Ahead *a, TSSymbol end) {
  TSLexer *lexer = a->lexer;
  char text[MAX_WORD];
  bool item = end == EXPRESSION_END || end == LINE_END || end == HEAD_END;
  if (to_token(a, item)) return true;
  if (lexer->eof(lexer)) return item;
  if (a->budget == 0) return true;
  if (!a->newline || a->slash) return false;
  int32_t c = lexer->lookahead;
  if (is_letter(c)) {
    word(lexer, text);
    return !is(text, "else") && (end == VALUE_END || end == EXPRESSION_END || !is(text, "where"));
  }
  if (c == '{' && end == HEAD_END) return false;
  switch (judge_mark(lexer)) {
    case GOES_ON:
      return item && (c == ')' || c == ']' || c == '}');
    case ENDS:
      return true;
    default:
      return item || !semicolon_ahead(a, c);
  }
}

// awaited is the end that may stand here, RECOVERY if none.
static TSSymbol awaited(const bool *valid) {
  for (TSSymbol end = VALUE_END; end <= EXPRESSION_END; end++) {
    if (valid[end]) return end;
  }
  return RECOVERY;
}

// comment reads a block comment whose first slash was read, or the end that stands in
// front of it. Which of them it is, what follows the comment tells; by then the token's
// end cannot be moved back. So a comment that does not nest is left to the grammar,
// and the end after one that does is remembered.
static bool comment(Scanner *s, TSLexer *lexer, TSSymbol end, bool newline) {
  Ahead a = {lexer, UINT32_MAX, newline, false};
  bool nests = false;
  if (!skip_block(&a, &nests)) return take(lexer, RECOVERY); // it never ends: a mistake
  if (nests || end == RECOVERY) lexer->mark_end(lexer);
  a.budget = MAX_AHEAD;
  bool ended = end != RECOVERY && ends(&a, end);
  if (!nests && end != RECOVERY) return ended && emit(lexer, end);
  s->pending = ended ? (uint8_t)(end + 1) : 0;
  return emit(lexer, NESTED_COMMENT);
}

// divides tells whether the `/` directly after a local, which was read, can only be a
// division: by a number that is no plain integer, or by the result of a call. Otherwise
// the segment is read as well.
static bool divides(TSLexer *lexer) {
  if (is_digit(lexer->lookahead)) {
    while (is_digit(lexer->lookahead)) advance(lexer);
    if (!in_name(lexer->lookahead) && lexer->lookahead != '.') return false;
    int32_t c = lexer->lookahead;
    if (c != '.') {
      // `2f`, `2e5`, `2i64` are numbers; `2x` is a segment.
      advance(lexer);
      if (c == 'f' || c == 'i' || (c == 'u' && is_digit(lexer->lookahead))) {
        while (is_digit(lexer->lookahead)) advance(lexer);
        if (!in_name(lexer->lookahead)) return true;
      } else if (c == 'e' || c == 'E') {
        if (lexer->lookahead == '+' || lexer->lookahead == '-') return true;
        if (is_digit(lexer->lookahead)) return true;
      }
      while (in_name(lexer->lookahead)) advance(lexer);
      return false;
    }
    lexer->mark_end(lexer); // what precedes the point may be the whole segment
    advance(lexer);
    return is_digit(lexer->lookahead) || lexer->lookahead == 'f';
  }
  while (in_name(lexer->lookahead)) advance(lexer);
  return lexer->lookahead == '(';
}

// number_behind reads a word that begins with a digit, and reports whether it is a number.
static bool number_behind(TSLexer *lexer) {
  while (is_digit(lexer->lookahead)) advance(lexer);
  int32_t c = lexer->lookahead;
  if (!in_name(c)) return true;
  advance(lexer);
  bool suffix = c == 'f' || c == 'i' || c == 'u' || c == 'e' || c == 'E';
  while (is_digit(lexer->lookahead)) advance(lexer);
  suffix = suffix && !in_name(lexer->lookahead);
  while (in_name(lexer->lookahead)) advance(lexer);
  return suffix;
}

// hyphens goes on with a local before a `-`. Where one is bound, that is its name. In
// an expression, which names are bound is not known: `%a-b` is taken for a subtraction,
// which is as sound, unless what follows goes on no expression: `%a-b:0`.
static void hyphens(TSLexer *lexer, bool bound) {
  for (bool name = bound;;) {
    int32_t c = lexer->lookahead;
    if (c != '-' && c != '.' && c != '/' && c != ':') return;
    advance(lexer);
    if (c == ':' && lexer->lookahead == ':') {
      advance(lexer);
      if (!is_letter(lexer->lookahead)) return;
      name = true;
    } else if (c == ':') {
      if (!is_digit(lexer->lookahead)) return;
      name = true;
    }
    if (!in_name(lexer->lookahead)) return;
    if (is_digit(lexer->lookahead) && !number_behind(lexer)) name = true;
    while (in_name(lexer->lookahead)) advance(lexer);
    if (name) lexer->mark_end(lexer);
  }
}

// local reads `%x` with its segments; `%` is next.
static bool local(TSLexer *lexer, const bool *valid) {
  bool bound = valid[BOUND_LOCAL] && !valid[LOCAL];
  advance(lexer);
  if (lexer->lookahead == '"') {
    do advance(lexer);
    while (lexer->lookahead && lexer->lookahead != '"' && lexer->lookahead != '\n');
    if (lexer->lookahead != '"') return false;
    advance(lexer);
    lexer->mark_end(lexer);
    return valid[bound ? BOUND_LOCAL : LOCAL] && emit(lexer, bound ? BOUND_LOCAL : LOCAL);
  }
  if (lexer->lookahead == '/') advance(lexer);
  bool numbered = is_digit(lexer->lookahead), plain = true;
  if (!in_name(lexer->lookahead)) return false;
  while (in_name(lexer->lookahead)) advance(lexer);
  for (;;) {
    lexer->mark_end(lexer);
    int32_t c = lexer->lookahead;
    if (c == '-') {
      hyphens(lexer, bound);
      plain = false;
      break;
    }
    if (c != '.' && c != '/' && c != ':') break;
    advance(lexer);
    int32_t first = lexer->lookahead;
    if (c == ':' && first == ':') {
      advance(lexer);
      if (!in_name(lexer->lookahead) || is_digit(lexer->lookahead)) break;
    } else if (c == ':' ? !is_digit(first) : !in_name(first)) {
      break;
    }
    if (c == '/') {
      if (divides(lexer)) break;
    }
    while (in_name(lexer->lookahead)) advance(lexer);
    plain = false;
  }
  TSSymbol symbol = bound ? BOUND_LOCAL : numbered && plain ? NUMBERED : LOCAL;
  return valid[symbol] && emit(lexer, symbol);
}

// attribute reads what a `#` begins that is the first character of its line.
static bool attribute(TSLexer *lexer, const bool *valid) {
  char text[MAX_WORD];
  advance(lexer);
  if (lexer->lookahead != '[') return false;
  advance(lexer);
  while (is_blank(lexer->lookahead) && lexer->lookahead != '\n') advance(lexer);
  word(lexer, text);
  if (is(text, "metadata") && valid[METADATA]) {
    while (!lexer->eof(lexer)) advance(lexer);
    return take(lexer, METADATA);
  }
  TSSymbol symbol = is(text, "version") ? VERSION : ATTRIBUTE;
  if (!valid[symbol]) return false;
  unsigned depth = 1;
  bool quoted = false;
  for (; !lexer->eof(lexer) && lexer->lookahead != '\n'; advance(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == '"') quoted = !quoted;
    else if (quoted && c == '\\') advance(lexer);
    else if (quoted) continue;
    else if (c == '[') depth++;
    else if (c == ']' && --depth == 0) {
      advance(lexer);
      return take(lexer, symbol);
    }
    if (lexer->lookahead == '\n') break;
  }
  return false;
}

// at_field reads the key of a printed map's first field, or the end of an empty one.
static bool at_field(Ahead *a) {
  char text[MAX_WORD];
  TSLexer *lexer = a->lexer;
  int32_t quote = lexer->lookahead;
  if (quote == '}') return true;
  if (quote != '"' && quote != '\'') {
    if (!in_name(quote)) return false;
    word(lexer, text);
    return is(text, "__dict__");
  }
  do advance(lexer);
  while (lexer->lookahead != quote && lexer->lookahead != '\n' && !lexer->eof(lexer));
  if (lexer->lookahead != quote) return false;
  advance(lexer);
  return at_assign(a);
}

// to_end_of_object reads up to the bracket that closes one that was read, on the same line;
// quotes hide what they hold.
static bool to_end_of_object(TSLexer *lexer) {
  int32_t quote = 0;
  for (unsigned depth = 1; !lexer->eof(lexer) && lexer->lookahead != '\n';) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (quote != 0) {
      if (c == '\\' && lexer->lookahead != '\n') advance(lexer);
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      depth++;
    } else if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
      return true;
    }
  }
  return false;
}

// object reads what TVM prints in place as the value of an attribute: an object of a class,
// whose name and `(` were read, or a map, whose `{` is next.
static bool object(TSLexer *lexer) {
  Ahead a = {lexer, MAX_AHEAD, false, false};
  char text[MAX_WORD];
  if (lexer->lookahead == '{') {
    advance(lexer);
    while (is_blank(lexer->lookahead)) advance(lexer);
    if (!at_field(&a)) return false;
  } else {
    while (is_blank(lexer->lookahead)) advance(lexer);
    if (in_name(lexer->lookahead)) {
      word(lexer, text);
      if (lexer->lookahead != '=') return false;
    } else if (lexer->lookahead != '?' && lexer->lookahead != ')') {
      return false;
    }
  }
  return to_end_of_object(lexer) && take(lexer, OBJECT);
}

static const char *const classes[] = {"VirtualDevice", "Target", "SEScope", "Executor", "Runtime"};

// printed reads what begins with a word that TVM prints: an object, the `Tensor` of a type,
// or TVM 0.6's `METADATA:` with the rest of the file.
static bool printed(TSLexer *lexer, const bool *valid, bool first) {
  char text[MAX_WORD];
  word(lexer, text);
  lexer->mark_end(lexer);
  if (is(text, "METADATA")) {
    if (!first || !valid[METADATA] || lexer->lookahead != ':') return false;
    do advance(lexer);
    while (is_blank(lexer->lookahead) && lexer->lookahead != '\n');
    if (lexer->lookahead != '\n') return false;
    while (!lexer->eof(lexer)) advance(lexer);
    return take(lexer, METADATA);
  }
  if (is(text, "Tensor")) {
    Ahead a = {lexer, MAX_AHEAD, false, false};
    if (!valid[PRINTED_TENSOR]) return false;
    to_token(&a, false);
    if (a.slash || lexer->lookahead != '[') return false;
    step(&a);
    to_token(&a, false);
    return !a.slash && lexer->lookahead == '(' && emit(lexer, PRINTED_TENSOR);
  }
  if (!valid[OBJECT] || lexer->lookahead != '(') return false;
  for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
    if (is(text, classes[i])) {
      advance(lexer);
      return object(lexer);
    }
  }
  return false;
}

// clause_open reads a `(` that a clause begins with.
static bool clause_open(TSLexer *lexer) {
  Ahead a = {lexer, MAX_AHEAD, false, false};
  advance(lexer);
  lexer->mark_end(lexer);
  return to_partner(&a) && at_arrow(&a) && emit(lexer, CLAUSE_OPEN);
}

// clause_minus reads a `-` that a clause begins with.
static bool clause_minus(TSLexer *lexer) {
  Ahead a = {lexer, MAX_AHEAD, false, false};
  advance(lexer);
  lexer->mark_end(lexer);
  to_token(&a, false);
  if (a.slash || !is_digit(lexer->lookahead)) return false;
  while (in_name(lexer->lookahead)) step(&a);
  return at_arrow(&a) && emit(lexer, CLAUSE_MINUS);
}

// where_comma reads a `,` before `f(…) =`.
static bool where_comma(TSLexer *lexer) {
  char text[MAX_WORD];
  Ahead a = {lexer, MAX_AHEAD, false, false};
  advance(lexer);
  lexer->mark_end(lexer);
  to_token(&a, false);
  if (a.slash || !is_letter(lexer->lookahead)) return false;
  word(lexer, text);
  to_token(&a, false);
  if (a.slash || lexer->lookahead != '(') return false;
  step(&a);
  return to_partner(&a) && at_assign(&a) && emit(lexer, WHERE_COMMA);
}

// head_word reads the first word of an item. At the start of a line it begins one
// whatever is open.
static bool head_word(TSLexer *lexer, const bool *valid, bool first) {
  char text[MAX_WORD];
  word(lexer, text);
  lexer->mark_end(lexer);
  TSSymbol symbol = head(lexer, text, valid);
  return symbol != RECOVERY && (first || valid[symbol]) && emit(lexer, symbol);
}

void *tree_sitter_frac_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_frac_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_frac_external_scanner_serialize(void *payload, char *buffer) {
  buffer[0] = (char)((Scanner *)payload)->pending;
  return 1;
}

void tree_sitter_frac_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  ((Scanner *)payload)->pending = length > 0 ? (uint8_t)buffer[0] : 0;
}

bool tree_sitter_frac_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *s = payload;
  TSSymbol end = valid[RECOVERY] ? RECOVERY : awaited(valid);
  lexer->mark_end(lexer);
  if (s->pending != 0) {
    bool now = end + 1 == s->pending;
    s->pending = 0;
    if (now) return emit(lexer, end);
  }
  bool newline = false;
  unsigned skipped = 0;
  for (; is_blank(lexer->lookahead); skipped++) {
    newline = newline || lexer->lookahead == '\n';
    lexer->advance(lexer, true);
  }
  int32_t c = lexer->lookahead;
  Ahead a = {lexer, MAX_AHEAD, newline, false};
  if (c == '/') {
    advance(lexer);
    if (lexer->lookahead == '*') return comment(s, lexer, end, newline);
    if (end == RECOVERY || lexer->lookahead != '/') return false;
    skip_line(&a);
    return ends(&a, end) && emit(lexer, end);
  }
  if (end != RECOVERY && c != ',' && (newline || c == '#' || lexer->eof(lexer))) {
    return ends(&a, end) && emit(lexer, end);
  }
  bool first = newline || (strchr("#dteiaM", (int)c) != NULL && c != 0 && lexer->get_column(lexer) == skipped);
  switch (c) {
    case '%': return local(lexer, valid);
    case '#': return first && attribute(lexer, valid);
    case '(': return valid[CLAUSE_OPEN] && !valid[RECOVERY] && clause_open(lexer);
    case '-': return valid[CLAUSE_MINUS] && !valid[RECOVERY] && clause_minus(lexer);
    case ',': return valid[WHERE_COMMA] && !valid[RECOVERY] && where_comma(lexer);
    case '{': return valid[OBJECT] && !valid[RECOVERY] && object(lexer);
    case 'V': case 'T': case 'S': case 'E': case 'R': case 'M': return !valid[RECOVERY] && printed(lexer, valid, first);
    case 'd': case 't': case 'e': case 'i': case 'a': return head_word(lexer, valid, first);
  }
  return false;
}
