package output

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/interp/agreement"
)

// example shows an example of a rule that does not hold, or was not tried.
func (p *Printer) example(e TestedExample) {
	switch e.Verdict {
	case evaluate.Skipped:
		fmt.Fprintf(p, "%s: skipped: %s\n", p.style.Paint(console.Bold, At(e.Place)), console.OneLine(e.Problem))
	case evaluate.Failed:
		p.Finding(e.finding())
		p.WriteString(exampleDetail(e.RuleOutcome))
	}
}

// exampleDetail is what was expected and what came, or the input that shows the
// difference.
func exampleDetail(e evaluate.RuleOutcome) string {
	var b strings.Builder
	if e.Expected != e.Got {
		b.WriteString(hunks(e.Expected, e.Got) + "\n")
	}
	if e.Different != nil {
		b.WriteString(ExampleText(e.Different.Counterexample) + "\n")
	}
	return b.String()
}

// ExampleText shows an input on which two programs differ.
func ExampleText(c agreement.Counterexample) string {
	var b strings.Builder
	for _, in := range c.Inputs {
		fmt.Fprintf(&b, "  %s = %s\n", in.Name, shortened(in.Text))
	}
	fmt.Fprintf(&b, "  before: %s\n  after:  %s\n", shortened(c.Before), shortened(c.After))
	if strings.Contains(c.Before+c.After, "…") {
		fmt.Fprintf(&b, "  (%s)\n", c.Difference)
	}
	return b.String()
}

// shortened is a value on one line, without its middle where it is long: what is said of
// a large tensor is at its end.
func shortened(text string) string {
	const front, back = 100, 70
	runes := []rune(console.Flat(text))
	if len(runes) <= front+back+3 {
		return string(runes)
	}
	return string(runes[:front]) + " … " + string(runes[len(runes)-back:])
}

type jsonExample struct {
	Place
	Rule           string              `json:"rule"`
	Verdict        string              `json:"verdict"`
	Problem        string              `json:"problem"`
	Notes          []string            `json:"notes"`
	Expected       *string             `json:"expected"`
	Got            *string             `json:"got"`
	Compared       int                 `json:"compared"`
	Counterexample *jsonCounterexample `json:"counterexample"`
}

type jsonCounterexample struct {
	Name   string            `json:"name"`
	Inputs map[string]string `json:"inputs"`
	Before string            `json:"before"`
	After  string            `json:"after"`
}

func exampleJSON(e evaluate.RuleOutcome) jsonExample {
	out := jsonExample{
		Place: PlaceOf(e.Place), Rule: e.Rule.Name, Verdict: e.Verdict.String(), Problem: e.Problem,
		Notes: append([]string{}, e.Notes...), Compared: e.Compared,
	}
	if e.Expected != e.Got {
		out.Expected, out.Got = &e.Expected, &e.Got
	}
	if d := e.Different; d != nil {
		out.Counterexample = &jsonCounterexample{Name: d.Name, Inputs: map[string]string{}, Before: d.Counterexample.Before, After: d.Counterexample.After}
		for _, in := range d.Inputs {
			out.Counterexample.Inputs[in.Name] = in.Text
		}
	}
	return out
}
