package op

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
)

// An attrRule says how values become an attribute's type.
type attrRule struct {
	convert func(Value) (Value, bool)
	wants   string // in messages: "takes …"
}

var attrRules = [...]attrRule{
	AnyAttr:       {keep, "anything"},
	IntAttr:       {asInt, "an integer"},
	FloatAttr:     {AsFloat, "a number"},
	BoolAttr:      {asBool, "True or False"},
	StringAttr:    {asString, "a string"},
	DtypeAttr:     {asDtype, "the name of a dtype"},
	IntsAttr:      {listOf(asInt), "a list of integers"},
	FloatsAttr:    {listOf(AsFloat), "a list of numbers"},
	ListAttr:      {listOf(keep), "a list"},
	IntOrIntsAttr: {asIntOrInts, "an integer or a list of integers"},
	ExprAttr:      {asExpr, "a variable or another expression that is no literal"},
}

// String says what the type takes: "a list of integers".
func (t AttrType) String() string { return attrRules[t].wants }

// convert gives a written value the attribute's type, or says what is wrong
// with it. None represents a value left out, and only where there is no
// default that it could be confused with.
func (a *Attr) convert(v Value) (Value, string) {
	if v.Kind == NoneValue {
		if a.Default.Kind == NoneValue || a.isList() {
			return Value{}, ""
		}
		return v, fmt.Sprintf("takes %s, not `None`", a.Type)
	}
	if a.Type == DtypeAttr && v.Kind == StringValue {
		return a.dtype(v)
	}
	value, ok := attrRules[a.Type].convert(v)
	if !ok {
		return v, fmt.Sprintf("takes %s, not %s", a.Type, v.Kind)
	}
	return value, a.allowed(value)
}

// instead is how the value that does not convert is certainly meant: an integer
// for a list of one, a list of one for an integer, a misspelt word.
func (a *Attr) instead(v Value) string {
	switch {
	case a.Type == IntsAttr && v.Kind == IntValue:
		return fmt.Sprintf("[%d]", v.Int)
	case a.Type == IntAttr && v.Kind == ListValue && len(v.List) == 1 && v.List[0].Kind == IntValue:
		return strconv.FormatInt(v.List[0].Int, 10)
	case a.Type == DtypeAttr && v.Kind == StringValue:
		if here := library.Dtype(v.Str); here != "" {
			return strconv.Quote(here)
		}
		if near, ok := spelling.Nearest(v.Str, dtypeNames); ok {
			return strconv.Quote(near)
		}
	case v.Kind == StringValue && !a.Open:
		if near := a.nearWord(v.Str); near != "" {
			return strconv.Quote(near)
		}
	}
	return ""
}

// dtypeNames are those that a misspelt one is compared with.
var dtypeNames = []string{
	"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
	"float16", "float32", "float64", "bfloat16", "bool",
}

func (a *Attr) isList() bool {
	switch a.Type {
	case IntsAttr, FloatsAttr, ListAttr:
		return true
	}
	return false
}

// dtype takes the names of dtypes. TVM reads integers of any width up to 64 bits; only
// those whose width is a power of two name a dtype of something, and `int23` is a slip.
func (a *Attr) dtype(v Value) (Value, string) {
	if d, ok := parseDtype(v.Str); ok && (!d.IsInteger() || d.Bits&(d.Bits-1) == 0) {
		return v, ""
	}
	return v, fmt.Sprintf("takes the name of a dtype such as \"float32\"; there is no %q", v.Str)
}

func (a *Attr) allowed(v Value) string {
	if v.Kind != StringValue || len(a.Allowed) == 0 {
		return ""
	}
	for _, s := range a.Allowed {
		if s == v.Str {
			return ""
		}
	}
	return a.takesOneOf(v.Str)
}

func (a *Attr) takesOneOf(text string) string {
	return fmt.Sprintf("takes one of %s, not %q", quoted(a.Words()), text)
}

// nearWord is the one of an attribute's words that another certainly means: as other
// libraries call it, misspelt, or the only one that it is a part of; "" for none.
func (a *Attr) nearWord(text string) string {
	words := a.Words()
	if here := library.Word(text, words); here != "" {
		return here
	}
	if near, ok := spelling.Nearest(text, words); ok {
		return near
	}
	found, lower := "", strings.ToLower(text)
	for _, w := range words {
		if word := strings.ToLower(w); len(lower) > 2 && len(word) > 2 && (strings.Contains(word, lower) || strings.Contains(lower, word)) {
			if found != "" {
				return ""
			}
			found = w
		}
	}
	return found
}

// NearLayout is the layout in use, in quotes, that the value of an attribute is a slip of;
// "" where there is none.
func (a Attrs) NearLayout(name string) string {
	i := a.index(name)
	if i < 0 || !a.Op.Attrs[i].Open || slices.Contains(a.Op.Attrs[i].Known, a.Values[i].Str) {
		return ""
	}
	if near := a.Op.Attrs[i].nearWord(a.Values[i].Str); near != "" {
		return strconv.Quote(near)
	}
	return ""
}

// Unlisted are the strings that a call gives to attributes and that mean nothing there.
// TVM lets them through; no kernel reads them.
func (a Attrs) Unlisted() (found []Warning) {
	for i, given := range a.Given {
		attr, v := &a.Op.Attrs[i], a.Values[i]
		if !given || len(attr.Known) == 0 || attr.Open || v.Kind != StringValue || slices.Contains(attr.Known, v.Str) {
			continue
		}
		w := Suspect(attr.Name, "suspect-attribute", fmt.Sprintf("`%s` of `%s` %s", attr.Name, a.Op.Name, attr.takesOneOf(v.Str)))
		w.Instead = attr.instead(v)
		found = append(found, w)
	}
	return found
}

var kindTexts = [...]string{
	NoneValue:   "`None`",
	IntValue:    "an integer",
	FloatValue:  "a number with a fraction",
	BoolValue:   "a truth value",
	StringValue: "a string",
	ListValue:   "a list",
	DimValue:    "an extent",
	ExprValue:   "an expression",
	MetaValue:   "an object of the metadata section",
}

// String names the form for messages: "a list".
func (k ValueKind) String() string { return kindTexts[k] }

func keep(v Value) (Value, bool) { return v, true }

func asInt(v Value) (Value, bool) {
	switch v.Kind {
	case IntValue, DimValue:
		return v, true
	case BoolValue:
		return Int(v.Int), true
	}
	return v, false
}

func AsFloat(v Value) (Value, bool) {
	switch v.Kind {
	case FloatValue:
		return v, true
	case IntValue, BoolValue:
		return Float(float64(v.Int)), true
	}
	return v, false
}

func asBool(v Value) (Value, bool) {
	if v.Kind != IntValue && v.Kind != BoolValue {
		return v, false
	}
	return Boolean(v.Int != 0), true
}

func asString(v Value) (Value, bool) { return v, v.Kind == StringValue }

// asDtype takes names only, which Attr.dtype reads.
func asDtype(v Value) (Value, bool) { return v, false }

func asExpr(v Value) (Value, bool) {
	return v, v.Kind == ExprValue || v.Kind == MetaValue
}

func asIntOrInts(v Value) (Value, bool) {
	if v.Kind == ListValue {
		return listOf(asInt)(v)
	}
	return asInt(v)
}

// listOf converts a list entry by entry.
func listOf(entry func(Value) (Value, bool)) func(Value) (Value, bool) {
	return func(v Value) (Value, bool) {
		if v.Kind != ListValue {
			return v, false
		}
		list := Value{Kind: ListValue, List: make([]Value, len(v.List))}
		for i, e := range v.List {
			converted, ok := entry(e)
			if !ok {
				return v, false
			}
			list.List[i] = converted
		}
		return list, true
	}
}
