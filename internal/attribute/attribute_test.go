package attribute_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/attribute"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestRead reads clauses of keys and of parameters, and those in error.
func TestRead(t *testing.T) {
	keys := attribute.Form{Name: "cost", Keys: []string{"work", "span"}, Purpose: "empty", Shape: "key = \"b\"", Value: "a bound", Sample: "n", Unknown: "no `%s`", Twice: "two `%s`"}
	params := keys
	params.Params, params.Name = true, "range"
	for _, c := range []struct{ text, want string }{
		{`#[cost(work = "n", span = "1",)]`, "work=n span=1"},
		{`#[ cost ( work="" )]`, "work="},
		{`#[costs(work = "n")]`, "none"},
		{`#[cost]`, "empty"},
		{`#[cost()]`, "empty"},
		{`#[cost(%work = "n")]`, "a clause is `key = \"b\"`; keys are `work`, `span`"},
		{`#[range(%work = "n")]`, "work=n"},
		{`#[range(= "n")]`, "a clause is `key = \"b\"`"},
		{`#[cost(work = "n" span = "1")]`, "work=n clauses are `key = \"b\"` with commas between them, in parentheses"},
		{`#[cost(work = n, span)]`, "a bound is written in quotes: `work = \"n\"` a bound is written in quotes: `span = \"n\"`"},
		{`#[cost(work = "n", work = "1")]`, "work=n two `work`"},
		{`#[cost(wrk = "n", x = "1")]`, "no `wrk`; did you mean `work`? no `x`; it has `work`, `span`"},
		{`#[range(x = "1")]`, "no `x`"},
		{`#[cost(work = "n`, "none"},
	} {
		item := syntax.ParseFile("a.frac", c.text+"\ndef @f(%work: int32) { %work }\n").Item(0)
		var got []string
		form := &keys
		if strings.Contains(c.text, "range") {
			form = &params
		}
		found := form.Read(item)
		for _, a := range found {
			for _, clause := range a.Clauses {
				got = append(got, clause.Key+"="+clause.Value)
				if text := item.Text[clause.ValueSpan.Start:clause.ValueSpan.End]; text != clause.Value {
					t.Errorf("%s: the value is at %q", c.text, text)
				}
			}
			for _, d := range a.Mistakes {
				got = append(got, d.Message)
			}
		}
		if len(found) == 0 {
			got = append(got, "none")
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: got %s, want %s", c.text, text, c.want)
		}
	}
}
