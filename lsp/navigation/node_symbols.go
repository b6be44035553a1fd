package navigation

import (
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// A nodeSymbols gives the symbols of the nodes of a model, in the order of the text. Places are
// in that order, and each is below the place around it, so that one pass over them makes all
// trees.
type nodeSymbols struct {
	source *workspace.Source
	ranges []protocol.Range // of all places
	next   int              // the first place that has no symbol yet
}

// newNodeSymbols are those of a source; of one that represents no model there are none.
func newNodeSymbols(p *request.Mapper, source *workspace.Source) *nodeSymbols {
	s := &nodeSymbols{source: source}
	if source.Model == nil {
		return s
	}
	spans := make([]syntax.Span, len(source.Model.Places))
	for i, place := range source.Model.Places {
		spans[i] = syntax.Span{Start: place.Start, End: place.End}
	}
	s.ranges = p.Ranges(source, spans)
	return s
}

// in gives the nodes in item i, which come after those of the items before.
func (s *nodeSymbols) in(i int) []protocol.DocumentSymbol {
	if s.source.Model == nil {
		return nil
	}
	return s.before(s.source.File.Start(i) + int32(len(s.source.File.Item(i).Text)))
}

// deepestSymbols is how deep the symbols of subgraphs go below each other. Deeper nodes belong to
// the symbol around them.
const deepestSymbols = 64

// before gives the symbols of the next places that begin before an offset.
func (s *nodeSymbols) before(end int32) []protocol.DocumentSymbol { return s.below(end, 0) }

func (s *nodeSymbols) below(end int32, depth int) []protocol.DocumentSymbol {
	m := s.source.Model
	var found []protocol.DocumentSymbol
	for s.next < len(m.Places) && m.Places[s.next].Start < end {
		place, at := m.Places[s.next], s.ranges[s.next]
		s.next++
		children := []protocol.DocumentSymbol(nil)
		if depth < deepestSymbols {
			children = s.below(place.End, depth+1)
		}
		op := m.Nodes[place.Node].Op
		found = append(found, protocol.DocumentSymbol{
			Name: excerpt.Name(m.Nodes[place.Node].Name), Detail: &op, Kind: protocol.SymbolKindOperator,
			Range: at, SelectionRange: at, Children: children,
		})
	}
	return found
}
