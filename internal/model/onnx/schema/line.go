package schema

import (
	"slices"
	"strconv"
	"strings"
)

// parse reads a line of the table from after the version. The table is part of
// the program and a test reads every line, so what it cannot read is a panic.
func parse(o *operator, since int64, line string, types []string) *Schema {
	s := &Schema{Op: o.name, Domain: o.domain, Since: since, versions: o}
	if rest, ok := strings.CutPrefix(line, "deprecated"); ok {
		s.Deprecated, s.instead = true, strings.TrimSpace(rest)
		return s
	}
	parts := strings.Split(strings.TrimPrefix(line, "|"), "|")
	for field := range strings.FieldsSeq(parts[0]) {
		if field == "..." {
			s.unchecked = true
		} else {
			s.Attributes = append(s.Attributes, parseAttribute(field))
		}
	}
	s.Inputs, s.MinInputs, s.MaxInputs = parseFormals(parts[1])
	outputs, counts, _ := strings.Cut(parts[2], "#")
	s.Outputs, s.MinOutputs, s.MaxOutputs = parseFormals(outputs)
	if counts != "" {
		s.outputCounts = list(strings.TrimSpace(counts), parseInt[int])
	}
	for field := range strings.FieldsSeq(parts[3]) {
		name, value, _ := strings.Cut(field, "=")
		if i, err := strconv.Atoi(value); err == nil {
			value = types[i]
		}
		s.constraints = append(s.constraints, constraint{name, value})
	}
	return s
}

// parseFormals reads formals and how many values they represent: those before
// the last one that must be there cannot be left out, only be empty.
func parseFormals(text string) (formals []Formal, least, most int) {
	for field := range strings.FieldsSeq(text) {
		name, kind, _ := strings.Cut(field, ":")
		f := Formal{Name: name, Type: kind, Homogeneous: true}
		most++
		switch at := strings.LastIndexAny(name, "?*+"); {
		case at < 0:
			least = most
		case name[at] == '?':
			f.Name, f.Option = name[:at], Optional
		default:
			f.Name, f.Option, f.Homogeneous = name[:at], Variadic, name[at] == '*'
			least, most = most-1+parseInt[int](name[at+1:]), -1
		}
		formals = append(formals, f)
	}
	return formals, least, most
}

func parseAttribute(field string) Attribute {
	name, kind, _ := strings.Cut(field, ":")
	kind, value, hasDefault := strings.Cut(kind, "=")
	kind, required := strings.CutSuffix(kind, "!")
	a := Attribute{Name: name, Required: required, HasDefault: hasDefault}
	at := slices.Index(attributeTypes[:], kind)
	if at < 1 {
		panic("schemas.txt: no type of an attribute: " + field)
	}
	a.Type = AttributeType(at)
	if !hasDefault {
		return a
	}
	switch a.Type {
	case IntAttr:
		a.Int = parseInt[int64](value)
	case FloatAttr:
		a.Float = parseFloat(value)
	case StringAttr:
		a.Str = value
	case IntsAttr:
		a.Ints = list(value, parseInt[int64])
	case FloatsAttr:
		a.Floats = list(value, parseFloat)
	case StringsAttr:
		a.Strs = strings.Split(value, ",")
	default:
		panic("schemas.txt: a default of a type without any: " + field)
	}
	return a
}

func list[T any](text string, element func(string) T) []T {
	var all []T
	for field := range strings.SplitSeq(text, ",") {
		all = append(all, element(field))
	}
	return all
}

func parseInt[T int | int64](text string) T {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic("schemas.txt: " + err.Error())
	}
	return T(n)
}

func parseFloat(text string) float32 {
	x, err := strconv.ParseFloat(text, 32)
	if err != nil {
		panic("schemas.txt: " + err.Error())
	}
	return float32(x)
}
