package ranking_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/ranking"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effectcheck"
)

// TestRandom holds verdicts and findings against runs of random definitions, of
// which all states are looked at: what is said to end ends from everywhere, and a
// call that is said not to end makes every run endless that comes to it.
func TestRandom(t *testing.T) {
	programs := 400
	ends, proved, alarms := 0, 0, 0
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 7))
		m := newModel(r)
		text := m.text()
		known := map[state]int{}
		for o, v := range verdicts(t, text) {
			var def int
			fmt.Sscanf(o.Name, "@m%d", &def)
			all := true
			for _, s := range m.starts(r, def, 60) {
				result := m.runs(s, known)
				all = all && result == runEnds
				if v.Reason == ranking.Ends && !v.Assumes && result == runsOn {
					t.Fatalf("seed %d: %s %s, but not from %v\n%s", seed, o.Name, v.Text(), s, text)
				}
			}
			if all {
				ends++
			}
			if v.Reason == ranking.Ends && !v.Assumes {
				proved++
			}
		}
		for _, f := range checktest.Check("a.frac", text, effectcheck.Analyzer).Found {
			if f.Code != codes.NonterminatingRecursion {
				continue
			}
			alarms++
			m.failing = strings.Contains(f.Message, "never gives a value")
			m.holdAlarm(t, r, map[state]int{}, f, text)
		}
	}
	t.Logf("%d definitions seem to end, %d are known to, %d calls are said not to", ends, proved, alarms)
	if proved < programs/4 || alarms < programs/100 {
		t.Errorf("only %d of %d definitions are known to end; %d findings", proved, ends, alarms)
	}
}

// holdAlarm looks for runs that come to a call, and holds that none ends.
func (m *model) holdAlarm(t *testing.T, r *rand.Rand, known map[state]int, f checktest.Finding, text string) {
	lines := strings.SplitAfter(text, "\n")
	before := strings.TrimLeft(strings.Join(lines[f.Item:], ""), "\n")
	blanks := min(f.Item, 1) // the end of the line before belongs to the item
	leaf, call := m.leafAt(f.Item, strings.Count(before[:int(f.Span.Start)-blanks], "@m")-1)
	for _, s := range m.starts(r, f.Item, 400) {
		next, came := m.calls(s)
		if came != leaf || len(next) <= call {
			continue
		}
		if m.runs(next[call], known) == runEnds {
			t.Fatalf("%s, and does from %v\n%s", f.Message, s, text)
		}
	}
}

// leafAt finds the leaf of a definition in which its call of a number stands, and
// its number there.
func (m *model) leafAt(def, number int) (*modelBody, int) {
	todo := []*modelBody{m.defs[def].body}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if b.op != "" {
			todo = append(todo, b.rest, b.then)
			continue
		}
		if number < len(b.calls) {
			return b, number
		}
		number -= len(b.calls)
	}
	panic("no such call")
}
