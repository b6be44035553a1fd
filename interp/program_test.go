package interp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

var ops = sync.OnceValue(table.Default)

var preludeModule = sync.OnceValue(func() *typecheck.Module {
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops()})
})

func module(text string) *typecheck.Module {
	var seen []*typecheck.Module
	for _, m := range imports.FindAllStringSubmatch(text, -1) {
		lib, err := os.ReadFile(filepath.Join("../examples", m[1]))
		if err == nil {
			seen = append(seen, module(string(lib)))
		}
	}
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Imports: seen, Prelude: preludeModule(), Ops: ops()})
}

var imports = regexp.MustCompile(`(?m)^import "(.*)"`)

func compiled(t testing.TB, text string) *Program {
	t.Helper()
	p, err := Compile(module(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { wellFormed(t, p.code.Snapshot()) })
	return p
}

// wellFormed holds compiled code to the table of opcodes: instructions stand one
// after the other up to the end, and targets are instructions.
func wellFormed(t testing.TB, p code.Image) {
	t.Helper()
	for _, f := range p.Functions {
		starts, end := map[int]bool{}, 0
		for pc := range p.Instructions(f) {
			starts[pc], end = true, pc+p.Length(f.Code, pc)
		}
		if f.Code != nil && end != f.End() {
			t.Errorf("the last instruction ends at %d, and the code at %d, in\n%s", end, f.End(), p.Disassemble(f))
		}
		for pc := range starts {
			for _, to := range p.Targets(f, pc) {
				if !starts[to] {
					t.Errorf("the instruction at %d leads to %d, which is none, in\n%s", pc, to, p.Disassemble(f))
				}
			}
		}
	}
}

// evaluate runs the last top-level expression of a text.
func evaluate(t testing.TB, text string, o Options) (value.Value, error) {
	t.Helper()
	p := compiled(t, text)
	items := p.Entries()
	if len(items) == 0 {
		t.Fatalf("no expression in %q", text)
	}
	v, _, err := p.Run(context.Background(), Entry{Item: items[len(items)-1]}, nil, o)
	return v, err
}

var (
	evaluates = regexp.MustCompile(`(?m)(?:#|//) (?:evaluates to|=>) (.*)$`)
	failing   = regexp.MustCompile(`(?m)(?:#|//) fails: (.*)$`)
)

// A claim is an expression with the value that a comment after it says.
type claim struct {
	item  int
	want  string
	fails string
}

// claims finds the evaluation comments of a text: after an expression, before
// the next item's first token.
func claims(file *syntax.File) []claim {
	var found []claim
	for i, item := range file.All() {
		if item.Kind(item.Root) != syntax.ItemExpr {
			continue
		}
		end := int(file.Start(i) + item.Span(item.Root).End)
		rest := file.Text()[end:]
		if nl := strings.IndexByte(rest, '\n'); nl >= 0 {
			rest = rest[:nl]
		}
		if m := evaluates.FindStringSubmatch(rest); m != nil {
			found = append(found, claim{item: i, want: strings.TrimSpace(m[1])})
		} else if m := failing.FindStringSubmatch(rest); m != nil {
			found = append(found, claim{item: i, fails: strings.TrimSpace(m[1])})
		}
	}
	return found
}

// hold runs the claims of a text with several options.
func hold(t *testing.T, text string) {
	t.Helper()
	p := compiled(t, text)
	for _, c := range claims(p.module.File()) {
		item := p.module.File().Item(c.item)
		source := item.SourceText(item.Root)
		for _, o := range []Options{{Sequential: true}, {Threads: 2}} {
			got, _, err := p.Run(context.Background(), Entry{Item: c.item}, nil, o)
			switch {
			case c.fails != "":
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Errorf("%s gives %v, want the failure %q", source, err, c.fails)
				}
				continue
			case err != nil:
				t.Errorf("%s: %v", source, err)
				continue
			}
			want, err := expected(p, c.want, c.item)
			if err != nil {
				t.Errorf("%s: the expectation %s: %v", source, c.want, err)
				continue
			}
			if d := value.Difference(got, want, value.Tolerance{}); d != "" {
				t.Errorf("%s gives %s, want %s: %s", source, value.Text(got), c.want, d)
			}
		}
	}
}

// expected evaluates the text of an expectation where the types of the file are
// known. Brackets around floats represent a dense tensor.
func expected(p *Program, text string, item int) (value.Value, error) {
	file := p.module.File().Text() + "\n" + text + "\n"
	m := module(file)
	q, _ := Compile(m, nil)
	items := q.Entries()
	v, _, err := q.Run(context.Background(), Entry{Item: items[len(items)-1]}, nil, Options{})
	if err == nil || !strings.HasPrefix(text, "[") {
		return v, err
	}
	m = module(p.module.File().Text() + "\nConstant(" + text + ")\n")
	q, _ = Compile(m, nil)
	items = q.Entries()
	v, _, err = q.Run(context.Background(), Entry{Item: items[len(items)-1]}, nil, Options{})
	return v, err
}

func TestLanguage(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.frac")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { hold(t, string(text)) })
	}
}

func TestExamples(t *testing.T) {
	paths, _ := filepath.Glob("../examples/*.*")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { hold(t, string(text)) })
	}
}

// Functions may have more parameters, variables and elements than a machine
// has registers.
func TestLargeFunctions(t *testing.T) {
	const n = 700
	var params, args, lets, graphs, list, sum strings.Builder
	for i := range n {
		fmt.Fprintf(&params, "%%p%d : int32, ", i)
		fmt.Fprintf(&args, "%d, ", i)
		fmt.Fprintf(&lets, "  let %%l%d = %%p%d + %d;\n", i, i, i%7)
		fmt.Fprintf(&graphs, "  %%%d = add(%%l%d, 1);\n", i, i)
		fmt.Fprintf(&list, "%%%d, ", i)
		fmt.Fprintf(&sum, " + %%l%d", n-1-i)
	}
	text := fmt.Sprintf(`def @f(%s) -> int32 {
%s%s  foldl(fn(%%s, %%x) { %%s + %%x }, [%s], 0) - (0%s)
}
def @g(%s) -> int32 { @f(%s) }
let %%h = @g; %%h(%s)
`, strings.TrimSuffix(params.String(), ", "), lets.String(), graphs.String(), strings.TrimSuffix(list.String(), ", "), sum.String(),
		strings.TrimSuffix(params.String(), ", "), passed(n), strings.TrimSuffix(args.String(), ", "))
	v, err := evaluate(t, text, Options{})
	if err != nil || value.Text(v) != fmt.Sprint(n) {
		t.Fatalf("%v %v, want %d", v, err, n)
	}
}

func passed(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%%p%d", i)
	}
	return strings.Join(names, ", ")
}
