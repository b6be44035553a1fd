package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// longestName is how many bytes of a name of the file a message repeats.
const longestName = 80

// quote is a name as a message repeats it. Files have any bytes in names.
func quote(name string) string {
	if len(name) > longestName {
		name = strings.ToValidUTF8(name[:longestName], "") + "…"
	}
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
		return quoted
	}
	return "`" + name + "`"
}

// kind names an attribute type with its article.
func (t AttributeType) kind() string {
	switch t {
	case IntAttr:
		return "an int"
	case FloatsAttr, IntsAttr, StringsAttr, TensorsAttr, GraphsAttr:
		return "a list of " + attributeTypes[t]
	case SparseTensorsAttr:
		return "a list of sparse tensors"
	case SparseTensorAttr:
		return "a sparse tensor"
	case TypeProtoAttr:
		return "a type"
	case TypeProtosAttr:
		return "a list of types"
	case FloatAttr, StringAttr, TensorAttr, GraphAttr:
		return "a " + attributeTypes[t]
	}
	return "of the unknown type " + strconv.Itoa(int(t))
}

func (s *Schema) inputName(i int) string { return place("input", s.Input(i), i) }

func (s *Schema) outputName(i int) string { return place("output", s.Output(i), i) }

func place(kind string, f *Formal, i int) string {
	if f == nil {
		return fmt.Sprintf("%s %d", kind, i)
	}
	return fmt.Sprintf("%s %d (`%s`)", kind, i, f.Name)
}

// span says a number of things by its bounds, -1 for none.
func span(least, most int, noun string) string {
	switch {
	case most < 0:
		return "at least " + count(least, noun)
	case least == most:
		return count(least, noun)
	case most == least+1:
		return fmt.Sprintf("%d or %s", least, count(most, noun))
	}
	return fmt.Sprintf("%d to %s", least, count(most, noun))
}

func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func countGiven(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

func either(counts []int) string {
	words := make([]string, len(counts))
	for i, n := range counts {
		words[i] = strconv.Itoa(n)
	}
	return join(words, "or")
}

// listFormals says what inputs or outputs an operator has.
func listFormals(noun string, formals []Formal) string {
	if len(formals) == 0 {
		return ""
	}
	words := make([]string, len(formals))
	for i, f := range formals {
		words[i] = "`" + f.Name + "`"
		switch f.Option {
		case Optional:
			words[i] += " (optional)"
		case Variadic:
			words[i] += " (any number)"
		}
	}
	if len(words) == 1 {
		noun = strings.TrimSuffix(noun, "s")
		return "its " + noun + " is " + words[0]
	}
	return "its " + noun + " are " + join(words, "and")
}

func join(words []string, conjunction string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " " + conjunction + " " + words[n-1]
	}
	return strings.Join(words, "")
}

// ranges are element types, in the order of the table, that a list names by the
// first and the last.
var ranges = [...]struct {
	elements []string
	name     string
}{
	{[]string{"int8", "int16", "int32", "int64"}, "int8 to int64"},
	{[]string{"uint8", "uint16", "uint32", "uint64"}, "uint8 to uint64"},
	{[]string{"float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz"}, "float8e4m3fn to float8e5m2fnuz"},
}

// describe lists the types that a formal may have. Up to four are named as ONNX
// spells them. Of more, those of one form (tensors, sequences of tensors, …) are
// named by the form and their element types, and forms with the same element
// types are put together.
func (s *Schema) describe(f Formal) string {
	all := s.Allowed(f)
	if len(all) <= 4 {
		return join(all, "or")
	}
	var words []string
	for _, form := range forms {
		var elements []string
		all = slices.DeleteFunc(all, func(name string) bool {
			element, ok := strings.CutPrefix(name, form.prefix)
			if ok = ok && !strings.Contains(element, "("); ok {
				elements = append(elements, strings.TrimRight(element, ")"))
			}
			return ok
		})
		if len(elements) == 0 {
			continue
		}
		list := " of " + join(shorten(elements), "or")
		if i := len(words) - 1; i >= 0 && strings.HasSuffix(words[i], list) {
			words[i] = strings.TrimSuffix(words[i], list) + " or " + form.name + list
		} else {
			words = append(words, form.name+list)
		}
	}
	return strings.Join(append(words, all...), ", or ")
}

// forms are the types that the table has with many element types.
var forms = [...]struct{ prefix, name string }{
	{"tensor(", "a tensor"},
	{"seq(tensor(", "a sequence of tensors"},
	{"optional(tensor(", "an optional tensor"},
	{"optional(seq(tensor(", "an optional sequence of tensors"},
	{"sparse_tensor(", "a sparse tensor"},
}

// shorten puts the name of a range for its elements, where a list has all of them.
// It overwrites the list.
func shorten(elements []string) []string {
	for _, r := range ranges {
		n := len(r.elements)
		if i := slices.Index(elements, r.elements[0]); i >= 0 && len(elements)-i >= n && slices.Equal(elements[i:i+n], r.elements) {
			elements = slices.Replace(elements, i, i+n, r.name)
		}
	}
	return elements
}

// tensorOf is the element type of a type of tensors.
func tensorOf(name string) (string, bool) {
	inner, ok := strings.CutPrefix(name, "tensor(")
	return strings.TrimSuffix(inner, ")"), ok
}

// numbers are the element types of which a Cast converts one into another, roughly
// by how many numbers they have: all floats follow all integers.
var numbers = []string{"bool", "int2", "uint2", "int4", "uint4", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
	"float4e2m1", "float8e8m0", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "float16", "bfloat16", "float", "double"}

// breadth is the place of a type of tensors in numbers, -1 for others.
func breadth(name string) int {
	element, ok := tensorOf(name)
	if !ok {
		return -1
	}
	return slices.Index(numbers, element)
}

// castTarget is the element type to which a Cast converts a tensor so that a list
// of types allows it. Of several, usual ones are preferred: an int becomes an
// int64 before a float, a float the other way round.
func castTarget(actual string, allowed []string) (string, bool) {
	from := breadth(actual)
	if from < 0 {
		return "", false
	}
	preferred := []string{"tensor(float)", "tensor(double)", "tensor(float16)", "tensor(int64)", "tensor(int32)"}
	if from < slices.Index(numbers, "float4e2m1") {
		preferred = []string{"tensor(int64)", "tensor(int32)", "tensor(float)", "tensor(double)"}
	}
	for _, name := range append(preferred, allowed...) {
		if slices.Contains(allowed, name) && breadth(name) >= 0 {
			return tensorOf(name)
		}
	}
	return "", false
}
