package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/table"
)

// operators is the manual's operator table.
func operators(string) ([]byte, error) {
	var b strings.Builder
	b.WriteString(`# Operators

In alphabetical order. An attribute shown as ` + "`name=value`" + ` may be left out and has
that value then; one shown as ` + "`name=`" + ` must be given; one in brackets may be left
out and has no value then. An argument with ` + "`?`" + ` may be left out, one with ` + "`…`" + ` may
be repeated.
`)
	ops := table.Default()
	for _, name := range slices.Sorted(maps.Keys(ops)) {
		if o := ops[name]; !o.Internal {
			entry(&b, o)
			if o.Fractal != nil {
				b.WriteString("\nWith a FractalTensor as its first argument:\n")
				describe(&b, o.Fractal)
			}
		}
	}
	return []byte(b.String()), nil
}

func entry(b *strings.Builder, o *op.Op) {
	fmt.Fprintf(b, "\n## %s\n", o.Name)
	describe(b, o)
}

func describe(b *strings.Builder, o *op.Op) {
	fmt.Fprintf(b, "\n    %s\n\n%s\n", signature(o), sentence(o.Doc))
	if o.Rule != "" {
		fmt.Fprintf(b, "\nTypes: %s\n", sentence(o.Rule))
	}
	if len(o.Attrs) == 0 {
		return
	}
	b.WriteString("\n| attribute | takes | means |\n|---|---|---|\n")
	for _, a := range o.Attrs {
		fmt.Fprintf(b, "| %s | %s | %s |\n", a.Name, takes(a), cell(a.Doc))
	}
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

func takes(a op.Attr) string {
	if a.Allowed == nil {
		return a.Type.String()
	}
	quoted := make([]string, len(a.Allowed))
	for i, text := range a.Allowed {
		quoted[i] = fmt.Sprintf("`%q`", text)
	}
	return strings.Join(quoted, ", ")
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
