package typecheck_test

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// randomPrograms is how many random programs a test looks at.
const randomPrograms = 400

func eachProgram(t *testing.T, hold func(t *testing.T, p progen.Program)) {
	for seed := range uint64(randomPrograms) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := progen.Make(seed)
			if hold(t, p); t.Failed() {
				t.Logf("the program:\n%s", p.Text)
			}
		})
	}
}

// TestRandomPrograms holds that well-typed programs check.
func TestRandomPrograms(t *testing.T) {
	eachProgram(t, func(t *testing.T, p progen.Program) {
		if c := check("random.frac", p.Text); len(c.errors) > 0 {
			t.Errorf("%d errors\n\t%s", len(c.errors), located(p.Text, c.errors))
		}
	})
}

// TestRandomWithoutAnnotations holds that a definition without its annotations
// gets a type that is at least as general: all that uses it still checks, and
// so does a definition of the written type that calls it.
func TestRandomWithoutAnnotations(t *testing.T) {
	eachProgram(t, func(t *testing.T, p progen.Program) {
		for _, def := range p.Defs {
			text := stripped(p.Text, func(name string) bool { return name == def }) + wrappers(p.Text, []string{def})
			if wrong := unannotatedErrors(text); len(wrong) > 0 {
				t.Errorf("without the annotations of %s:\n\t%s\n%s", def, located(text, wrong), text)
			}
		}
		text := stripped(p.Text, func(string) bool { return true }) + wrappers(p.Text, p.Defs)
		if wrong := unannotatedErrors(text); len(wrong) > 0 {
			t.Errorf("without any annotation:\n\t%s\n%s", located(text, wrong), text)
		}
	})
}

// unannotatedErrors are the errors of a program in which some definitions have
// no annotations. What an annotation alone decided (the parameter of a function
// that is made and never called) is rightly ambiguous, but never in a wrapper,
// whose type is written out.
func unannotatedErrors(text string) (wrong []syntax.Diagnostic) {
	c := check("random.frac", text)
	for _, d := range c.errors {
		item := c.file.Item(c.file.ItemAt(d.Span.Start))
		if d.Code != codes.AmbiguousType || strings.HasPrefix(item.SourceText(item.Declared()), "@wrapped_") {
			wrong = append(wrong, d)
		}
	}
	return wrong
}

// TestPreludeWithoutAnnotations holds that the prelude's functions are inferred
// to types at least as general as those that they are written with.
func TestPreludeWithoutAnnotations(t *testing.T) {
	var names []string
	for _, item := range syntax.ParseFile(prelude.Name, prelude.Source).All() {
		if item.Kind(item.Root) == syntax.ItemDef {
			names = append(names, item.SourceText(item.Declared()))
		}
	}
	text := stripped(prelude.Source, func(string) bool { return true })
	for _, item := range syntax.ParseFile("stripped.frac", text).All() {
		if item.Kind(item.Root) == syntax.ItemDef && len(annotations(item)) > 0 {
			t.Fatalf("annotations are left:\n%s", item.Text)
		}
	}
	text += wrappers(prelude.Source, names)
	file := syntax.ParseFile("prelude.frac", text)
	m := typecheck.NewModule(typecheck.Config{File: file, Ops: ops})
	for i, item := range file.All() {
		for _, d := range append(slices.Clone(item.Errors), m.Check(i).Diagnostics...) {
			t.Errorf("%s: %s: %v\n%s", d.Code, d.Message, d.Notes, item.Text)
		}
	}
	if len(names) < 20 {
		t.Errorf("only %d functions", len(names))
	}
}

// TestRandomConcurrently holds that the items of a file may be checked in any
// order and at the same time, and that a second check says the same.
func TestRandomConcurrently(t *testing.T) {
	for seed := range uint64(randomPrograms / 4) {
		text := stripped(progen.Make(seed).Text, func(string) bool { return seed%2 == 0 })
		text = strings.ReplaceAll(text, "True", "2") + "\ndef @wrong(%x : int32) -> bool { @wrong(%y, Nil) + 1f }\n"
		want := diagnosed(text, func(m *typecheck.Module, n int, check func(int)) {
			for i := range n {
				check(i)
			}
		})
		again := diagnosed(text, func(m *typecheck.Module, n int, check func(int)) {
			var wait sync.WaitGroup
			for i := n - 1; i >= 0; i-- {
				wait.Go(func() { check(i) })
			}
			wait.Wait()
		})
		if !reflect.DeepEqual(want, again) {
			t.Errorf("two checks differ:\n%v\n%v\n%s", want, again, text)
		}
	}
}

// diagnosed checks a text's items in the order that a driver wants.
func diagnosed(text string, drive func(m *typecheck.Module, n int, check func(int))) [][]string {
	file := syntax.ParseFile("random.frac", text)
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule, Ops: ops})
	out := make([][]string, file.Len())
	drive(m, file.Len(), func(i int) {
		for _, d := range m.Check(i).Diagnostics {
			out[i] = append(out[i], fmt.Sprint(d.Code, d.Span, d.Message, d.Notes))
		}
	})
	return out
}

// located prints diagnostics with their lines.
func located(text string, ds []syntax.Diagnostic) string {
	positions := syntax.NewLines(text)
	var out []string
	for _, d := range ds {
		at := positions.Position(d.Span.Start)
		out = append(out, fmt.Sprintf("%d:%d: %s: %s %q", at.Line, at.Column, d.Code, d.Message, d.Notes))
	}
	return strings.Join(out, "\n\t")
}

// stripped takes every annotation out of some definitions: type parameters,
// types of parameters and variables, result types.
func stripped(text string, of func(name string) bool) string {
	var out strings.Builder
	for _, item := range syntax.ParseFile("annotated.frac", text).All() {
		if item.Kind(item.Root) != syntax.ItemDef || !of(item.SourceText(item.Declared())) {
			out.WriteString(item.Text)
			continue
		}
		at := int32(0)
		for _, s := range annotations(item) {
			out.WriteString(item.Text[at:s.Start])
			at = s.End
		}
		out.WriteString(item.Text[at:])
	}
	return out.String()
}

// annotations are the places of an item's annotations, in order, each with the
// sign before it.
func annotations(item *syntax.Item) []syntax.Span {
	var spans []syntax.Span
	remove := func(n syntax.NodeID, sign string) {
		if n == syntax.NoNode {
			return
		}
		s := item.Span(n)
		if sign != "" {
			s.Start = int32(strings.LastIndex(item.Text[:s.Start], sign))
		}
		spans = append(spans, s)
	}
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		switch item.Kind(n) {
		case syntax.ItemDef:
			def := item.Def(n)
			remove(def.TypeParams, "")
			remove(def.Result, "->")
		case syntax.Fn:
			fn := item.Fn(n)
			remove(fn.TypeParams, "")
			remove(fn.Result, "->")
		case syntax.Param:
			remove(item.Param(n).Type, ":")
		case syntax.Let:
			remove(item.Let(n).Type, ":")
		case syntax.PatTyped:
			remove(item.PatTyped(n).Type, ":")
		}
		return true
	})
	slices.SortFunc(spans, func(a, b syntax.Span) int { return cmp.Compare(a.Start, b.Start) })
	return spans
}

// wrappers are definitions of the types that some definitions are written
// with; each calls the definition that it is named after.
func wrappers(text string, names []string) string {
	var out strings.Builder
	for _, item := range syntax.ParseFile("annotated.frac", text).All() {
		if item.Kind(item.Root) != syntax.ItemDef || !slices.Contains(names, item.SourceText(item.Declared())) {
			continue
		}
		name := item.SourceText(item.Declared())
		var args []string
		for _, p := range item.Kids(item.Def(item.Root).Params) {
			args = append(args, item.SourceText(item.Param(p).Pattern))
		}
		head := item.Text[item.Span(item.Declared()).End:item.Span(item.Def(item.Root).Result).End]
		fmt.Fprintf(&out, "\ndef @wrapped_%s%s { %s(%s) }\n", name[1:], head, name, strings.Join(args, ", "))
	}
	return out.String()
}
