package refactor

import (
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// examined checks the text that edits leave. It refuses edits by which the text
// falls apart, gets an error, or gives the item another type.
func (t *Target) examined(edits []syntax.Edit) (*rewrite.Revision, error) {
	r, err := rewrite.InPlace(t.Module, t.Index, edits)
	if err != nil {
		return nil, err
	}
	r.Knows(t.Index, t.Result)
	return r, r.Sound()
}

// sound gives edits out that leave the item right.
func (t *Target) sound(edits []syntax.Edit) ([]syntax.Edit, error) {
	_, err := t.examined(edits)
	return edits, err
}

// proved gives edits out that leave a sound text which reads as it should: as the
// item's tree with the changes of an outline, with the outlines of new parts
// somewhere in it.
func (t *Target) proved(edits []syntax.Edit, want rewrite.Outline, parts ...string) ([]syntax.Edit, error) {
	r, err := t.examined(edits)
	if err == nil {
		err = r.ReadsAs(want, parts...)
	}
	return edits, err
}

// retyped gives edits out that leave everything but annotations as it is.
func (t *Target) retyped(edits []syntax.Edit) ([]syntax.Edit, error) {
	r, err := t.examined(edits)
	if err == nil {
		err = r.SameButAnnotations()
	}
	return edits, err
}
