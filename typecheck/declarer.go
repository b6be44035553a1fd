package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A declarer resolves what one item declares, and when it is done what the next one
// does, with nothing of what was before but its room. An alias may have to be resolved
// for the sake of another item, so that there are several at a time.
type declarer struct {
	resolver
	index     int // of the item
	unread    message.UnreadLines
	refs      []reference // to be kept with the item
	signature *signature  // of a definition
	steps     steps.Meter
	own       hooks // see newDeclarer
}

func newDeclarer(m *Module) *declarer {
	d := &declarer{}
	d.own = hooks{
		note: func(n syntax.NodeID, o *typed.Object) { d.refs = append(d.refs, reference{n, o}) },
		hole: func() types.Type {
			d.signature.annotated, d.signature.holes = false, true
			return m.hole()
		},
		report: func(found syntax.Diagnostic) {
			if !d.unread.Touch(found.Span) {
				m.items[d.index].report(message.WithSeverity(found))
			}
		},
	}
	return d
}

// declarer gives one for an item. There are no holes in what it declares, but for
// definitions.
func (m *Module) declarer(i int) *declarer {
	var d *declarer
	if last := len(m.declarers) - 1; last >= 0 {
		d, m.declarers = m.declarers[last], m.declarers[:last]
	} else {
		d = newDeclarer(m)
	}
	item := m.config.File.Items[i]
	d.index, d.unread, d.signature = i, message.NewUnreadLines(item), nil
	d.steps.Begin(m.context(), m.steps([]int{i}))
	d.resolver = resolver{m: m, meter: &d.steps, item: item, block: m.block(i), hooks: d.own}
	d.hole = nil
	return d
}

// keep keeps what was found with the item, and takes the declarer back.
func (m *Module) keep(d *declarer) {
	if len(d.refs) > 0 {
		found := m.items[d.index].finding()
		found.refs = append(slices.Grow(found.refs, len(d.refs)), d.refs...)
	}
	d.refs = scratch.Emptied(d.refs)
	m.declarers = append(m.declarers, d)
}
