package rewriting

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A change is a match with all that is needed to replace it.
type change struct {
	*template
	match  *matcher.Match
	at     syntax.NodeID // what is replaced
	span   syntax.Span   // its extent
	root   graph.Value
	holes  map[string]*hole
	shared []*share
	own    map[string]string // the names of the template's variables here, where they are others
	texts  map[int]string    // by piece: the answers to its questions
}

// A hole is what a name of a template stands for.
type hole struct {
	site   matcher.Site
	name   string        // of the variable that is written; "" where the expression is
	binder syntax.NodeID // of that variable
	node   syntax.NodeID // the expression as it is written
	atom   bool          // may be written any number of times
	from   syntax.NodeID // the binding that keeps the expression and from which it is taken out, NoNode for none
	used   *holeUse
	kept   *share // the variable that is made for it, nil for none
}

// A planner plans one change.
type planner struct {
	*subject
	*change
	covered map[graph.Value]bool
	removed map[graph.Value]bool // of the covered ones: those that nothing else needs
}

// plan works out how a match is replaced; false where it is not.
func (s *subject) plan(m *matcher.Match, t *template) (*change, bool) {
	at := s.climbed(m.At.Node)
	c := &change{
		template: t, match: m, at: at, span: s.info.Extent(at), root: m.At.Value,
		holes: map[string]*hole{}, own: map[string]string{}, texts: map[int]string{},
	}
	p := &planner{s, c, map[graph.Value]bool{}, map[graph.Value]bool{}}
	if s.info.Tied(m.At.Node) {
		return nil, false
	}
	if m.At.Value == graph.None {
		// An operator's own name is no value.
		return c, s.item.Kind(m.At.Node) == syntax.Name && len(t.pieces) == 1 && t.pieces[0].kind == textPiece
	}
	for _, cover := range m.Covered() {
		if cover.In == s.seen && cover.Value != graph.None && !s.leaf(cover.Value) {
			p.covered[cover.Value] = true
		}
	}
	p.covered[p.root] = true
	p.findRemoved()
	if !p.fill() || !p.ordered() || !p.share() {
		s.passed = append(s.passed, m)
		return nil, false
	}
	if !p.answer() {
		return nil, false
	}
	p.rename()
	return c, true
}

// leaf reports whether v is no computation.
func (s *subject) leaf(v graph.Value) bool {
	switch s.graph.Kind(v) {
	case graph.Parameter, graph.Free, graph.Literal, graph.Name, graph.Self, graph.Read:
		return true
	}
	return false
}

// findRemoved finds the covered values that nothing needs after the change: all that
// uses them is removed. Users have larger numbers; one that has not is taken to stay.
func (p *planner) findRemoved() {
	p.removed[p.root] = true
	for _, v := range descending(p.covered) {
		if v == p.root {
			continue
		}
		gone := true
		for _, use := range p.graph.Uses(v) {
			gone = gone && use.User != graph.None && p.removed[use.User]
		}
		p.removed[v] = gone
	}
}

// fill finds what the names of the template stand for.
func (p *planner) fill() bool {
	for _, b := range p.match.Bindings {
		use := p.uses[b.Name]
		if use == nil {
			continue
		}
		if len(b.Sites) != 1 || b.Sites[0].In != p.seen {
			return false
		}
		h := &hole{site: b.Sites[0], used: use}
		if !p.resolve(h) {
			return false
		}
		p.holes[b.Name] = h
	}
	return len(p.holes) == len(p.uses) // a name of another alternative represents nothing
}

// resolve finds how a hole is written: by the name that it has, or by its text.
func (p *planner) resolve(h *hole) bool {
	n := h.site.Node
	if o := p.variable(n); o != nil && !p.isTail(h.site) {
		h.name, h.binder, h.atom = o.Name, o.Node, true
		return p.visible(o, p.span)
	}
	if p.isPattern(n) {
		return false // a part that a pattern takes out, without a name
	}
	if p.isDivisor(h.site) {
		return false
	}
	h.node = p.written(n)
	if o := p.boundTo(h.node); o != nil && h.site.Value != p.root && p.visible(o, p.span) {
		h.name, h.binder, h.atom = o.Name, o.Node, true
		return true
	}
	v := h.site.Value
	if v == graph.None || p.info.Tied(h.node) {
		h.atom = p.item.Kind(n) == syntax.Name // an operator that is applied
		return h.atom
	}
	switch p.graph.Kind(v) {
	case graph.Parameter, graph.Free, graph.Self, graph.Read:
		return false // without a name of its own, or read at another time
	case graph.Name:
		h.atom = true
		return true
	case graph.Literal:
		h.atom = p.info.Extent(p.core(h.node)).Len() <= literalBytes
	}
	return p.place(h)
}

// isTail reports whether at is a Local that is what its tail makes of the variable.
func (p *planner) isTail(at matcher.Site) bool {
	n := at.Node
	return p.item.Kind(n) == syntax.Local && len(p.item.Kids(n)) > p.split[n] && p.late(n) == syntax.NoNode && p.graph.At(n) == at.Value
}

// isDivisor reports whether at follows the slash in the tail of a variable, which has the
// node of the division.
func (p *planner) isDivisor(at matcher.Site) bool {
	return p.item.Kind(at.Node) == syntax.Segment && at.Value != graph.None && (p.graph.Kind(at.Value) == graph.Literal || p.graph.Node(at.Value) != at.Node)
}

// isPattern reports whether n is the nodes of patterns, which are no expressions.
func (s *subject) isPattern(n syntax.NodeID) bool {
	kind := s.item.Kind(n)
	return syntax.PatWild <= kind && kind <= syntax.PatTyped || kind == syntax.Param
}

// literalBytes is the length up to which a literal is written at each use.
const literalBytes = 16

// variable is the variable that a node binds or names, if it is nothing else.
func (s *subject) variable(n syntax.NodeID) *typecheck.Object {
	kind := s.item.Kind(n)
	if kind != syntax.PatVar && kind != syntax.PatName && kind != syntax.Local && kind != syntax.Name {
		return nil
	}
	o := s.nav.ObjectAt(n)
	if o == nil || o.Kind != typecheck.LocalObject || o.Item != s.item {
		return nil
	}
	return o
}

// boundTo is the variable of the statement whose value an expression is; nil for none.
func (p *planner) boundTo(n syntax.NodeID) *typecheck.Object {
	statement := p.parent(n)
	switch p.item.Kind(statement) {
	case syntax.Let:
		if let := p.item.Let(statement); let.Value == n {
			return p.variable(let.Pattern)
		}
	case syntax.Graph:
		if g := p.item.Graph(statement); g.Value == n {
			return p.variable(g.Name)
		}
	}
	return nil
}

// place reports whether an expression without a name can be moved: its text is removed
// where it stands, or it can be taken out of the binding that keeps it.
func (p *planner) place(h *hole) bool {
	if inside(p.info.Extent(h.node), p.span) {
		return !p.enters(p.at, h.node) || p.movable(h.node, p.span)
	}
	for n := p.parent(h.node); n != syntax.NoNode; n = p.parent(n) {
		if p.binds(n) {
			return p.fromBinding(h, n)
		}
	}
	return false
}

func (p *planner) binds(n syntax.NodeID) bool {
	kind := p.item.Kind(n)
	return kind == syntax.Let || kind == syntax.Graph
}

func inside(a, b syntax.Span) bool { return b.Start <= a.Start && a.End <= b.End }

// fromBinding is for an expression in the value of a binding: where all of that is
// removed it moves, else it gets a variable of its own before it.
func (p *planner) fromBinding(h *hole, statement syntax.NodeID) bool {
	value := p.item.Kids(statement)[len(p.item.Kids(statement))-1]
	v := p.graph.At(value)
	if v == graph.None {
		return false
	}
	same := p.function(p.graph.Block(v)) == p.function(p.graph.Block(p.root))
	if p.removed[v] && same {
		return p.movable(h.node, p.span)
	}
	h.from = statement
	return true
}

func (p *planner) function(b graph.Block) graph.Block { return p.graph.Blocks()[b].Function }

// rename gives the variables of the template names that the item does not have.
func (p *planner) rename() {
	for _, name := range p.template.binders {
		if p.names.taken[name] {
			p.own[name] = p.names.like(name)
		} else {
			p.names.take(name)
		}
	}
}
