package ranking

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Parts gives for each definition which argument its result is a part of, as that
// of `@tl` is. Its result is the item's walk.
var Parts = &analysis.Analyzer{
	Name:  "parts",
	Doc:   "finds definitions that give a part of an argument",
	Facts: &analysis.Facts{Least: Part{is: never}, Unknown: Part{is: unknown}, Write: writePart, Read: readPart},
	Run:   runParts,
}

// A Part says which parameter the result of a definition is no larger than.
type Part struct {
	is     partKind
	param  int
	path   string // of components, a byte each
	strict bool
}

type partKind uint8

const (
	never   partKind = iota // no call has given anything so far
	known                   // it is not larger than the parameter, or smaller
	unknown                 // nothing is known
)

// Equal makes a Part a fact.
func (p Part) Equal(f analysis.Fact) bool { return p == f }

func (p Part) steps() []int {
	steps := make([]int, len(p.path))
	for i := range steps {
		steps[i] = int(p.path[i])
	}
	return steps
}

func runParts(pass *analysis.Pass) any {
	item := pass.Item
	if pass.Faulty || len(item.Errors) > 0 || item.Body() == syntax.NoNode || len(pass.Info.Objects) < item.Len() {
		return (*walk)(nil)
	}
	w := newWalk(pass)
	if item.Kind(item.Root) == syntax.ItemDef {
		pass.ExportFact(w.part(w.at(w.At(item.Body()))))
	}
	return w
}

// part is the first parameter that a result lies below, of those that it is
// smaller than where there are some.
func (w *walk) part(t *abstraction) Part {
	if t.never {
		return Part{is: never}
	}
	found := Part{is: unknown}
	for _, b := range t.below {
		p := w.places[b.place]
		if p.function != graph.Body || found.is == known && (found.strict || !b.strict) {
			continue
		}
		path := make([]byte, len(p.path))
		for i, c := range p.path {
			path[i] = byte(c)
		}
		found = Part{known, p.param, string(path), b.strict}
	}
	return found
}
