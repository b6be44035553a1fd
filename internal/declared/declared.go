// Package declared reads the ranges that a definition declares of its parameters, as
// `#[range(x = "0..1")]`, and has the ranges of those without.
//
// An item goes in, and its clauses come out, with the diagnostics of their errors. A range
// holds of every number in the argument, both ends included.
package declared

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Range is the numbers from Least to Most.
type Range struct{ Least, Most float64 }

// Contains reports whether a number is in the range.
func (r Range) Contains(x float64) bool { return r.Least <= x && x <= r.Most }

// String is the range as a clause writes it.
func (r Range) String() string {
	return strconv.FormatFloat(r.Least, 'g', -1, 64) + ".." + strconv.FormatFloat(r.Most, 'g', -1, 64)
}

// A Clause is one range: `x = "0..1"`.
type Clause struct {
	Param string // without its sigil
	Range
	ParamSpan, ValueSpan syntax.Span
}

// An Attribute is a `#[range(…)]` of an item.
type Attribute struct {
	Span     syntax.Span // of the whole, in the item
	Body     syntax.Span // between the parentheses
	Clauses  []Clause
	Mistakes []syntax.Diagnostic
}

var (
	head = lazyregexp.New(`^#\[\s*range\b\s*(\(?)`)
	part = lazyregexp.New(`^\s*(%?[\pL_][\pL\pN_-]*)?(\s*=\s*)?("[^"]*"?|[^\s",)\]]+)?\s*`)
)

// Attributes are the range declarations in front of an item.
func Attributes(item *syntax.Item) (found []Attribute) {
	for _, n := range item.Attributes {
		text := item.SourceText(n)
		at := head().FindStringSubmatchIndex(text)
		if at == nil {
			continue
		}
		a := Attribute{Span: item.Span(n)}
		a.read(text, at[1], at[2] < at[3], Params(item))
		found = append(found, a)
	}
	return found
}

// Of are the ranges that an item declares, by the name of the parameter. Clauses in error
// declare nothing.
func Of(item *syntax.Item) map[string]Range {
	var found map[string]Range
	for _, a := range Attributes(item) {
		for _, c := range a.Clauses {
			if found == nil {
				found = map[string]Range{}
			}
			found[c.Param] = c.Range
		}
	}
	return found
}

// Params are the names of a definition's parameters, without sigils; nil where the item is
// no definition.
func Params(item *syntax.Item) (names []string) {
	if item.Kind(item.Root) != syntax.ItemDef {
		return nil
	}
	list := item.Def(item.Root).Params
	if list == syntax.NoNode {
		return nil
	}
	for _, p := range item.Kids(list) {
		if item.Kind(p) == syntax.Param && item.Param(p).Pattern != syntax.NoNode {
			names = append(names, strings.TrimPrefix(item.SourceText(item.Param(p).Pattern), "%"))
		}
	}
	return names
}

// read reads the clauses behind `#[range(`.
func (a *Attribute) read(text string, at int, open bool, names []string) {
	a.Body = a.at(at, at)
	for open {
		found := part().FindStringSubmatchIndex(text[at:])
		a.clause(text[at:], found, at, names)
		at += found[1]
		a.Body.End = a.Span.Start + int32(at)
		if !strings.HasPrefix(text[at:], ",") {
			break
		}
		at++
	}
	switch rest := text[at:]; {
	case !open || len(a.Clauses)+len(a.Mistakes) == 0:
		a.mistake(codes.AttributeValue, a.Span, "a range says which numbers a parameter takes, such as `#[range(x = \"0..1\")]`")
	case !strings.HasPrefix(rest, ")") || strings.TrimSpace(rest[1:]) != "]":
		a.mistake(codes.AttributeValue, a.at(at, len(text)), "clauses are `parameter = \"least..most\"` with commas between them, in parentheses")
	}
}

func (a *Attribute) at(from, to int) syntax.Span {
	return syntax.Span{Start: a.Span.Start + int32(from), End: a.Span.Start + int32(to)}
}

func (a *Attribute) mistake(code codes.Code, at syntax.Span, message string, fixes ...syntax.Fix) {
	a.Mistakes = append(a.Mistakes, syntax.Diagnostic{Code: code, Span: at, Message: message, Fixes: fixes})
}

// clause takes one clause; nothing where nothing stands, as behind a last comma.
func (a *Attribute) clause(text string, at []int, base int, names []string) {
	if at[2] < 0 && at[4] < 0 && at[6] < 0 {
		return
	}
	if at[2] < 0 || at[4] < 0 || at[6] < 0 {
		a.mistake(codes.AttributeValue, a.at(base, base+at[1]), "a clause is `parameter = \"least..most\"`")
		return
	}
	c := Clause{Param: strings.TrimPrefix(text[at[2]:at[3]], "%"), ParamSpan: a.at(base+at[2], base+at[3])}
	if !a.known(c, names) {
		return
	}
	value := text[at[6]:at[7]]
	span := a.at(base+at[6], base+at[7])
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		a.mistake(codes.AttributeValue, span, fmt.Sprintf("a range is written in quotes: `%s = \"0..1\"`", c.Param),
			syntax.Replace("put it in quotes", span, `"`+strings.Trim(value, `"`)+`"`))
		return
	}
	c.ValueSpan = syntax.Span{Start: span.Start + 1, End: span.End - 1}
	r, err := Parse(value[1 : len(value)-1])
	if err != nil {
		a.mistake(codes.AttributeValue, c.ValueSpan, err.Error())
		return
	}
	c.Range = r
	a.Clauses = append(a.Clauses, c)
}

// known reports whether a clause is for a parameter that has no clause before.
func (a *Attribute) known(c Clause, names []string) bool {
	for _, other := range a.Clauses {
		if other.Param == c.Param {
			a.mistake(codes.AttributeValue, c.ParamSpan, fmt.Sprintf("the range of `%s` is declared twice", c.Param))
			return false
		}
	}
	for _, name := range names {
		if name == c.Param {
			return true
		}
	}
	message := fmt.Sprintf("there is no parameter `%s`", c.Param)
	if near, ok := spelling.Nearest(c.Param, names); ok {
		a.mistake(codes.UnknownAttribute, c.ParamSpan, message+fmt.Sprintf("; did you mean `%s`?", near), syntax.Replace("write `"+near+"`", c.ParamSpan, near))
		return false
	}
	a.mistake(codes.UnknownAttribute, c.ParamSpan, message)
	return false
}

// Parse reads `least..most`.
func Parse(text string) (Range, error) {
	least, most, ok := strings.Cut(text, "..")
	if !ok {
		return Range{}, fmt.Errorf("a range is `least..most`, such as `-1..1`")
	}
	var r Range
	for _, end := range []struct {
		text string
		to   *float64
	}{{least, &r.Least}, {most, &r.Most}} {
		x, err := strconv.ParseFloat(strings.TrimSpace(end.text), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || strings.ContainsAny(end.text, "xXpP_") {
			return Range{}, fmt.Errorf("`%s` is no finite number", strings.TrimSpace(end.text))
		}
		*end.to = x
	}
	if r.Least > r.Most {
		return Range{}, fmt.Errorf("the range is empty: %v is greater than %v", r.Least, r.Most)
	}
	return r, nil
}

// The magnitude of numbers whose range nothing declares.
const (
	defaultFloat   = 1e4
	defaultHalf    = 64
	defaultInteger = 1 << 20
)

// Default is the range of numbers of a dtype that nothing declares; ok is false for dtypes
// without arithmetic.
func Default(d value.Dtype) (r Range, ok bool) {
	switch {
	case d == value.Bool:
		return Range{0, 1}, true
	case d.IsStored():
		return Range{}, false
	case d.IsHalf():
		return Range{-defaultHalf, defaultHalf}, true
	case d.IsFloat():
		return Range{-defaultFloat, defaultFloat}, true
	case d == value.Uint32 || d == value.Uint64:
		return Range{0, defaultInteger}, true
	case d.Bits() >= 32:
		return Range{-defaultInteger, defaultInteger}, true
	}
	return Within(d), true
}

// Within is the range of the finite numbers of a dtype.
func Within(d value.Dtype) Range {
	switch {
	case d == value.Bool:
		return Range{0, 1}
	case d == value.Float16:
		return Range{-65504, 65504}
	case d == value.Bfloat16:
		const most = 0x1.fep127
		return Range{-most, most}
	case d == value.Float32:
		return Range{-math.MaxFloat32, math.MaxFloat32}
	case d.IsFloat():
		return Range{-math.MaxFloat64, math.MaxFloat64}
	case d.IsSigned():
		most := math.Ldexp(1, d.Bits()-1)
		return Range{-most, most - 1}
	}
	return Range{0, math.Ldexp(1, d.Bits()) - 1}
}

// And is the part of a range that is in another one, too; ok is false where there is none.
func (r Range) And(other Range) (_ Range, ok bool) {
	r = Range{math.Max(r.Least, other.Least), math.Min(r.Most, other.Most)}
	return r, r.Least <= r.Most
}
