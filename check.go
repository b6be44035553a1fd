package fraccheck

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A Diagnostic is what a check found at a place of the program, or of its configuration.
type Diagnostic struct {
	Place
	Code     string // docs/checks.md lists them
	Severity string // error, warning, info or hint
	Message  string
	Notes    []string
	Related  []Related
	Fixes    []Fix
}

// A Related is another place that helps to understand a diagnostic.
type Related struct {
	Place
	Message string
}

// A Fix is one way to fix what a diagnostic reports.
type Fix struct {
	Title string
	// Confidence is how sure it is that the fix gives the program that its author meant; docs/cli.md
	// lists the levels.
	Confidence string
	Edits      []Edit // in any order, of any files; none overlaps another one
}

// An Edit replaces the text of a place.
type Edit struct {
	Place
	Text string
}

// Apply returns the text of a file after the edits that the fix has for it.
func (f Fix) Apply(file, text string) string {
	edits := slices.DeleteFunc(slices.Clone(f.Edits), func(e Edit) bool { return e.File != file })
	slices.SortStableFunc(edits, func(a, b Edit) int { return b.Start.Offset - a.Start.Offset })
	for _, e := range edits {
		text = text[:e.Start.Offset] + e.Text + text[e.End.Offset:]
	}
	return text
}

// Check runs all checks but those that run the program, sorted by place. Severities, and what is
// turned off, are those of the configuration and of suppressions in the text.
func (p *Program) Check(ctx context.Context) (_ []Diagnostic, err error) {
	defer recovered(&err)
	snapshot := p.snapshot.For(ctx)
	report, err := snapshot.Check(ctx, []string{p.source.Path})
	if err != nil {
		return nil, err
	}
	found, err := fixer.Offer(ctx, snapshot, report.Findings)
	return diagnosticsOf(found), err
}

// SyntaxErrors are the diagnostics that parsing alone gives; types are not inferred.
func (p *Program) SyntaxErrors() (_ []Diagnostic, err error) {
	defer recovered(&err)
	report, err := p.snapshot.CheckSyntax(p.source.Path)
	if err != nil {
		return nil, err
	}
	return diagnosticsOf(report.Findings), nil
}

func diagnosticsOf(found []workspace.Finding) (all []Diagnostic) {
	for _, f := range found {
		d := Diagnostic{Place: placeOf(f.Place), Code: string(f.Code), Severity: f.Severity.String(), Message: f.Message, Notes: f.Notes}
		for _, other := range f.Related {
			if other.Source != nil {
				d.Related = append(d.Related, Related{placeOf(other.Place), other.Message})
			}
		}
		for _, fix := range f.Fixes {
			d.Fixes = append(d.Fixes, Fix{fix.Title, fix.Confidence.String(), editsOf(fix.Edits)})
		}
		all = append(all, d)
	}
	return all
}

func editsOf(edits []sourcefile.Edit) (all []Edit) {
	for _, e := range edits {
		all = append(all, Edit{placeOf(e.Place), e.NewText})
	}
	return all
}

// A Definition is something that the program defines or declares, with its type.
type Definition struct {
	Place // of its name
	Name  string
	Type  string // as `fraccheck types` prints it
}

// Definitions lists the definitions of the program in its order. A type in which something is
// wrong has `?` in that place.
func (p *Program) Definitions(ctx context.Context) (all []Definition, err error) {
	defer recovered(&err)
	found, err := definition.All(p.snapshot.For(ctx), p.source.Path)
	for _, d := range found {
		all = append(all, Definition{placeOf(d.Place), d.Name, types.String(d.Type)})
	}
	return all, err
}
