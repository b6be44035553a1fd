package complete_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/typecheck"
)

// places is how many identifiers are asked for, and keystrokes how many letters of one are
// typed at most.
const (
	places     = 500
	keystrokes = 3
)

// A wanted is an identifier of a program that completion is to write.
type wanted struct {
	path string
	text string      // of the whole file
	span syntax.Span // of the identifier
	kind string
	// number is a hash of the file, the identifier and how often it stood there before. Those with the
	// least numbers are chosen, so that an edit of a file changes little of the choice.
	number uint64
}

func (w wanted) name() string { return w.text[w.span.Start:w.span.End] }

// TestMeasure cuts programs off at identifiers, types the first letters of each, and looks where it
// is in the list that an editor shows: once with the rest of the file after it, once at its end. A
// name that is shorter is written out then, and must come first all the same, since Enter would write
// another one in its place; all rows but the first leave such names out. The programs are none of those in
// which the table of uses, the costs of kinds and the weights were counted.
func TestMeasure(t *testing.T) {
	all := wantedIn(t)
	chosen := slices.Clone(all)
	slices.SortFunc(chosen, func(a, b wanted) int { return cmp.Compare(a.number, b.number) })
	chosen = chosen[:places]
	tallies := map[string]*tally{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	texts := map[string]string{} // files import each other
	for _, w := range all {
		texts[w.path] = w.text
	}
	base := workspace.Open(workspace.Options{}).With(texts)
	next := make(chan wanted)
	for range 2 {
		wait.Go(func() {
			for w := range next {
				for _, rest := range []string{"middle", "end"} {
					for typed := range keystrokes + 1 {
						rank := w.rank(t, base, min(typed, len(w.name())), rest)
						rows := []string{"all", "unfinished", w.kind, rest}
						if typed >= len(w.name()) {
							rows = rows[:1]
						}
						mu.Lock()
						for _, of := range rows {
							if tallies[of] == nil {
								tallies[of] = &tally{}
							}
							tallies[of].add(typed, rank)
						}
						mu.Unlock()
					}
				}
			}
		})
	}
	for _, w := range chosen {
		next <- w
	}
	close(next)
	wait.Wait()
	t.Logf("%d places of %d; for each number of keystrokes the shares, in %%, of those that are first, and among the first five", len(chosen), len(all))
	for _, of := range append([]string{"all", "unfinished", "middle", "end"}, kinds...) {
		if tallies[of] != nil {
			t.Logf("%-11s%s", of, tallies[of])
		}
	}
	for of, least := range leastShares {
		all := tallies[of][keystrokes+1]
		if first, five := share(all.first, all.asked), share(all.five, all.asked); first < least[0] || five < least[1] {
			t.Errorf("%s: %.1f %% are first and %.1f %% among the first five, want %v", of, first, five, least)
		}
	}
}

// leastShares are those of the first, and of the first five, that must be reached over all numbers of
// keystrokes.
var leastShares = map[string][2]float64{"all": {80, 95}, "unfinished": {77, 94}}

// kinds of identifiers.
var kinds = []string{"local", "global", "constructor", "pattern", "type", "operator", "attribute", "value"}

// A tally counts by keystrokes.
type tally [keystrokes + 2]struct{ asked, first, five int }

func (t *tally) add(typed, rank int) {
	for _, i := range []int{typed, keystrokes + 1} {
		t[i].asked++
		if rank == 0 {
			t[i].first++
		}
		if rank < 5 {
			t[i].five++
		}
	}
}

func (t *tally) String() string {
	var b strings.Builder
	for i, c := range t {
		name := fmt.Sprint(i)
		if i > keystrokes {
			name = "all"
		}
		fmt.Fprintf(&b, " | %s: %4.1f %4.1f of %-4d", name, share(c.first, c.asked), share(c.five, c.asked), c.asked)
	}
	return b.String()
}

func share(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// rank is the place of the identifier in the list, at the cursor after some letters of it.
func (w wanted) rank(t *testing.T, base *workspace.Snapshot, typed int, rest string) int {
	word := w.name()[:typed]
	text := w.text[:w.span.Start] + word
	if rest == "middle" {
		text += w.text[w.span.End:]
	}
	at := int(w.span.Start) + typed
	s := base.With(map[string]string{w.path: text})
	source, err := s.Source(w.path)
	if err != nil {
		t.Error(err)
		return places
	}
	module, err := s.Module(w.path)
	if err != nil {
		t.Error(err)
		return places
	}
	found := complete.At(context.Background(), source, module, int32(at), complete.Outside{}).Candidates
	if len(found) > 0 {
		word = text[found[0].Span.Start:at]
	}
	shown := editor(found, word)
	i := slices.IndexFunc(shown, func(c complete.Candidate) bool { return writes(c, w.name()) })
	if i < 0 {
		return places
	}
	return i
}

// writes reports whether what a candidate writes begins with a name.
func writes(c complete.Candidate, name string) bool {
	rest, ok := strings.CutPrefix(c.Text, name)
	return ok && (rest == "" || strings.ContainsRune("(=[ ,", rune(rest[0])))
}

// wantedIn lists the identifiers of the programs, in an order that does not depend on chance.
func wantedIn(t *testing.T) []wanted {
	paths := map[string]string{"/prelude.frac": prelude.Source}
	for _, pattern := range []string{"../../examples/*.frac", "../../examples/*.relay", "../../docs/*.md", "../../README.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("there is no file %s: %v", pattern, err)
		}
		for _, path := range found {
			paths["/"+filepath.Base(path)] = path
		}
	}
	kept, _ := filepath.Glob("../../internal/reference/testdata/nets/*.relay")
	for _, path := range append(reference.Documents(t), kept...) {
		paths["/"+filepath.Base(path)] = path
	}
	var all []wanted
	names := make([]string, 0, len(paths))
	for name := range paths {
		names = append(names, name)
	}
	slices.Sort(names)
	texts := map[string]string{}
	for _, name := range names {
		text := paths[name]
		if name != "/prelude.frac" {
			read, err := os.ReadFile(text)
			if err != nil {
				t.Fatal(err)
			}
			text = string(read)
		}
		texts[name] = text
	}
	base := workspace.Open(workspace.Options{}).With(texts)
	for _, name := range names {
		all = append(all, identifiers(t, base, name, texts[name])...)
	}
	return all
}

// identifiers are the names of a file that are used, not declared, and the values of attributes.
func identifiers(t *testing.T, s *workspace.Snapshot, path, text string) []wanted {
	source, err := s.Source(path)
	if err != nil {
		t.Fatal(err)
	}
	module, err := s.Module(path)
	if err != nil {
		t.Fatal(err)
	}
	var found []wanted
	seen := map[string]int{}
	for i, item := range source.File.All() {
		info := module.Check(i).Info
		var within []syntax.NodeID
		var visit func(n syntax.NodeID)
		visit = func(n syntax.NodeID) {
			if kind := kindOf(item, info, n, within); kind != "" {
				span := source.Absolute(i, nameSpan(item, n))
				name := text[span.Start:span.End]
				seen[name]++
				found = append(found, wanted{path, text, span, kind, number(path, name, seen[name])})
			}
			within = append(within, n)
			for _, kid := range item.Kids(n) {
				if kid != syntax.NoNode {
					visit(kid)
				}
			}
			within = within[:len(within)-1]
		}
		visit(item.Root)
	}
	return found
}

func number(path, name string, times int) uint64 {
	sum := sha256.Sum256(fmt.Appendln(nil, path, name, times))
	return binary.BigEndian.Uint64(sum[:])
}

func nameSpan(item *syntax.Item, n syntax.NodeID) syntax.Span {
	span := item.Span(n)
	if kids := item.Kids(n); item.Kind(n) == syntax.Local && len(kids) > 0 {
		span.End = item.Span(kids[0]).Start
	}
	return span
}

// kindOf is what an identifier that is used stands for; empty for other nodes.
func kindOf(item *syntax.Item, info *typecheck.Info, n syntax.NodeID, within []syntax.NodeID) string {
	parent := syntax.NoNode
	if len(within) > 0 {
		parent = within[len(within)-1]
	}
	o := info.Object(n)
	value := item.Kind(parent) == syntax.NamedArg && item.NamedArg(parent).Value == n
	switch kind := item.Kind(n); {
	case item.Kind(parent) == syntax.NamedArg && item.NamedArg(parent).Name == n:
		return "attribute"
	case value && (kind == syntax.String || kind == syntax.Bool):
		return "value"
	case kind == syntax.TypeName && (o == nil || o.Node != n):
		return "type"
	case o == nil:
		return ""
	case o.Item == item && o.Node == n:
		return "" // it is declared here
	case kind == syntax.Local:
		return "local"
	case kind == syntax.Global:
		return "global"
	case kind == syntax.PatName && o.Cons != nil:
		return "pattern"
	case kind == syntax.Name && item.Kind(parent) == syntax.PatCons:
		return "pattern"
	case kind == syntax.Name && o.Cons != nil:
		return "constructor"
	case kind == syntax.Name && o.Op != "":
		return "operator"
	}
	return ""
}
