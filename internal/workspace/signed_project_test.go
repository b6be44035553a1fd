package workspace_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A project is texts by the names of files; files import those before them.
type project struct {
	name  string
	files []string // in the order of imports
	texts map[string]string
}

func (p *project) String() string {
	var text strings.Builder
	for _, name := range p.files {
		fmt.Fprintf(&text, "-- %s --\n%s\n", name, p.texts[name])
	}
	return text.String()
}

func (p *project) add(name, text string) {
	p.files = append(p.files, name)
	p.texts[name] = text
}

// split makes several files of one program: its items in the order of what they name, cut
// into some pieces, each of which imports those whose names it has.
func split(name, text string, random *rand.Rand, most int) *project {
	file := syntax.ParseFile(name, text)
	s := &splitter{file: file, home: map[string]int{}, piece: make([]int, file.Len())}
	s.declare()
	order, last := s.order(), 0
	pieces := 1 + random.IntN(most)
	for k, i := range order {
		s.piece[i] = k * pieces / len(order)
		last = max(last, s.piece[i])
	}
	s.together()
	p := &project{name: name, texts: map[string]string{}}
	for k := range last + 1 {
		p.add(s.path(k), s.text(k, last))
	}
	return p
}

type splitter struct {
	file       *syntax.File
	home       map[string]int // items by what they declare
	piece      []int          // by item
	components [][]int32
}

func (s *splitter) path(k int) string { return fmt.Sprintf("d%d/f%d.frac", k%2, k) }

func (s *splitter) declare() {
	note := func(item *syntax.Item, n syntax.NodeID, i int) {
		if name := item.SourceText(n); n != syntax.NoNode && name != "" {
			if _, ok := s.home[name]; !ok {
				s.home[name] = i
			}
		}
	}
	for i, item := range s.file.All() {
		note(item, item.Declared(), i)
		if item.Kind(item.Root) == syntax.ItemData {
			for _, n := range item.Data(item.Root).Constructors {
				if item.Kind(n) == syntax.Constructor {
					note(item, item.Constructor(n).Name, i)
				}
			}
		}
	}
}

// names are the items that an item names.
func (s *splitter) names(i int) (found []int) {
	item := s.file.Item(i)
	for _, t := range syntax.Lex(item.Text) {
		if j, ok := s.home[item.Text[t.Start:t.End]]; ok && j != i {
			found = append(found, j)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// order has what is named before what names it; expressions come last.
func (s *splitter) order() (order []int) {
	var edges []digraph.Edge
	for i := range s.file.Len() {
		for _, j := range s.names(i) {
			edges = append(edges, digraph.Edge{From: int32(i), To: int32(j)})
		}
	}
	digraph.New(s.file.Len(), edges).Components(func(component []int32) {
		s.components = append(s.components, slices.Clone(component))
		for _, i := range component {
			order = append(order, int(i))
		}
	})
	return order
}

// together puts items that name each other into one piece.
func (s *splitter) together() {
	for _, component := range s.components {
		for _, i := range component {
			s.piece[i] = s.piece[component[0]]
		}
	}
}

func (s *splitter) text(k, last int) string {
	var text strings.Builder
	imported := map[int]bool{}
	for i, item := range s.file.All() {
		at := s.piece[i]
		if !s.declares(item) {
			at = last
		}
		switch kind := item.Kind(item.Root); {
		case kind == syntax.ItemVersion || kind == syntax.ItemMetadata:
			text.WriteString(item.Text + "\n")
		case at == k:
			for _, j := range s.names(i) {
				if from := s.piece[j]; from < k && !imported[from] {
					imported[from] = true
				}
			}
		}
	}
	for from := range k {
		if imported[from] {
			fmt.Fprintf(&text, "import \"../%s\"\n", s.path(from))
		}
	}
	for i, item := range s.file.All() {
		at := s.piece[i]
		if !s.declares(item) {
			at = last
		}
		if kind := item.Kind(item.Root); at == k && kind != syntax.ItemVersion && kind != syntax.ItemMetadata {
			text.WriteString(strings.TrimRight(item.Text, " ") + "\n")
		}
	}
	return text.String()
}

func (s *splitter) declares(item *syntax.Item) bool { return item.Declared() != syntax.NoNode }

// manyPrograms are texts of all kinds: examples, networks, programs with findings, random
// ones and damaged ones.
func manyPrograms(t testing.TB, random int) map[string]string {
	found := map[string]string{}
	add := func(name, text string) {
		if len(text) < 40_000 {
			found[name] = text
		}
	}
	for _, path := range slices.Concat(reference.Nets(t), reference.Corpus(t), testPrograms(t)) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		add(filepath.ToSlash(path), string(text))
	}
	for seed := range uint64(random) {
		effects, _ := progen.MakeEffects(seed)
		made := map[string]string{
			"make": progen.Make(seed).Text, "sound": progen.MakeSound(seed), "late": progen.MakeLate(seed), "effects": effects,
			"faults": progen.MakeFaults(seed), "dense": progen.MakeDense(seed), "marked": progen.MakeMarked(seed, false),
		}
		for kind, text := range made {
			add(fmt.Sprintf("%s %d", kind, seed), text)
			if seed%4 == 0 {
				add(fmt.Sprintf("%s %d, damaged", kind, seed), progen.NewMutator(seed).Many(text))
			}
		}
	}
	return found
}

// testPrograms are the programs in this repository's tests and examples.
func testPrograms(t testing.TB) (paths []string) {
	for _, pattern := range []string{"../../examples/*.frac", "../../*/testdata/*.frac", "../../*/*/testdata/*.frac", "../../internal/*/*/testdata/*.frac"} {
		some, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, some...)
	}
	return paths
}
