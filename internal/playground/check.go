package playground

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// A Span is a range of the program.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// A Diagnostic is what a check found.
type Diagnostic struct {
	Span
	Code     string    `json:"code"`
	Severity string    `json:"severity"`
	Message  string    `json:"message"`
	Notes    []string  `json:"notes,omitempty"`
	Related  []Related `json:"related,omitempty"`
	Fixes    []Fix     `json:"fixes,omitempty"`
}

// Related is another place of the program that helps to understand a diagnostic.
type Related struct {
	Span
	Message string `json:"message"`
}

// A Fix is one way to fix what a diagnostic reports.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// An Edit replaces a range of the program.
type Edit struct {
	Span
	Text string `json:"text"`
}

// check runs every check over the program. What is in other files is left out: a page shows one.
func check(ctx context.Context, s *session, source *workspace.Source, r *Request) (any, error) {
	report, err := s.snapshot.Check(ctx, []string{r.Path})
	if err != nil {
		return nil, err
	}
	findings, err := fixer.Offer(ctx, s.snapshot, report.Findings)
	if err != nil {
		return nil, err
	}
	at := placesOf(source, findings)
	found := []Diagnostic{}
	for _, f := range findings {
		if f.Source.Path != source.Path {
			continue
		}
		d := Diagnostic{at.span(f.Span), string(f.Code), f.Severity.String(), f.Message, f.Notes, nil, nil}
		for _, other := range f.Related {
			if other.Source != nil && other.Source.Path == source.Path {
				d.Related = append(d.Related, Related{at.span(other.Span), other.Message})
			}
		}
		for _, fix := range f.Fixes {
			if edits, ok := at.edits(source, fix); ok {
				d.Fixes = append(d.Fixes, Fix{fix.Title, edits})
			}
		}
		found = append(found, d)
	}
	return found, nil
}

// placesOf counts all offsets of findings in a source.
func placesOf(source *workspace.Source, findings []workspace.Finding) *offsets {
	var all []int32
	add := func(p workspace.Place) {
		if p.Source != nil && p.Source.Path == source.Path {
			all = append(all, p.Span.Start, p.Span.End)
		}
	}
	for _, f := range findings {
		add(f.Place)
		for _, other := range f.Related {
			add(other.Place)
		}
		for _, fix := range f.Fixes {
			for _, e := range fix.Edits {
				add(e.Place)
			}
		}
	}
	return offsetsIn(source.Text(), all)
}

func (o *offsets) span(s syntax.Span) Span { return Span{o.of(s.Start), o.of(s.End)} }

// edits are those of a fix; false where it changes another file.
func (o *offsets) edits(source *workspace.Source, fix workspace.Fix) (edits []Edit, ok bool) {
	for _, e := range fix.Edits {
		if e.Source == nil || e.Source.Path != source.Path {
			return nil, false
		}
		edits = append(edits, Edit{o.span(e.Span), e.NewText})
	}
	return edits, true
}

// A Word is a range of the program and its class.
type Word struct {
	Span
	Class string `json:"class"`
}

// classNames are the classes of words, by the names that the language server has for them.
var classNames = [token.TypeCount]string{
	token.Function: "function", token.Variable: "variable", token.Parameter: "parameter", token.TypeName: "type",
	token.TypeParameter: "typeParameter", token.Constructor: "enumMember", token.Attribute: "property", token.Keyword: "keyword",
	token.Number: "number", token.String: "string", token.Comment: "comment", token.Operator: "operator",
	token.Macro: "macro", token.Decorator: "decorator",
}

// colour classifies the words of the program.
func colour(ctx context.Context, s *session, source *workspace.Source, _ *Request) (any, error) {
	file, err := token.Checked(s.snapshot, source)
	if err != nil {
		return nil, err
	}
	tokens, err := file.Tokens(ctx, &token.Cache{}, syntax.Span{End: int32(len(source.Text()))})
	if err != nil {
		return nil, err
	}
	var all []int32
	for _, t := range tokens {
		all = append(all, t.Span.Start, t.Span.End)
	}
	at, words := offsetsIn(source.Text(), all), []Word{}
	for _, t := range tokens {
		words = append(words, Word{at.span(t.Span), classNames[t.Class.Type]})
	}
	return words, nil
}
