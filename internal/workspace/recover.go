package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Crash is a panic in a check: what a report on it needs.
type Crash struct {
	Token string // names the crash; in the finding's message too
	Value string
	Stack string
}

// guard runs a check; a panic in it becomes a finding of the item.
func (c *itemCheck) guard(item *syntax.Item, check func()) {
	defer func() {
		if r := recover(); r != nil {
			c.Crashed(item, r)
		}
	}()
	check()
}

// Guard runs what looks into an item; a panic in it becomes a crash, nil where there is none.
func Guard(item *syntax.Item, check func()) *Crash {
	c := itemCheck{}
	c.guard(item, check)
	if len(c.crashes) == 0 {
		return nil
	}
	return &c.crashes[0]
}

// Report takes what an analyzer finds in the item.
func (c *itemCheck) Report(d syntax.Diagnostic) { c.diagnostics = append(c.diagnostics, d) }

// Crashed is called where a panic is recovered from.
func (c *itemCheck) Crashed(item *syntax.Item, value any) {
	c.crashed(item, fmt.Sprint(value), string(debug.Stack()))
}

// factCrashes are the panics in what was to give facts of an item. No check asks
// for the facts of all items; those that were worked out are looked at here, when
// all checks have run.
func (e *entry) factCrashes(i int) (c itemCheck) {
	for _, p := range e.facts.Panics(i) {
		c.crashed(e.source.File.Item(i), p.Value, p.Stack)
	}
	return c
}

func (c *itemCheck) crashed(item *syntax.Item, value, stack string) {
	crash := Crash{crashToken(item, value), value, stack}
	c.crashes = append(c.crashes, crash)
	c.diagnostics = append(c.diagnostics, syntax.Diagnostic{
		Code:    codes.InternalError,
		Span:    headline(item),
		Message: fmt.Sprintf("fraccheck failed on this item (token %s); everything else was checked", crash.Token),
		Notes:   []string{"This is a mistake in fraccheck, not in the program: " + value},
	})
}

// headline is the first line of an item.
func headline(item *syntax.Item) syntax.Span {
	span := item.Span(item.Root)
	if end := strings.IndexByte(item.Text[span.Start:span.End], '\n'); end >= 0 {
		span.End = span.Start + int32(end)
	}
	return span
}

// crashToken depends on the program and the failure alone, so that the same
// crash has the same token everywhere.
func crashToken(item *syntax.Item, value string) string {
	sum := sha256.Sum256([]byte(value + "\x00" + item.Text))
	return hex.EncodeToString(sum[:4])
}
