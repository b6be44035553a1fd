package config

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// UnknownName says that there is no such key or code, and which may be meant.
func UnknownName(what, name string, known []string) string {
	message := fmt.Sprintf("unknown %s `%s`", what, name)
	if near, ok := spelling.Nearest(name, known); ok {
		return message + fmt.Sprintf("; did you mean `%s`?", near)
	}
	return message + "; known are " + strings.Join(known, ", ")
}

// refusal is an error at the place of a value: the decoder puts the position
// to what an Unmarshaler answers.
type refusal string

func (r refusal) UnmarshalTOML(any) error { return errors.New(string(r)) }

func refuse(meta *toml.MetaData, value toml.Primitive, message string) error {
	return meta.PrimitiveDecode(value, refusal(message))
}

// A keyFault is the refusal of a key instead of its value.
type keyFault struct {
	error
	key string
}

func (f keyFault) Unwrap() error { return f.error }

func refuseKey(meta *toml.MetaData, value toml.Primitive, key, message string) error {
	return keyFault{refuse(meta, value, message), key}
}

// bareWord is what the parser says of a text without quotes.
var bareWord = lazyregexp.New(`^expected value but found "([\w-]+)" instead$`)

func configError(name, text string, err error) error {
	p := toml.ParseError{}
	if !errors.As(err, &p) {
		return &Error{name, 1, 1, err.Error()}
	}
	e := &Error{name, max(p.Position.Line, 1), max(p.Position.Col, 1), bareWord().ReplaceAllString(p.Message, `$0; a text stands in quotes: "$1"`)}
	if strings.HasSuffix(p.Message, `got '\n' instead`) && e.Line > 1 { // counted with the line that it ends
		e.Line--
		e.Column = utf8.RuneCountInString(syntax.NewLines(text).Line(e.Line)) + 1
	}
	if f := (keyFault{}); errors.As(err, &f) {
		e.Column = keyColumn(text, e.Line, f.key, e.Column)
	}
	if f := (textFault{}); errors.As(err, &f) {
		e.Line, e.Column = textPlace(text, e.Line, e.Column, f.Text)
	}
	return e
}

// keyColumn finds a key on the line of its value.
func keyColumn(text string, line int, key string, otherwise int) int {
	before, _, ok := strings.Cut(syntax.NewLines(text).Line(line), key)
	if !ok {
		return otherwise
	}
	return utf8.RuneCountInString(before) + 1
}

// notUTF8 refuses a text that is written in another way, at its first such byte.
func notUTF8(name, text string) error {
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			before := text[:i]
			line := before[strings.LastIndexByte(before, '\n')+1:]
			fault := fmt.Sprintf("the byte %#x is no UTF-8; save the file as UTF-8", text[i])
			return &Error{name, 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(line), fault}
		}
	}
	return nil
}
