package grammar

import (
	"io"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// The classes of tokens that the grammar refers to by name. Everything else
// is quoted in the grammar and matched by its text, whatever its class.
const (
	classMark lexer.TokenType = iota + 1
	classBad
	classAttribute
	classVersion
	classMetadata
	classNewline
	classKeyword
	className
	classHole
	classBool
	classLocal
	classNumbered
	classSegment
	classGlobal
	classInt
	classFloat
	classString
	classMeta
	classPlaceholder
	classOpen
	classLineOpen
	classArmOpen
	classLineArmOpen
	classMinus
	classSign
	classArmSign
	classWhereComma
)

// A class is one row of the table in the head of the printed grammar.
type class struct {
	symbol string
	kind   lexer.TokenType
	doc    string
}

var classes = []class{
	{"Attribute", classAttribute, "`#[…]` before an item, the first token of its line"},
	{"Version", classVersion, "`#[version = \"0.0.5\"]` or `v0.0.4`"},
	{"Metadata", classMetadata, "`#[metadata]`, or TVM 0.6's `METADATA:`, with the rest of the file"},
	{"Newline", classNewline, "a newline that ends the value of a binding as `;` does"},
	{"Keyword", classKeyword, "let fn fun if else match match? free_var"},
	{"Name", className, "letters, digits, `_`, and such words joined by dots; `custom[posit]16`; no keyword"},
	{"Hole", classHole, "`_`"},
	{"Bool", classBool, "True False true false"},
	{"Local", classLocal, "`%x` `%/x` `%\"x y\"`; `%x-1` where that name is bound in the item"},
	{"Numbered", classNumbered, "`%0`: a local whose name begins with a digit"},
	{"Segment", classSegment, "`.x` `.0` `/x` `:0` `::x` directly after a local or segment"},
	{"Global", classGlobal, "`@f` `@f-g` `@f::g` `@\"f g\"`"},
	{"Int", classInt, "`3` `3i64` `3u8`; `int64(-3)` as TVM 0.6 printed it"},
	{"Float", classFloat, "`2.5` `2f` `1e-05f16` `inff` `nanf`; `float64(-1e-05)`"},
	{"String", classString, "`\"…\"`"},
	{"Meta", classMeta, "`meta[relay.Constant][0]`; an object printed after `=`: `Target(id=1)`, `{\"k\"=1}`"},
	{"Placeholder", classPlaceholder, "`?name`"},
	{"Open", classOpen, "`(` on the line on which the token before it ends"},
	{"LineOpen", classLineOpen, "`(` as the first token of its line"},
	{"ArmOpen", classArmOpen, "as <open>, where `=>` follows the matching `)`"},
	{"LineArmOpen", classLineArmOpen, "as <lineopen>, where `=>` follows the matching `)`"},
	{"Minus", classMinus, "`-` before anything but a number"},
	{"Sign", classSign, "`-` before a number"},
	{"ArmSign", classArmSign, "`-` before an <int> that `=>` follows"},
	{"WhereComma", classWhereComma, "`,` before a further constraint `f(…) =`"},
	{"Mark", classMark, "other punctuation; always quoted in the grammar"},
	{"Bad", classBad, "what starts no token; never part of a program"},
}

// tokenDefinition makes syntax.Tokens a lexer for participle.
type tokenDefinition struct{}

func (tokenDefinition) Symbols() map[string]lexer.TokenType {
	symbols := map[string]lexer.TokenType{"EOF": lexer.EOF}
	for _, c := range classes {
		symbols[c.symbol] = c.kind
	}
	return symbols
}

func (d tokenDefinition) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(filename, string(text))
}

func (tokenDefinition) LexString(_, text string) (lexer.Lexer, error) {
	return newSorter(text), nil
}

// kindClasses are the classes that a token's kind alone decides; classMark
// for all others.
var kindClasses = map[syntax.TokenKind]lexer.TokenType{
	syntax.TokBad:       classBad,
	syntax.TokSegment:   classSegment,
	syntax.TokGlobal:    classGlobal,
	syntax.TokInt:       classInt,
	syntax.TokFloat:     classFloat,
	syntax.TokString:    classString,
	syntax.TokMeta:      classMeta,
	syntax.TokAttribute: classAttribute,
	syntax.TokVersion:   classVersion,
	syntax.TokMetadata:  classMetadata,
	syntax.TokNewline:   classNewline,
}

// wordClasses are the classes of the words that are no plain names anywhere.
// The others (`data`, `case`, `where`, …) are Names, which the grammar quotes
// where they mean something.
var wordClasses = map[syntax.Word]lexer.TokenType{
	syntax.WordLet:     classKeyword,
	syntax.WordFn:      classKeyword,
	syntax.WordIf:      classKeyword,
	syntax.WordElse:    classKeyword,
	syntax.WordMatch:   classKeyword,
	syntax.WordFreeVar: classKeyword,
	syntax.WordTrue:    classBool,
	syntax.WordFalse:   classBool,
	syntax.WordHole:    classHole,
}

// isVersion distinguishes `#[version = …]` from the attributes of an item.
func isVersion(attribute string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(attribute[len("#["):], " \t\r\f\v"), "version")
	return ok && (rest == "" || !strings.ContainsRune(nameRunes, rune(rest[0])))
}

const nameRunes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
