package infer

import "github.com/fraccheck/fraccheck/internal/types"

// A Matching compares a pattern with a type, part by part.
type Matching struct {
	S     *types.Substitution // whose parameters are set to what they stand for; may be nil
	Parts int                 // that are still looked at: types may be very large
	clash bool                // two parts cannot be made equal

	differ func(want, got types.Dim) bool // for extents; nil: they are not compared
}

// MaxMatched bounds how many parts of a type are looked at for an expectation.
const MaxMatched = 256

// Contradicts reports whether two types differ in more than extents.
func (c *Engine) Contradicts(must, got types.Type) bool {
	m := Matching{Parts: MaxMatched}
	m.Match(must, got)
	return m.clash
}

// ContradictsExactly reports whether two types differ, in extents too.
func (c *Engine) ContradictsExactly(must, got types.Type) bool {
	m := Matching{Parts: MaxMatched, differ: c.ExtentsDiffer}
	m.Match(must, got)
	return m.clash
}

// ExtentsDiffer reports whether two extents are known and not the same.
func (c *Engine) ExtentsDiffer(want, got types.Dim) bool {
	want, got = c.Extent(want), c.Extent(got)
	return !want.Loose() && !got.Loose() && !want.Equal(got) && len(c.unknowns(want, got)) == 0
}

// Match finds what the parameters stand for (the first place of each decides), and
// whether the rest differs.
func (m *Matching) Match(pattern, t types.Type) {
	if m.Parts--; m.Parts < 0 {
		return
	}
	pattern, t = types.Head(pattern), types.Head(t)
	if types.IsBad(pattern) || types.IsBad(t) || IsVariable(t) {
		return
	}
	switch p := pattern.(type) {
	case *types.Var:
		m.set(p, t)
	case *types.Tensor:
		g, ok := t.(*types.Tensor)
		if ok = ok && g.Dtype == p.Dtype && len(g.Shape) == len(p.Shape); ok {
			m.matchExtents(p.Shape, g.Shape)
		}
		m.clash = m.clash || !ok
	case *types.Extent:
		if g, ok := t.(*types.Extent); ok {
			m.matchExtents([]types.Dim{p.Dim}, []types.Dim{g.Dim})
		}
	case *types.ADT:
		g, ok := t.(*types.ADT)
		if ok = ok && g.Decl == p.Decl; ok {
			m.matchAll(p.Args, g.Args)
		}
		m.clash = m.clash || !ok
	case *types.Tuple:
		g, ok := t.(*types.Tuple)
		if ok = ok && len(g.Elems) == len(p.Elems); ok {
			m.matchAll(p.Elems, g.Elems)
		}
		m.clash = m.clash || !ok
	case *types.Fractal:
		if g, ok := t.(*types.Fractal); ok {
			m.Match(p.Elem, g.Elem)
		} else {
			m.clash = true
		}
	case *types.Ref:
		if g, ok := t.(*types.Ref); ok {
			m.Match(p.Elem, g.Elem)
		} else {
			m.clash = true
		}
	case *types.Func:
		g, ok := t.(*types.Func)
		if ok = ok && len(g.In) == len(p.In); ok && len(g.Params) == 0 && len(p.Params) == 0 {
			m.matchAll(p.In, g.In)
			m.Match(p.Out, g.Out)
		}
		m.clash = m.clash || !ok
	}
}

func (m *Matching) matchAll(patterns, ts []types.Type) {
	for i := range patterns {
		m.Match(patterns[i], ts[i])
	}
}

func (m *Matching) matchExtents(patterns, dims []types.Dim) {
	for i, p := range patterns {
		m.setExtent(p, dims[i])
		m.clash = m.clash || m.differ != nil && m.differ(p, dims[i])
	}
}

func (m *Matching) set(v *types.Var, t types.Type) {
	if m.S == nil {
		return
	}
	for i, p := range m.S.Params {
		if p.Var == v && types.IsBad(m.S.Types[i]) {
			m.S.Types[i] = t
		}
	}
}

// setExtent is set for an extent that is one of the parameters.
func (m *Matching) setExtent(pattern, d types.Dim) {
	e, ok := pattern.Symbolic()
	if m.S == nil || !ok {
		return
	}
	symbol, ok := e.Symbol()
	for i, p := range m.S.Params {
		if ok && p.Sym == symbol && m.S.Dims[i].IsAny() {
			m.S.Dims[i] = d
		}
	}
}
