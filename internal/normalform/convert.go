package normalform

import (
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Target is an item that was checked, and what holds of the definitions that it
// sees.
type Target struct {
	Module *typecheck.Module
	Index  int
	Result *typecheck.Result
	Unit   *analysis.Unit
}

// An Origin says what a stretch of a converted text was made from.
type Origin struct {
	To   syntax.Span // of the new text of the body
	From syntax.Span // of the item
}

// A Result is an item in another form.
type Result struct {
	Edit    syntax.Edit // of the item's text: its body
	Origins []Origin    // in the order of the new text
	Order   []OrderPair // what the form leaves to the order of the text
	settled bool        // converted again, the text stays
}

// Convertible reports whether item is an item that evaluates something.
func Convertible(item *syntax.Item) bool {
	return item.Body() != syntax.NoNode && len(item.Kids(item.Body())) > 0
}

// Convert writes an item in a form. The item must be Convertible and have no errors.
// The error is a Refusal, also where the context of the target's unit ends.
func Convert(t Target, form Form, style Style) (r *Result, err error) {
	if steps.Run(func() { r, err = t.convert(form, style) }) != nil {
		return nil, t.unwanted()
	}
	return r, err
}

// unwanted is why nothing is known of a target: the context of its unit has ended.
func (t Target) unwanted() *Refusal { return &Refusal{t.span(), "nobody waits for it any more"} }

func (t Target) convert(form Form, style Style) (*Result, error) {
	r, at, err := t.first().round(nil, form, style)
	if err != nil {
		return nil, err
	}
	for n := 1; !r.settled && n < maxRounds; n++ {
		before := r
		if r, at, _ = at.round(before, form, style); r == before {
			break
		}
	}
	return r, nil
}

// once is one round by itself, with the step after it.
func (s step) once(form Form, style Style) (*Result, step, error) {
	does := effect.Of(s.Unit)
	var err error
	for keep := keepNeeded; keep <= keepSingle; keep++ {
		var r *Result
		if r, err = convert(s.Unit.Meter(), s.Result.Info, does, form, style, keep); err != nil {
			return nil, s, err
		}
		if s.keeps(r) {
			return r, s, nil
		}
		var revision *rewrite.Revision
		if revision, err = s.verify(r); err == nil {
			return r, s.after(r, revision), nil
		}
	}
	return nil, s, err
}

func convert(m *steps.Meter, info *typecheck.Info, does *effect.Info, form Form, style Style, keep keeping) (*Result, error) {
	p, err := lower(m, info, does, form, style, keep)
	if err != nil {
		return nil, err
	}
	if form == ANF {
		p.sequence()
	} else {
		p.nest()
	}
	pieces, err := emit(p)
	if err != nil {
		return nil, err
	}
	r := render(p, pieces, p.name(pieces))
	r.settled = p.settled()
	return r, nil
}

// verify holds the new text against the checker: it has no new errors, and others
// see the type that they saw.
func (t Target) verify(r *Result) (*rewrite.Revision, error) {
	revision, err := rewrite.InPlaceWithin(t.Unit.Context(), t.Module, t.Index, []syntax.Edit{r.Edit})
	if err != nil {
		return nil, &Refusal{t.span(), err.Error()}
	}
	revision.Knows(t.Index, t.Result)
	if found := revision.NewErrors(rewrite.Checked); len(found) > 0 {
		return nil, &Refusal{t.span(), "in this form the types are not found any more (`" + string(found[0]) + "`)"}
	}
	if !revision.SameTypes() {
		return nil, &Refusal{t.span(), "in this form it would have another type"}
	}
	return revision, nil
}

func (t Target) span() syntax.Span {
	item := t.Result.Item
	if name := item.Declared(); name != syntax.NoNode {
		return item.Span(name)
	}
	return item.Span(item.Body())
}

// render puts pieces together, with the names of variables.
func render(p *program, pieces []piece, names []string) *Result {
	var b strings.Builder
	r := &Result{}
	size, origins := measure(pieces, names)
	b.Grow(size)
	r.Origins = make([]Origin, 0, origins)
	longer := sync.OnceValue(p.longer)
	body := p.item.Body()
	span := p.item.Span(body)
	for i, piece := range pieces {
		from := b.Len()
		switch piece.kind {
		case textPiece:
			b.WriteString(piece.text)
			if piece.from >= 0 {
				r.origin(from, b.Len(), syntax.Span{Start: piece.from, End: piece.from + int32(len(piece.text))})
			}
		case binding:
			if piece.node == syntax.NoNode {
				continue
			}
			b.WriteString(names[piece.op])
			r.origin(from, b.Len(), p.item.Span(p.bindingOf(piece.op)))
		case mention:
			text := names[piece.op]
			if i+1 < len(pieces) && strings.HasPrefix(pieces[i+1].text, ".") && longer()(text, pieces[i+1].text) {
				text = "(" + text + ")"
			}
			b.WriteString(text)
			r.origin(from, b.Len(), p.mentionOf(piece))
		}
	}
	r.Edit = syntax.Edit{Span: typedSpan(p.item, span, b.String()), NewText: b.String()}
	return r
}

// typedSpan is the span of a body with the type comment after it, if the text that replaces the
// body ends in that comment too.
func typedSpan(item *syntax.Item, body syntax.Span, text string) syntax.Span {
	for _, c := range item.TypeComments {
		between := item.Text[body.End:max(body.End, c.Span.Start)]
		if c.Span.Start >= body.End && strings.TrimSpace(between) == "" && strings.HasSuffix(text, item.Text[c.Span.Start:c.Span.End]) {
			body.End = c.Span.End
		}
	}
	return body
}

// measure is how long the text of pieces is, and of how many of them it is known what
// they were made from.
func measure(pieces []piece, names []string) (size, origins int) {
	for i := range pieces {
		p := &pieces[i]
		switch {
		case p.kind == textPiece:
			size += len(p.text)
		case p.kind == mention, p.kind == binding && p.node != syntax.NoNode:
			size += len(names[p.op])
		default:
			continue
		}
		if p.kind != textPiece || p.from >= 0 {
			origins++
		}
	}
	return size, origins
}

// mentionOf is what a variable that is read leads back to: where the source reads one, or
// what is bound where the form has put it there.
func (p *program) mentionOf(m piece) syntax.Span {
	if m.node != syntax.NoNode {
		if read, ok := p.readAt(m.node, m.op); ok {
			return read
		}
	}
	return p.item.Span(p.bindingOf(m.op))
}

// readAt is the variable that an expression is, or the one before its tail where that is
// what an op stands for; false of others.
func (p *program) readAt(n syntax.NodeID, o opID) (syntax.Span, bool) {
	for {
		switch p.item.Kind(n) {
		case syntax.Paren:
			n = p.item.Inner(n)
		case syntax.Block:
			kids := p.item.Kids(n)
			if len(kids) == 0 {
				return syntax.Span{}, false
			}
			n = kids[len(kids)-1]
		case syntax.Segment:
			local := p.info.Index().Parent(n)
			first := p.info.Split[local]
			return p.withoutTail(local), p.item.Kids(local)[first] == n
		case syntax.Local:
			own := p.ops[o].node // a projection in the tail
			return p.withoutTail(n), p.item.Kind(own) != syntax.Segment || p.info.Index().Parent(own) != n
		case syntax.Name:
			o := p.info.Object(n)
			return p.item.Span(n), o != nil && o.Kind == typecheck.LocalObject
		default:
			return syntax.Span{}, false
		}
	}
}

// withoutTail is the name of a variable before its projections.
func (p *program) withoutTail(local syntax.NodeID) syntax.Span {
	span, kids := p.item.Span(local), p.item.Kids(local)
	if first := p.info.Split[local]; first < len(kids) {
		span.End = p.item.Span(kids[first]).Start
	}
	return span
}

// bindingOf is what a variable leads back to: the name in the source, or the
// expression that is bound.
func (p *program) bindingOf(o opID) syntax.NodeID {
	op := &p.ops[o]
	switch p.item.Kind(op.let) {
	case syntax.Let:
		return p.item.Let(op.let).Pattern
	case syntax.Graph:
		return p.item.Graph(op.let).Name
	}
	return op.node
}

func (r *Result) origin(from, to int, of syntax.Span) {
	r.Origins = append(r.Origins, Origin{syntax.Span{Start: int32(from), End: int32(to)}, of})
}
