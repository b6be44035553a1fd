// Package declared reads the ranges that a definition declares of its parameters, as
// `#[range(x = "0..1")]`, and has the ranges of those without.
//
// An item goes in, and its clauses come out, with the diagnostics of their errors (Attributes, package
// attribute), or the ranges alone (Of). A range holds of every number in the argument, both ends
// included. It is an assumption about callers, with which packages ranges, rangecheck and witness compute.
package declared

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/attribute"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Range is the numbers from Least to Most, both included.
type Range struct{ Least, Most float64 }

// Contains reports whether a number is in the range.
func (r Range) Contains(x float64) bool { return r.Least <= x && x <= r.Most }

// String is the range as a clause writes it.
func (r Range) String() string {
	return strconv.FormatFloat(r.Least, 'g', -1, 64) + ".." + strconv.FormatFloat(r.Most, 'g', -1, 64)
}

// form is the attribute of ranges, whose keys are the parameters of an item.
var form = attribute.Form{
	Name: "range", Params: true,
	Purpose: "a range says which numbers a parameter takes, such as `#[range(x = \"0..1\")]`",
	Shape:   "parameter = \"least..most\"", Value: "a range", Sample: "0..1",
	Unknown: "there is no parameter `%s`",
	Twice:   "the range of `%s` is declared twice",
}

// Attributes are the range declarations before an item, whose clauses have parameters for keys. A
// clause whose value is no range is a mistake, and is left out.
func Attributes(item *syntax.Item) []attribute.Attribute {
	own := form
	own.Keys = Params(item)
	found := own.Read(item)
	for i := range found {
		a := &found[i]
		a.Clauses = slices.DeleteFunc(a.Clauses, func(c attribute.Clause) bool {
			_, err := Parse(c.Value)
			if err != nil {
				a.Mistake(codes.AttributeValue, c.ValueSpan, err.Error())
			}
			return err != nil
		})
	}
	return found
}

// Of are the ranges that an item declares, by the name of the parameter. Clauses in error declare nothing.
func Of(item *syntax.Item) map[string]Range {
	var found map[string]Range
	for _, a := range Attributes(item) {
		for _, c := range a.Clauses {
			if found == nil {
				found = map[string]Range{}
			}
			found[c.Key], _ = Parse(c.Value)
		}
	}
	return found
}

// With are the ranges of an item's parameters: those that it declares, else those that others give to
// their names.
func With(item *syntax.Item, given map[string]Range) map[string]Range {
	own := Of(item)
	if len(given) == 0 {
		return own
	}
	for _, name := range Params(item) {
		r, ok := given[name]
		if _, declares := own[name]; !ok || declares {
			continue
		}
		if own == nil {
			own = map[string]Range{}
		}
		own[name] = r
	}
	return own
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

// Parse reads `least..most`, two finite numbers in decimal. Hexadecimal numbers and `_`, which Go would
// read, are no numbers of the language.
func Parse(text string) (Range, error) {
	least, most, ok := strings.Cut(text, "..")
	if !ok || strings.TrimSpace(least) == "" || strings.TrimSpace(most) == "" {
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

// The magnitudes of numbers whose range nothing declares: large enough for what programs are usually given,
// and small enough that ordinary sums and products of them stay in range. Without them every product of two
// parameters could overflow, and no diagnostic would say anything.
const (
	defaultFloat   = 1e4
	defaultHalf    = 64
	defaultInteger = 1 << 20
)

// Default is the range of numbers of a dtype that nothing declares; ok is false for dtypes without
// arithmetic. Integers of 8 and 16 bits may have any value of theirs.
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
