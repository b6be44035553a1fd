package contract

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Clause is one promise: `work = "|l|^2"`.
type Clause struct {
	Key   string
	Value string // between the quotes
	// Where both are in the item; nowhere, for those of a configuration.
	KeySpan, ValueSpan syntax.Span
}

// A Key is what may be promised.
type Key struct {
	Name   string
	Metric complexity.Metric
	Noun   string // in messages
	Doc    string // what is counted
	Unit   string // behind a number of it
}

// Keys are the keys of a contract.
var Keys = []Key{
	{"work", complexity.Work, "work", "all operations that a call makes: scalar ones, calls, constructors, projections, branches", ""},
	{"span", complexity.Span, "span", "the longest chain of operations that wait for each other", ""},
	{"memory", complexity.Memory, "memory", "the bytes that a call makes", " bytes"},
	{"tick", complexity.Tick, "number of calls", "the calls of definitions", ""},
}

// KeyNames are the names of Keys.
func KeyNames() []string {
	var names []string
	for _, k := range Keys {
		names = append(names, k.Name)
	}
	return names
}

// key finds a key by its name.
func key(name string) (Key, bool) {
	for _, k := range Keys {
		if k.Name == name {
			return k, true
		}
	}
	return Key{}, false
}

// An Attribute is a `#[cost(…)]` of an item.
type Attribute struct {
	Span     syntax.Span // of the whole, in the item
	Body     syntax.Span // between the parentheses
	Clauses  []Clause
	Mistakes []syntax.Diagnostic
}

var (
	attributeHead = lazyregexp.New(`^#\[\s*cost\b\s*(\(?)`)
	clausePart    = lazyregexp.New(`^\s*([\pL_][\pL\pN_-]*)?(\s*=\s*)?("[^"]*"?|[^\s",)\]]+)?\s*`)
)

// Attributes are the contracts in front of an item.
func Attributes(item *syntax.Item) []Attribute {
	var found []Attribute
	for _, n := range item.Attributes {
		text := item.SourceText(n)
		head := attributeHead().FindStringSubmatchIndex(text)
		if head == nil {
			continue
		}
		a := Attribute{Span: item.Span(n)}
		a.read(text, head[1], head[2] < head[3])
		found = append(found, a)
	}
	return found
}

// read reads the clauses behind `#[cost(`.
func (a *Attribute) read(text string, at int, open bool) {
	a.Body = a.at(at, at)
	for open {
		part := clausePart().FindStringSubmatchIndex(text[at:])
		a.clause(text[at:], part, at)
		at += part[1]
		a.Body.End = a.Span.Start + int32(at)
		if !strings.HasPrefix(text[at:], ",") {
			break
		}
		at++
	}
	switch rest := text[at:]; {
	case !open || len(a.Clauses)+len(a.Mistakes) == 0:
		a.mistake(codes.AttributeValue, a.Span, "a contract says what a definition costs at most, such as `#[cost(work = \"n^2\")]`")
	case !strings.HasPrefix(rest, ")") || strings.TrimSpace(rest[1:]) != "]":
		a.mistake(codes.AttributeValue, a.at(at, len(text)), "clauses are `key = \"bound\"` with commas between them, in parentheses")
	}
}

// at is a range of the attribute's text in the item.
func (a *Attribute) at(from, to int) syntax.Span {
	return syntax.Span{Start: a.Span.Start + int32(from), End: a.Span.Start + int32(to)}
}

func (a *Attribute) mistake(code codes.Code, at syntax.Span, message string, fixes ...syntax.Fix) {
	a.Mistakes = append(a.Mistakes, syntax.Diagnostic{Code: code, Span: at, Message: message, Fixes: fixes})
}

// clause takes one clause; nothing where nothing stands, as behind a last comma.
func (a *Attribute) clause(text string, part []int, base int) {
	if part[2] < 0 && part[4] < 0 && part[6] < 0 {
		return
	}
	c := Clause{}
	if part[2] >= 0 {
		c.Key, c.KeySpan = text[part[2]:part[3]], a.at(base+part[2], base+part[3])
	}
	if _, known := key(c.Key); !known {
		a.unknownKey(c, a.at(base, base+part[1]))
		return
	}
	for _, other := range a.Clauses {
		if other.Key == c.Key {
			a.mistake(codes.AttributeValue, c.KeySpan, fmt.Sprintf("`%s` is promised twice", c.Key))
			return
		}
	}
	if part[6] < 0 || part[4] < 0 || text[part[6]] != '"' || part[7]-part[6] < 2 || text[part[7]-1] != '"' {
		a.unquoted(c, text, part, base)
		return
	}
	c.Value, c.ValueSpan = text[part[6]+1:part[7]-1], a.at(base+part[6]+1, base+part[7]-1)
	a.Clauses = append(a.Clauses, c)
}

func (a *Attribute) unknownKey(c Clause, all syntax.Span) {
	if c.Key == "" {
		a.mistake(codes.AttributeValue, all, "a clause is `key = \"bound\"`; keys are `"+strings.Join(KeyNames(), "`, `")+"`")
		return
	}
	message := fmt.Sprintf("a contract has no `%s`; it has `%s`", c.Key, strings.Join(KeyNames(), "`, `"))
	if near, ok := spelling.Nearest(c.Key, KeyNames()); ok {
		message = fmt.Sprintf("a contract has no `%s`; did you mean `%s`?", c.Key, near)
		a.mistake(codes.UnknownAttribute, c.KeySpan, message, syntax.Replace("write `"+near+"`", c.KeySpan, near))
		return
	}
	a.mistake(codes.UnknownAttribute, c.KeySpan, message)
}

// unquoted is a clause whose value is no text.
func (a *Attribute) unquoted(c Clause, text string, part []int, base int) {
	message := fmt.Sprintf("a bound is written in quotes: `%s = \"n^2\"`", c.Key)
	if part[6] < 0 || part[4] < 0 {
		a.mistake(codes.AttributeValue, c.KeySpan, message)
		return
	}
	at, value := a.at(base+part[6], base+part[7]), text[part[6]:part[7]]
	a.mistake(codes.AttributeValue, at, message, syntax.Replace("put it in quotes", at, `"`+strings.Trim(value, `"`)+`"`))
}
