// Package attribute reads the attributes of definitions that have clauses, `#[name(key = "value", …)]`.
// Packages contract (cost) and declared (range) give them a meaning.
//
// A Form says how an attribute is called and which keys it has. An item goes in (Form.Read), and its
// attributes of the form come out: clauses in the order of the text, with their places, and diagnostics of
// what is written otherwise. The parser takes an attribute for one node without parts, since other
// programs may have attributes of any kind; here its text is read by the grammar
//
//	attribute = "#[" name "(" clause { "," clause } [ "," ] ")" "]"
//	clause    = key "=" `"` value `"`
//
// Reading goes on after a clause in error as far as commas show where the next one begins, so that an
// editor completes keys in an attribute that is not complete.
package attribute

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Form is a kind of attribute: its name, its keys, and the words of its messages.
type Form struct {
	Name   string
	Keys   []string
	Params bool // keys are parameters, with or without `%`; others are listed in messages

	Purpose string // the message for an attribute without clauses
	Shape   string // of a clause: `key = "bound"`
	Value   string // the kind of value: a bound
	Sample  string // a value
	Unknown string // the message for a key that there is not, with %s for it
	Twice   string // the message for a key with two clauses, with %s for it
}

// A Clause is one `key = "value"`.
type Clause struct {
	Key   string // without `%`
	Value string // between the quotes
	// KeySpan (with `%`) and ValueSpan (without quotes) are in the item; empty for clauses of a
	// configuration.
	KeySpan, ValueSpan syntax.Span
}

// An Attribute is one of an item. Clauses have keys of the form, each once.
type Attribute struct {
	Span     syntax.Span // of the whole, in the item
	Body     syntax.Span // between the parentheses
	Clauses  []Clause
	Mistakes []syntax.Diagnostic
}

var (
	head = lazyregexp.New(`^#\[\s*(\w+)\s*(\(?)`)
	// clause is a clause or the beginning of one, each part of which may be missing: key, `=`, and a
	// value, with quotes (the last of which may be missing, too) or without.
	clause = lazyregexp.New(`^\s*(%?[\pL_][\pL\pN_-]*)?(\s*=\s*)?("[^"]*"?|[^\s",)\]]+)?\s*`)
)

// Read returns the attributes of the form before an item.
func (f *Form) Read(item *syntax.Item) (found []Attribute) {
	for _, n := range item.Attributes {
		text := item.SourceText(n)
		at := head().FindStringSubmatchIndex(text)
		if at == nil || text[at[2]:at[3]] != f.Name {
			continue
		}
		a := Attribute{Span: item.Span(n)}
		a.read(f, text, at[1], at[4] < at[5])
		found = append(found, a)
	}
	return found
}

// read reads the clauses after `#[name(`, where open reports whether there is the parenthesis.
func (a *Attribute) read(f *Form, text string, at int, open bool) {
	a.Body = a.at(at, at)
	for open {
		parts := clause().FindStringSubmatchIndex(text[at:])
		a.clause(f, text[at:], parts, at)
		at += parts[1]
		a.Body.End = a.Span.Start + int32(at)
		if !strings.HasPrefix(text[at:], ",") {
			break
		}
		at++
	}
	switch rest := text[at:]; {
	case !open || len(a.Clauses)+len(a.Mistakes) == 0:
		a.Mistake(codes.AttributeValue, a.Span, f.Purpose)
	case !strings.HasPrefix(rest, ")") || strings.TrimSpace(rest[1:]) != "]":
		a.Mistake(codes.AttributeValue, a.at(at, len(text)), fmt.Sprintf("clauses are `%s` with commas between them, in parentheses", f.Shape))
	}
}

// at is a range of the attribute's text in the item.
func (a *Attribute) at(from, to int) syntax.Span {
	return syntax.Span{Start: a.Span.Start + int32(from), End: a.Span.Start + int32(to)}
}

// Mistake adds a diagnostic of the attribute.
func (a *Attribute) Mistake(code codes.Code, at syntax.Span, message string, fixes ...syntax.Fix) {
	a.Mistakes = append(a.Mistakes, syntax.Diagnostic{Code: code, Span: at, Message: message, Fixes: fixes})
}

// clause adds the clause with which a text begins, by the parts that clause matched; base is where the text
// begins in the attribute. Nothing is no clause, as after a last comma.
func (a *Attribute) clause(f *Form, text string, parts []int, base int) {
	key, equals, value := parts[2] >= 0, parts[4] >= 0, parts[6] >= 0
	if !key && !equals && !value {
		return
	}
	if !key || text[parts[2]] == '%' && !f.Params {
		message := fmt.Sprintf("a clause is `%s`", f.Shape)
		if !f.Params {
			message += "; keys are " + f.keys()
		}
		a.Mistake(codes.AttributeValue, a.at(base, base+parts[1]), message)
		return
	}
	c := Clause{Key: strings.TrimPrefix(text[parts[2]:parts[3]], "%"), KeySpan: a.at(base+parts[2], base+parts[3])}
	if !slices.Contains(f.Keys, c.Key) {
		a.unknown(f, c)
		return
	}
	if slices.ContainsFunc(a.Clauses, func(other Clause) bool { return other.Key == c.Key }) {
		a.Mistake(codes.AttributeValue, c.KeySpan, fmt.Sprintf(f.Twice, c.Key))
		return
	}
	quotes := fmt.Sprintf("%s is written in quotes: `%s = \"%s\"`", f.Value, c.Key, f.Sample)
	if !equals || !value {
		a.Mistake(codes.AttributeValue, c.KeySpan, quotes)
		return
	}
	written, span := text[parts[6]:parts[7]], a.at(base+parts[6], base+parts[7])
	if len(written) < 2 || written[0] != '"' || written[len(written)-1] != '"' {
		a.Mistake(codes.AttributeValue, span, quotes, syntax.Replace("put it in quotes", span, `"`+strings.Trim(written, `"`)+`"`))
		return
	}
	c.Value, c.ValueSpan = written[1:len(written)-1], syntax.Span{Start: span.Start + 1, End: span.End - 1}
	a.Clauses = append(a.Clauses, c)
}

// unknown refuses a clause whose key the form has not.
func (a *Attribute) unknown(f *Form, c Clause) {
	message := fmt.Sprintf(f.Unknown, c.Key)
	if near, ok := spelling.Nearest(c.Key, f.Keys); ok {
		a.Mistake(codes.UnknownAttribute, c.KeySpan, fmt.Sprintf("%s; did you mean `%s`?", message, near), syntax.Replace("write `"+near+"`", c.KeySpan, near))
		return
	}
	if !f.Params {
		message += "; it has " + f.keys()
	}
	a.Mistake(codes.UnknownAttribute, c.KeySpan, message)
}

func (f *Form) keys() string { return "`" + strings.Join(f.Keys, "`, `") + "`" }
