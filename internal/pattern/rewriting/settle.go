package rewriting

import (
	"cmp"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A settled is what was made of an item in one round.
type settled struct {
	*text                      // nil where nothing is replaced
	changes []*change          // those that were made
	new     string             // the item's text
	dropped []syntax.Edit      // of text.new
	refused map[*change]string // why others were not; "" of what is not reported
	long    bool               // nothing is replaced, for the text would be longer than it may be
}

// maxChecks bounds how often the text of one item is checked in one round.
const maxChecks = 32

// settle makes the largest part of some changes that leaves a sound text: those to
// blame for what is wrong are left out, and where that is not known, halves are tried.
func (s *subject) settle(changes []*change) settled {
	b := &balance{subject: s, refused: map[*change]string{}}
	accepted := b.add(nil, changes)
	done := settled{refused: b.refused, new: s.item.Text, long: b.long}
	if len(accepted) == 0 || b.long {
		return done
	}
	done.text, done.changes = b.last, accepted
	done.new = b.last.new
	done.drop()
	return done
}

// A balance finds out which changes leave a sound text together.
type balance struct {
	*subject
	refused map[*change]string
	last    *text // of the changes that were accepted last
	checks  int
	long    bool // a text would be longer than it may be
}

// add gives the changes that can be made together with some that were accepted.
func (b *balance) add(accepted, more []*change) []*change {
	for len(more) > 0 && !b.long {
		if b.checks++; b.checks > maxChecks {
			b.refuse(more, "it could not be checked")
			return accepted
		}
		t := b.write(append(accepted[:len(accepted):len(accepted)], more...))
		if b.long = t.long; b.long {
			return accepted
		}
		refused, ok := t.verify()
		if ok {
			b.last = t
			return t.changes
		}
		if rest := b.without(more, refused); len(rest) < len(more) {
			more = rest
			continue
		}
		if len(more) == 1 {
			b.refuse(more, cmp.Or(t.why, "the text would fall apart"))
			return accepted
		}
		return b.add(b.add(accepted, more[:len(more)/2]), more[len(more)/2:])
	}
	return accepted
}

func (b *balance) refuse(changes []*change, why string) {
	for _, c := range changes {
		b.refused[c] = why
	}
}

func (b *balance) without(changes []*change, refused map[*change]string) []*change {
	var rest []*change
	for _, c := range changes {
		if why, bad := refused[c]; bad {
			b.refused[c] = why
		} else {
			rest = append(rest, c)
		}
	}
	return rest
}

// drop takes away what nothing needs any more, if the text stays sound.
func (d *settled) drop() {
	edits := d.drops(d.after)
	if len(edits) == 0 {
		return
	}
	text := syntax.ApplyEdits(d.new, edits)
	again, err := rewrite.InPlace(d.Module, d.Index, trimmed(d.item.Text, text))
	if err != nil {
		return
	}
	again.Knows(d.Index, d.Result)
	if len(again.NewErrors(rewrite.Checked)) == 0 && again.SameTypes() {
		d.new, d.dropped = text, edits
	}
}
