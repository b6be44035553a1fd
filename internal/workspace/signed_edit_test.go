package workspace_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/signature"
)

// inBodies is a program with a text after the `{` of each definition's body.
func inBodies(text, insert string) string {
	file := syntax.ParseFile("", text)
	var out strings.Builder
	last := int32(0)
	for i, item := range file.All() {
		if item.Kind(item.Root) != syntax.ItemDef || item.Body() == syntax.NoNode {
			continue
		}
		at := file.Start(i) + item.Span(item.Body()).Start + 1
		out.WriteString(text[last:at] + insert)
		last = at
	}
	return out.String() + text[last:]
}

// withoutFigures is a signature without what calls cost.
func withoutFigures(p *signature.Program) string {
	q := *p
	q.Items = nil
	for _, item := range p.Items {
		item.Facts = slices.DeleteFunc(slices.Clone(item.Facts), func(f signature.Fact) bool { return f.Analyzer == "figures" })
		q.Items = append(q.Items, item)
	}
	return signature.Write("", []*signature.Program{&q})
}

// TestBodyEdits: an edit in bodies that changes neither types nor facts leaves signatures
// as they are, byte for byte.
func TestBodyEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks thousands of programs, one after the other")
	}
	programs := manyPrograms(t, 2)
	edited := 0
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		p := split(name, programs[name], seedOf(name), 3)
		first := p.files[0]
		text := p.texts[first]
		sign := func(edit func(string) string) *signature.Program {
			p.texts[first] = edit(text)
			_, made, err := p.found(t, first)
			if err != nil {
				t.Fatal(err)
			}
			return made
		}
		was := sign(func(s string) string { return s })
		if was.Whole != nil || was.Errors != nil { // what stands where shows
			continue
		}
		edited++
		commented := sign(func(s string) string { return inBodies(s, " /* moved\n down */\n") })
		if got, want := commented.Digest(), was.Digest(); got != want {
			t.Errorf("%s: a comment in bodies changes the signature:\n%s\n%s", name, signature.Write("", []*signature.Program{was}), signature.Write("", []*signature.Program{commented}))
		}
		let := sign(func(s string) string { return inBodies(s, " let %unread_ = 7;\n") })
		if got, want := withoutFigures(let), withoutFigures(was); let.Whole == nil && got != want {
			t.Errorf("%s: a binding in bodies changes the signature:\n%s\n%s", name, want, got)
		}
	}
	if edited < 40 {
		t.Errorf("only %d programs were edited", edited)
	}
}
