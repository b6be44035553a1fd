package refactor_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/refactor"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

var (
	programs = flag.Int("programs", 8, "number of random programs whose actions are tried")
	share    = flag.Int("share", 40, "how many actions of a program are tried at most")
)

// TestActionsKeepMeaning makes actions of programs and holds the programs that
// they leave against the ones before: they have no new errors, their
// definitions have the same types, and what is run gives the same.
func TestActionsKeepMeaning(t *testing.T) {
	paths := reference.Corpus(t)
	for _, pattern := range []string{"testdata/*.frac", "../../examples/*.*", "../prelude/*.frac"} {
		found, _ := filepath.Glob(pattern)
		paths = append(paths, found...)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { tryActions(t, filepath.Dir(path), string(text)) })
	}
	for seed := range uint64(*programs) {
		t.Run(fmt.Sprint("seed", seed), func(t *testing.T) { tryActions(t, "", showing(progen.Make(seed).Text)) })
	}
}

var uses = regexp.MustCompile(`let (%u\d+) =`)

// showing lets a program give all that `@main` computes.
func showing(text string) string {
	at := strings.LastIndex(text, "def @main() -> int32 {")
	names := ""
	for _, m := range uses.FindAllStringSubmatch(text[at:], -1) {
		names += m[1] + ", "
	}
	body := strings.Replace(text[at:], "-> int32 ", "", 1)
	return text[:at] + strings.TrimSuffix(body, "  0\n}\n") + "  (" + names + ")\n}\n\n@main()\n"
}

// A facts is what must stay of a program.
type facts struct {
	errors map[string]int
	types  map[string]types.Type
	values []string
}

func factsOf(m *typecheck.Module) facts {
	f := facts{map[string]int{}, map[string]types.Type{}, nil}
	for _, found := range checktest.Examine(m, registry.Analyzers()...).Errors() {
		f.errors[string(found.Code)]++
	}
	for i := range m.File().Len() {
		if name, t, ok := m.Signature(i); ok {
			f.types[name] = t
		}
	}
	p, err := interp.Compile(m, nil)
	if err != nil {
		return f
	}
	for _, i := range p.Entries() {
		f.values = append(f.values, valueOf(p, i))
	}
	return f
}

// limits are the faults of runs that are too long.
var limits = map[interp.FaultKind]bool{
	interp.StepFault: true, interp.DepthFault: true, interp.MemoryFault: true, interp.StopFault: true,
}

func valueOf(p *interp.Program, item int) string {
	v, _, err := p.Run(context.Background(), interp.Entry{Item: item}, nil, interp.Options{Sequential: true, MaxSteps: 5_000_000, MaxMemory: 1 << 29})
	var f *interp.Fault
	switch {
	case errors.As(err, &f) && f.Kind == interp.InternalFault:
		return "internal: " + err.Error()
	case errors.As(err, &f) && limits[f.Kind]:
		return "fails" // an action may make a run longer
	case errors.As(err, &f):
		return "fails: " + f.Kind.String()
	case err != nil:
		return "fails"
	}
	return value.Text(v)
}

// lost returns what is not as it was.
func (f facts) lost(after facts) string {
	for code, n := range after.errors {
		if n > f.errors[code] {
			return "there is a new error " + code
		}
	}
	for name, t := range f.types {
		u := after.types[name]
		if u == nil || types.String(t) != types.String(u) && !alike(t, u) {
			return fmt.Sprintf("%s : %v is now %v", name, types.String(t), u)
		}
	}
	if !slices.Equal(f.values, after.values) {
		return fmt.Sprintf("the values are %q, were %q", after.values, f.values)
	}
	return ""
}

// alike compares types of two modules, whose data types are not the same.
func alike(a, b types.Type) bool {
	if _, ok := types.Equivalent(a, b); ok {
		return true
	}
	return canonical(a) == canonical(b)
}

// canonical prints a type with its variables named in order.
func canonical(t types.Type) string {
	f, ok := types.Head(t).(*types.Func)
	if !ok {
		return types.String(t)
	}
	text := types.Strings(append(slices.Clone(f.In), f.Out)...)
	joined := strings.Join(text, "; ")
	seen := map[string]string{}
	params := map[string]bool{}
	whole := types.String(t)
	if open := strings.Index(whole, "<"); open == 2 {
		for _, name := range strings.Split(whole[3:strings.Index(whole, ">")], ", ") {
			params[name] = true
		}
	}
	return regexp.MustCompile(`\w+`).ReplaceAllStringFunc(joined, func(word string) string {
		if !params[word] {
			return word
		}
		if seen[word] == "" {
			seen[word] = fmt.Sprintf("$%d", len(seen))
		}
		return seen[word]
	})
}

// An edited is an action with the text that it leaves.
type edited struct{ title, at, text string }

func tryActions(t *testing.T, dir, text string) {
	m := checktest.ModuleIn(dir, text)
	before := factsOf(m)
	tried := map[string]edited{}
	for i, item := range m.File().All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			span := item.Span(n)
			for _, span := range []syntax.Span{span, {Start: span.Start, End: span.Start}} {
				collect(t, m, i, span, tried)
			}
			n += syntax.NodeID(len(item.Text) / 500) // of a network's thousands of nodes, some
		}
	}
	keys := slices.Sorted(maps.Keys(tried))
	random := rand.New(rand.NewPCG(uint64(len(text)), 7))
	random.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	limit := *share
	if len(text) > 20_000 {
		limit = min(limit, 5)
	}
	for _, key := range keys[:min(limit, len(keys))] {
		e := tried[key]
		if lost := before.lost(factsOf(checktest.ModuleIn(dir, e.text))); lost != "" {
			t.Errorf("%s at %q: %s\n%s", e.title, e.at, lost, difference(text, e.text))
		}
	}
	t.Logf("%d actions", len(keys))
}

func collect(t *testing.T, m *typecheck.Module, i int, span syntax.Span, tried map[string]edited) {
	item := m.File().Item(i)
	for _, a := range refactor.Actions(refactor.Target{Module: m, Index: i, Result: m.Check(i), Span: span}) {
		edits, err := a.Edits()
		if err != nil {
			continue
		}
		after := syntax.ApplyEdits(item.Text, edits)
		if after == item.Text {
			t.Errorf("%s at %q changes nothing", a.Title, item.Text[span.Start:span.End])
		}
		if left := lostComments(item.Text, after); len(left) > 0 {
			t.Errorf("%s loses the comments %q\n%s", a.Title, left, difference(item.Text, after))
		}
		start := m.File().Start(i)
		whole := m.File().Text()[:start] + after + m.File().Text()[int(start)+len(item.Text):]
		tried[a.ID+whole] = edited{a.Title, item.Text[span.Start:span.End], whole}
	}
}

// lostComments are comments of a text that are not in another, but for those
// that say a type.
func lostComments(before, after string) []string {
	count := map[string]int{}
	for _, s := range syntax.Comments(after) {
		count[after[s.Start:s.End]]++
	}
	var lost []string
	for _, s := range syntax.Comments(before) {
		text := before[s.Start:s.End]
		if count[text]--; count[text] < 0 && !strings.HasPrefix(text, "/* ty=") {
			lost = append(lost, text)
		}
	}
	return lost
}

// difference shows the lines by which two texts differ.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return "- " + strings.Join(x, "\n- ") + "\n+ " + strings.Join(y, "\n+ ")
}
