package workspace

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Definition is a `def`, a declaration, or a function that stands by itself, with the
// type that it has.
type Definition struct {
	Place // its name, or `fn`
	Name  string
	Type  types.Type
}

// Definitions lists the definitions of a file in its order.
func (s *Snapshot) Definitions(path string) ([]Definition, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	var found []Definition
	for i, item := range e.source.File.Items {
		if name, t, ok := e.module.Signature(i); ok {
			span := e.source.Absolute(i, item.Span(item.Declared()))
			found = append(found, Definition{Place{e.source, span}, name, t})
		} else if fn := bareFunction(item); fn != syntax.NoNode {
			if t := e.module.Check(i).Types[fn]; t != nil && !types.IsBad(t) {
				found = append(found, Definition{Place{e.source, e.source.Absolute(i, wordOf(item, fn))}, bareName, t})
			}
		}
	}
	return found, nil
}

// bareName is what reports call a function that stands by itself.
const bareName = "fn"

// bareFunction is the function literal that a top-level expression is, as TVM prints a
// function that is in no module; NoNode of other items.
func bareFunction(item *syntax.Item) syntax.NodeID {
	if item.Kind(item.Root) != syntax.ItemExpr {
		return syntax.NoNode
	}
	block := item.Block(item.Body())
	if len(block.Statements) > 0 || item.Kind(block.Result) != syntax.Fn {
		return syntax.NoNode
	}
	return block.Result
}

// wordOf is where the `fn` of a function literal stands.
func wordOf(item *syntax.Item, fn syntax.NodeID) syntax.Span {
	start := item.Span(fn).Start
	return syntax.Span{Start: start, End: start + int32(len(bareName))}
}
