package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/interp"
)

// A family is a section of the manual's operator table: the operators whose
// names begin alike.
type family struct {
	title  string
	prefix []string // none: whatever no other family has
	about  string
}

var families = []family{
	{"Functions on FractalTensors", nil, "Called like operators; the functions that they are given run in parallel."},
	{"Operators on tensors", nil, "Element by element, along axes, and on shapes."},
	{"Neural networks", []string{"nn."}, "Layers and their parts."},
	{"Quantized networks", []string{"qnn."}, "On integers that represent scaled numbers."},
	{"Images", []string{"image."}, "Resizing, cropping and sampling."},
	{"Object detection", []string{"vision."}, "Anchor boxes, suppression of overlaps, pooling of regions."},
	{"Computed shapes", []string{"dyn."}, "As their namesakes, with tensors for shapes, axes and scales."},
	{"Random numbers", []string{"random."}, "From a key, and with the next key."},
	{"Annotations", []string{"annotation."}, "Notes from one compiler pass to another."},
	{"Memory and virtual machine", []string{"memory.", "vm."}, "What compilers put into programs."},
	{"Accelerators", []string{"contrib."}, "The Arm Ethos-U NPU."},
}

const fractalFamily, tensorFamily = 0, 1

// familyOf is the index of the family of an operator.
func familyOf(name string, fractal map[string]bool) int {
	for i, f := range families {
		if slices.ContainsFunc(f.prefix, func(p string) bool { return strings.HasPrefix(name, p) }) {
			return i
		}
	}
	if fractal[name] {
		return fractalFamily
	}
	return tensorFamily
}

// operators is the manual's operator table.
func operators(string) ([]byte, error) {
	var b strings.Builder
	b.WriteString(`# Operators

An attribute shown as ` + "`name=value`" + ` may be left out and has that value then; one
shown as ` + "`name=`" + ` must be given; one in brackets may be left out and has no value
then. An argument with ` + "`?`" + ` may be left out, one with ` + "`…`" + ` may be repeated. In shapes
` + "`?`" + ` is an extent that is known at run time only.

Costs are those of one call, on tensors of the given shapes: work counts elementary
operations, span those that wait for each other, memory the bytes of the result.

`)
	sections := byFamily(table.Default())
	for i, f := range families {
		anchor := strings.ToLower(strings.ReplaceAll(f.title, " ", "-"))
		fmt.Fprintf(&b, "- [%s](#%s): %d\n", f.title, anchor, len(sections[i]))
	}
	for i, f := range families {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", f.title, f.about)
		for _, o := range sections[i] {
			entry(&b, o)
		}
	}
	return []byte(b.String()), nil
}

// byFamily lists the operators that programs can call, by family and name.
func byFamily(ops op.Table) [][]*op.Op {
	fractal := map[string]bool{}
	for _, o := range parallel.Ops() {
		fractal[o.Name] = ops[o.Name].Fractal == nil
	}
	sections := make([][]*op.Op, len(families))
	for _, name := range slices.Sorted(maps.Keys(ops)) {
		if o := ops[name]; !o.Internal {
			i := familyOf(name, fractal)
			sections[i] = append(sections[i], o)
		}
	}
	return sections
}

func entry(b *strings.Builder, o *op.Op) {
	fmt.Fprintf(b, "\n### %s\n", o.Name)
	describe(b, o)
	if o.Fractal != nil {
		b.WriteString("\nWith a FractalTensor as its first argument:\n")
		describe(b, o.Fractal)
	}
}

func describe(b *strings.Builder, o *op.Op) {
	fmt.Fprintf(b, "\n    %s\n\n%s\n", signature(o), sentence(o.Doc))
	if o.Rule != "" {
		fmt.Fprintf(b, "\nTypes: %s\n", sentence(o.Rule))
	}
	if cost := costLine(o); cost != "" {
		fmt.Fprintf(b, "\n%s\n", cost)
	}
	if !interp.Runs(o) {
		b.WriteString("\nTyped only: it has no kernel, so a program that calls it cannot be run.\n")
	}
	if len(o.Attrs) == 0 {
		return
	}
	b.WriteString("\n| attribute | takes | means |\n|---|---|---|\n")
	for _, a := range o.Attrs {
		fmt.Fprintf(b, "| %s | %s | %s |\n", a.Name, takes(a), cell(a.Doc+pythonDefault(a)))
	}
}

// pythonDefault says what represents an attribute that is left out in a file that is not
// TVM's text.
func pythonDefault(a op.Attr) string {
	if a.Python == nil {
		return ""
	}
	return "; `" + a.Python.String() + "` where a file without a `#[version]` header leaves it out"
}

// sentence ends a text with a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

func signature(o *op.Op) string {
	var parts []string
	for _, p := range o.Params {
		name := p.Name
		if p.Optional {
			name += "?"
		}
		if p.Variadic {
			name += "…"
		}
		parts = append(parts, name)
	}
	for _, a := range o.Attrs {
		parts = append(parts, attribute(a))
	}
	return o.Name + "(" + strings.Join(parts, ", ") + ")"
}

func attribute(a op.Attr) string {
	switch {
	case a.Required:
		return a.Name + "="
	case a.Default.Kind == op.NoneValue:
		return "[" + a.Name + "]"
	}
	return a.Name + "=" + literal(a.Default)
}

// mostWords is how many of the strings that mean something are listed where any may stand.
const mostWords = 8

func takes(a op.Attr) string {
	words := a.Words()
	if a.Open {
		words = words[:min(len(words), mostWords)]
	}
	quoted := make([]string, len(words))
	for i, text := range words {
		quoted[i] = fmt.Sprintf("`%q`", text)
	}
	list := strings.Join(quoted, ", ")
	switch {
	case a.Allowed != nil, a.Known != nil && !a.Open:
		return list
	case a.Known != nil:
		return a.Type.String() + " such as " + list
	}
	return a.Type.String()
}

// literal is a value as a program writes it.
func literal(v op.Value) string {
	switch v.Kind {
	case op.IntValue:
		return fmt.Sprint(v.Int)
	case op.FloatValue:
		return fmt.Sprint(v.Float)
	case op.BoolValue:
		if v.Int != 0 {
			return "True"
		}
		return "False"
	case op.StringValue:
		return fmt.Sprintf("%q", v.Str)
	case op.ListValue:
		parts := make([]string, len(v.List))
		for i, e := range v.List {
			parts[i] = literal(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "None"
}
