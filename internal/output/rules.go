package output

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
)

// writeMatchesText writes where each rule matches, with the line of the source and what
// each name stands for.
func writeMatchesText(con *console.Console, report MatchReport) error {
	style := con.Palette()
	for _, m := range report.Matches {
		fmt.Fprintf(con.Stdout, "%s: %s\n", style.Paint(console.Bold, At(m.Place)), console.Printable(m.Rule.Name))
		fmt.Fprintf(con.Stdout, "  %s\n", matchedLine(m.Place))
		for _, b := range m.Bindings {
			for _, p := range b.Places {
				fmt.Fprintf(con.Stdout, "    %s = %s\n", console.Printable(b.Name), beginning(p.Quote()))
			}
		}
	}
	return nil
}

// matchedLine is the line in which a place begins.
func matchedLine(p workspace.Place) string {
	start, _ := p.Range()
	line := p.Source.Lines.LineSpan(start.Line)
	return around(p.Source.Lines.Line(start.Line), int(p.Span.Start-line.Start))
}

// around is a line; of one that is too long, what is around the byte focus, so
// that many matches on one line do not print it as often.
func around(line string, focus int) string {
	if len(line) <= maxWidth {
		return console.Printable(strings.TrimSpace(line))
	}
	return strings.TrimSpace(layOut(line, focus, maxWidth).String())
}

// beginning is a text on one line; of one that is too long, its beginning.
func beginning(text string) string {
	_, to := clip(text, 0)
	shown := layOut(console.Flat(text[:to]), 0, maxWidth)
	shown.right = shown.right || to < len(text)
	return shown.String()
}

// jsonMatches is docs/schema/match.schema.json as Go values.
type jsonMatches struct {
	Version int           `json:"version"`
	Matches []jsonMatch   `json:"matches"`
	Partial []jsonPartial `json:"partial"`
}

// A jsonPartial is a file that was not searched whole.
type jsonPartial struct {
	File   string `json:"file"`
	Errors int    `json:"errors"`
}

type jsonMatch struct {
	Rule string `json:"rule"`
	Place
	Definition string                   `json:"definition"`
	Text       string                   `json:"text"`
	Root       bool                     `json:"root"`
	Bindings   map[string][]jsonMatched `json:"bindings"`
}

type jsonMatched struct {
	File  string `json:"file,omitempty"` // another one than the match's
	Range Range  `json:"range"`
	Text  string `json:"text"`
}

func writeMatchesJSON(con *console.Console, report MatchReport) error {
	all := jsonMatches{1, []jsonMatch{}, []jsonPartial{}}
	for _, errors := range ByFile(report.Errors) {
		all.Partial = append(all.Partial, jsonPartial{errors[0].Source.Name, len(errors)})
	}
	for _, m := range report.Matches {
		out := jsonMatch{
			Rule: m.Rule.Name, Place: PlaceOf(m.Place), Definition: m.Definition,
			Text: m.Quote(), Root: m.Root, Bindings: map[string][]jsonMatched{},
		}
		for _, b := range m.Bindings {
			out.Bindings[b.Name] = matchedJSON(m.Source, b.Places)
		}
		all.Matches = append(all.Matches, out)
	}
	return EncodeJSON(con.Stdout, all)
}

func matchedJSON(source *workspace.Source, places []workspace.Place) []jsonMatched {
	all := []jsonMatched{}
	for _, p := range places {
		b := jsonMatched{Range: PlaceOf(p).Range, Text: p.Quote()}
		if p.Source != source {
			b.File = p.Source.Name
		}
		all = append(all, b)
	}
	return all
}

// A MatchReport is what was found, and the errors because of which that may not be all.
type MatchReport struct {
	Matches []ruleuse.Match
	Errors  []workspace.Finding
}

// jsonRewritten is docs/schema/rewrite.schema.json as Go values.
type jsonRewritten struct {
	Version     int                 `json:"version"`
	Files       []jsonRewrittenFile `json:"files"`
	Diagnostics []Diagnostic        `json:"diagnostics"`
}

// A jsonRewrittenFile has the rewrites of a file, or the groups of a partition.
type jsonRewrittenFile struct {
	File     string         `json:"file"`
	Text     string         `json:"text"`
	Rewrites *[]jsonRuleUse `json:"rewrites,omitempty"`
	Groups   *[]jsonRuleUse `json:"groups,omitempty"`
	Passed   []jsonRuleUse  `json:"passed"`
}

type jsonRuleUse struct {
	Rule  string `json:"rule"`
	Range Range  `json:"range"`
}

func WriteRewrittenJSON(con *console.Console, all []*ruleuse.Rewritten, found []workspace.Finding, kind pattern.RuleKind) error {
	out := jsonRewritten{1, []jsonRewrittenFile{}, []Diagnostic{}}
	for _, r := range all {
		uses := ruleUsesJSON(r.Done)
		file := jsonRewrittenFile{File: r.Source.Name, Text: r.Text, Rewrites: &uses, Passed: ruleUsesJSON(r.Passed)}
		if kind == pattern.Partition {
			file.Rewrites, file.Groups = nil, &uses
		}
		out.Files = append(out.Files, file)
	}
	for _, f := range found {
		out.Diagnostics = append(out.Diagnostics, DiagnosticOf(f))
	}
	return EncodeJSON(con.Stdout, out)
}

func ruleUsesJSON(uses []ruleuse.Use) []jsonRuleUse {
	all := []jsonRuleUse{}
	for _, use := range uses {
		all = append(all, jsonRuleUse{use.Rule.Name, PlaceOf(use.Place).Range})
	}
	return all
}
