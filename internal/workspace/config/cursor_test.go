package config

import (
	"fmt"
	"strings"
	"testing"
)

// TestAt holds what can be written at the bar of a text: the path of the table or of the key, and
// the word that is there.
func TestAt(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"|", "key of []"},
		{"sev|", "key of [] sev"},
		{"[sev|", "header of [] sev"},
		{"[sev|erity]\n", "header of [] sev"},
		{"[cost.|", "header of [cost]"},
		{"[cost.\"@f|", "header of [cost] \"@f"},
		{"[severity]\nunu|", "key of [severity] unu"},
		{"[severity]\nunused-binding = \"off\"\nunu|", "key of [severity] unu"},
		{"[severity]\nunused-binding = |", "value of [severity unused-binding]"},
		{"[severity]\nunused-binding = \"o|", "value of [severity unused-binding] \"o"},
		{"[severity]\nunused-binding = \"o|\"\nx = 1\n", "value of [severity unused-binding] \"o"},
		{"[severity]\n\"rule/|", "key of [severity] \"rule/"},
		{"severity.unu|", "key of [severity] unu"},
		{"[severity]\nunused-binding = \"off\" |", "nothing"},
		{"rules = [|", "value of [rules]"},
		{"rules = [\"a\", \"b|", "value of [rules] \"b"},
		{"rules = [\n  \"a\",\n  |\n]\n", "value of [rules]"},
		{"[cost]\nassume = [\n  \"N=1\",\n  \"m|\n", "value of [cost assume] \"m"},
		{"[cost]\n\"@f\" = { work = \"n\", sp|", "key of [cost @f] sp"},
		{"[cost]\n\"@f\" = { work = \"n\", span = |", "value of [cost @f span]"},
		{"[cost.\"@f\"]\nwork = \"|", "value of [cost @f work] \""},
		{"[operators.\"a.b\"]\npu|", "key of [operators a.b] pu"},
		{"[operators.\"a.b\"]\npure = t|", "value of [operators a.b pure] t"},
		{"operators = { \"a.b\" = { pure = true }, \"c\" = { |", "key of [operators c]"},
		{"operators = { \"a.b\" = { pure = true }|", "nothing"},
		{"# sev|", "no place"},
		{"baseline = \"x\" # |", "no place"},
		{"[severity] # all\n\n  |", "key of [severity]"},
		{"[severity]\nunused-binding\n|", "key of [severity]"},
		{"rules = [\"a\"\n[severity]\nu|", "key of [severity] u"},
		{"unknown = |", "nothing"},
		{"[nothing]\na|", "nothing"},
	} {
		before, after, _ := strings.Cut(tt.text, "|")
		if got := place(before+after, len(before)); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

func place(text string, at int) string {
	c, ok := At(text, int32(at))
	switch {
	case !ok:
		return "no place"
	case c.Setting == nil:
		return "nothing"
	}
	kind := "value"
	if c.Key {
		kind = "key"
	}
	if c.Header {
		kind = "header"
	}
	return strings.TrimSpace(fmt.Sprintf("%s of %v %s", kind, c.Path, text[c.Word.Start:c.Word.End]))
}
