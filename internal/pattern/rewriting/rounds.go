package rewriting

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// The bounds of a run over one item.
const (
	maxRounds = 100
	// maxRead is how many bytes of an item's text are read in all rounds, from round manyRounds on:
	// rules that never end, such as two that turn sums left and right, go over a long text
	// again and again.
	maxRead    = 600_000
	manyRounds = 20
	maxGrowth  = 10     // times the text, beyond
	maxNodes   = 10_000 // of its tree
	// maxWritten is how many bytes are written in one round, where maxGrowth is less.
	maxWritten = 1 << 20
)

// A Result is what rules made of a module.
type Result struct {
	Module   *typecheck.Module // after all rounds
	Rewrites []Rewrite         // in the order of the text, then of the rounds
	Refused  []Refused         // likewise
	Passed   []Rewrite         // likewise, where a rule matches and was not applied: an effect or a variable would suffer
}

// A Rewrite says where a rule was applied.
type Rewrite struct {
	Rule *pattern.Rule
	Item int
	Span syntax.Span // of the item as it was at first
}

// A Refused is a finding on what was not done.
type Refused struct {
	Item int
	syntax.Diagnostic
}

// A run applies rules to the items of a module, round by round.
type run struct {
	*Rewriter
	ctx     context.Context
	first   *typecheck.Module
	now     *typecheck.Module
	store   *facts.Store
	library library
	items   []itemRun
}

// An itemRun is an item on its way.
type itemRun struct {
	layers  []layer
	states  map[string]int // the texts that it had, by the number of rewrites until then
	done    []Rewrite
	refused []Refused
	passed  []Rewrite       // at last
	said    map[string]bool // the messages, with their places
	stopped bool
}

// File applies the rules to a module until nothing changes. The error is the
// context's.
func (r *Rewriter) File(ctx context.Context, m *typecheck.Module) (*Result, error) {
	f := newRun(ctx, r, m)
	active := make([]int, m.Items())
	for i := range active {
		active[i] = i
	}
	for round := 1; len(active) > 0; round++ {
		edits := rewrite.Edits{}
		for _, i := range active {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if list := f.item(i, round); len(list) > 0 {
				edits[i] = list
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err // matches may be missing
		}
		active = f.proceed(edits)
	}
	return f.finish(), nil
}

func newRun(ctx context.Context, r *Rewriter, m *typecheck.Module) *run {
	f := &run{
		Rewriter: r, ctx: ctx, first: m, now: m, store: facts.Of(m), library: library{}, items: make([]itemRun, m.Items()),
	}
	for i := range f.items {
		f.items[i].states = map[string]int{m.File().Item(i).Text: 0}
	}
	return f
}

// target is an item as it is now.
func (f *run) target(i int) Target {
	return Target{Context: f.ctx, Module: f.now, Index: i, Result: f.now.Check(i), Facts: f.store}
}

// item does one round over an item, and gives the edits of its text.
func (f *run) item(i, round int) []syntax.Edit {
	state := &f.items[i]
	if state.stopped {
		return nil
	}
	t := f.target(i)
	if !t.Rewritable() {
		return nil
	}
	rules := f.Rewriter.first
	if round > 1 {
		rules = f.later
	}
	seen := t.subject(f.library)
	s := newSubject(t, seen)
	matches := f.matches(i, s, rules)
	s.most = int32(max(maxGrowth*len(f.first.File().Item(i).Text), maxWritten))
	chosen := s.choose(matches, f.templates)
	done := s.settle(chosen)
	if done.long {
		return f.restore(i, state.grown(chosen))
	}
	f.pass(i, s)
	maps.Copy(done.refused, s.valueless(matches))
	f.report(i, done)
	if done.text == nil || done.new == s.item.Text {
		return nil
	}
	f.note(i, done)
	if why := f.endless(i, done.new, round); why != "" {
		return f.restore(i, why)
	}
	return trimmed(s.item.Text, done.new)
}

// pass keeps which matches were passed over in this round, and of what is done once, in the
// first one.
func (f *run) pass(i int, s *subject) {
	state := &f.items[i]
	state.passed = slices.DeleteFunc(state.passed, func(r Rewrite) bool { return !r.Rule.Once && r.Rule.Kind == pattern.Rewrite })
	for _, m := range s.passed {
		state.passed = append(state.passed, Rewrite{m.Rule, i, state.back(s.info.Extent(m.At.Node))})
	}
}

// matches are those in an item; of a rule that is given up there, it is said.
func (f *run) matches(i int, s *subject, rules *matcher.Rules) []*matcher.Match {
	found := rules.Find(f.ctx, s.seen)
	for _, many := range found.TooMany {
		f.items[i].warn(i, s.info.Extent(many.At.Node), many.Message())
	}
	return found.Matches
}

// note keeps what was rewritten, by the places of the first text.
func (f *run) note(i int, done settled) {
	state := &f.items[i]
	for _, m := range done.text.changeMarks() {
		c := m.change
		state.done = append(state.done, Rewrite{c.match.Rule, i, state.back(c.span)})
	}
	state.layers = append(state.layers, newLayer(done.text.edits, done.text.origins))
	if len(done.dropped) > 0 {
		state.layers = append(state.layers, newLayer(done.dropped, origins{}))
	}
}

// changeMarks are the changes that were written and changed something, each once.
func (t *text) changeMarks() []mark {
	out := t.out.String()
	seen := map[*change]bool{}
	var found []mark
	for _, m := range t.marks {
		if m.change == nil || seen[m.change] || out[m.to.Start:m.to.End] == t.item.Text[m.change.span.Start:m.change.span.End] {
			continue
		}
		seen[m.change] = true
		found = append(found, m)
	}
	return found
}

// back is where a stretch of the item stood at first.
func (state *itemRun) back(span syntax.Span) syntax.Span {
	for _, l := range slices.Backward(state.layers) {
		span = l.back(span)
	}
	return span
}

// report keeps what is said of changes that were refused.
func (f *run) report(i int, done settled) {
	state := &f.items[i]
	for c, why := range done.refused {
		if why == "" {
			continue
		}
		state.refuse(Refused{i, syntax.Diagnostic{
			Code: codes.RuleError, Severity: codes.Error, Span: state.back(c.span),
			Message: fmt.Sprintf("the rule `%s` is not applied here: %s", c.rule.Name, why),
		}})
	}
}

// refuse adds a finding, once.
func (state *itemRun) refuse(r Refused) {
	key := fmt.Sprint(r.Span, r.Message)
	if state.said == nil {
		state.said = map[string]bool{}
	}
	if !state.said[key] {
		state.said[key] = true
		state.refused = append(state.refused, r)
	}
}

// endless reports why the rules would go on for ever over an item; "" if they may end.
func (f *run) endless(i int, text string, round int) string {
	state := &f.items[i]
	since, back := state.states[text]
	state.states[text] = len(state.done)
	first := f.first.File().Item(i)
	switch {
	case back:
		return ruleList(state.done[since:]) + " come back to a text that was there before"
	case round >= maxRounds, round >= manyRounds && round*len(text) > maxRead:
		return ruleList(state.done[len(state.done)-min(len(state.done), 100):]) + fmt.Sprintf(" still change something after %d rounds", round)
	case len(text) > maxGrowth*len(first.Text) && syntax.ParseItem(text).Len() > maxNodes:
		return state.grown(nil)
	}
	return ""
}

// grown says that rules make a text too long, those of some changes among them.
func (state *itemRun) grown(more []*change) string {
	done := state.done
	for _, c := range more {
		done = append(done, Rewrite{Rule: c.rule})
	}
	return ruleList(done) + fmt.Sprintf(" make the text more than %d times as long", maxGrowth)
}

// ruleList names the rules of some rewrites.
func ruleList(done []Rewrite) string {
	var names []string
	for _, d := range done {
		if name := "`" + d.Rule.Name + "`"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 1 {
		return "rewriting does not end: the results of the rule " + names[0]
	}
	return "rewriting does not end: the results of the rules " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// restore takes back all that was done with an item.
func (f *run) restore(i int, why string) []syntax.Edit {
	state := &f.items[i]
	item := f.first.File().Item(i)
	at := item.Span(item.Root)
	if name := item.Declared(); name != syntax.NoNode {
		at = item.Span(name)
	}
	state.refuse(Refused{i, syntax.Diagnostic{Code: codes.RuleError, Severity: codes.Error, Span: at, Message: why}})
	state.stopped, state.done, state.layers = true, nil, nil
	return trimmed(f.now.File().Item(i).Text, item.Text)
}

// proceed makes the edits of a round, and gives the items that may change again.
func (f *run) proceed(edits rewrite.Edits) []int {
	if len(edits) == 0 {
		return nil
	}
	r, err := rewrite.Whole(f.now, edits)
	if err != nil || len(r.NewErrors(rewrite.Checked)) > 0 || !r.SameTypes() {
		f.stop(edits)
		return nil
	}
	f.now = r.After
	f.store, f.library = f.store.Next(f.now), library{}
	var active []int
	for i := range f.items {
		if _, edited := edits[i]; edited || f.global {
			active = append(active, i)
		}
	}
	return active
}

// stop takes back all that was done, since a round's edits are not sound together.
func (f *run) stop(edits rewrite.Edits) {
	for i := range f.items {
		f.items[i].done = nil
		if _, edited := edits[i]; edited {
			f.restore(i, "with the results of the rules together, the text would not be right any more")
		}
	}
	f.now = f.first
}

func (f *run) finish() *Result {
	result := &Result{Module: f.now}
	for i := range f.items {
		state := &f.items[i]
		for _, list := range [][]Rewrite{state.done, state.passed} {
			slices.SortStableFunc(list, func(a, b Rewrite) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		}
		slices.SortStableFunc(state.refused, func(a, b Refused) int {
			return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), strings.Compare(a.Message, b.Message))
		})
		result.Rewrites = append(result.Rewrites, state.done...)
		result.Refused = append(result.Refused, state.refused...)
		result.Passed = append(result.Passed, state.passed...)
	}
	return result
}
