package commands

import (
	"context"
	"crypto/sha256"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

type testsArguments struct {
	URI uri.URI `json:"uri"`
}

// A listedTest is an evaluation comment or an example of a rule, for clients.
type listedTest struct {
	ID       string          `json:"id"` // stays while its text does
	Label    string          `json:"label"`
	Expected string          `json:"expected,omitempty"`
	Kind     string          `json:"kind"`
	Group    string          `json:"group,omitempty"` // the definition that is called, or the rule
	Range    protocol.Range  `json:"range"`
	Comment  *protocol.Range `json:"comment,omitempty"`
	Verdict  string          `json:"verdict,omitempty"` // of the last run, as long as it holds
}

var commentKinds = [...]string{evaluate.GivesValue: "value", evaluate.Fails: "fails", evaluate.Runs: "runs", evaluate.Misspelt: "misspelt"}

// listTests lists what can be tested in a file, in its order. Nothing is run.
func (f feature) listTests(_ context.Context, v *request.View, a *testsArguments, _ protocol.ProgressToken) (any, error) {
	if a.URI == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the address of a document is missing")
	}
	source, err := v.Source(a.URI)
	if err != nil {
		return nil, err
	}
	l := testLister{source: source, mapper: request.NewMapper(v), recorder: f.Recorder(v, source), seen: map[string]int{}, tests: []listedTest{}}
	if rules := source.Rules(); rules != nil {
		for _, e := range runs.ExamplesOf(rules) {
			l.add(listedTest{Kind: "example", Group: e.Rule.Name, Verdict: l.verdict(runs.ExampleSubject(e.Number))}, e.Span, "")
		}
		return l.tests, nil
	}
	for _, c := range evaluate.Comments(source) {
		l.comment(c)
	}
	return l.tests, nil
}

type testLister struct {
	source   *workspace.Source
	mapper   *request.Mapper
	recorder *runs.Recorder
	seen     map[string]int // how many tests have a text
	tests    []listedTest
}

func (l *testLister) comment(c evaluate.Comment) {
	subject := runs.CommentSubject(l.source, c)
	test := listedTest{Kind: commentKinds[c.Kind], Group: calledBy(subject.Item), Expected: c.Text, Verdict: l.verdict(subject)}
	comment := ""
	if c.Place != c.Expr {
		comment = l.source.Text()[c.Place.Start:c.Place.End]
		at := l.rangeOf(c.Place)
		test.Comment = &at
	}
	l.add(test, c.Expr, comment)
}

// verdict is that of the last run of a test, "" where there is none that still holds.
func (l *testLister) verdict(s runs.Subject) string {
	found, _, holds := l.recorder.Last(s)
	if !holds {
		return ""
	}
	return runs.VerdictOf(found.Response).String()
}

// add lists a test; those of the same text are distinguished by their number.
//
// The identity of a test is its text and its number among equal ones, so that results in an
// editor's test view survive edits elsewhere in the file.
func (l *testLister) add(test listedTest, at syntax.Span, comment string) {
	text := l.source.Text()[at.Start:at.End]
	key := fmt.Sprintf("%x", sha256.Sum256([]byte(test.Kind+"\x00"+test.Group+"\x00"+text+"\x00"+comment)))[:16]
	test.ID = fmt.Sprintf("%s-%d", key, l.seen[key])
	l.seen[key]++
	test.Label, test.Range = request.Abbreviate(text), l.rangeOf(at)
	l.tests = append(l.tests, test)
}

func (l *testLister) rangeOf(at syntax.Span) protocol.Range {
	return l.mapper.Range(workspace.Place{Source: l.source, Span: at})
}

// calledBy is the first definition that an expression names; empty where it names none.
func calledBy(item *syntax.Item) (name string) {
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		if name == "" && item.Kind(n) == syntax.Global {
			name = item.SourceText(n)
		}
		return name == ""
	})
	return name
}
