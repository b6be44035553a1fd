package compare

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
)

// diffWriters are the output formats, by the value of --format.
var diffWriters = map[string]func(*console.Console, *Comparison) error{
	"text":   writeDiffText,
	"short":  writeDiffShort,
	"json":   writeDiffJSON,
	"github": writeDiffGitHub,

	"markdown": writeDiffMarkdown,
}

// Write writes what differs in a format; links is what stands before the path of a file in an
// address, empty for no links.
func (c *Comparison) Write(con *console.Console, format, links string) error {
	c.links = links
	return diffWriters[format](con, c)
}

// writeDiffText writes what differs for people: what got worse as findings, the rest a
// line each.
func writeDiffText(con *console.Console, c *Comparison) error {
	p := output.NewPrinter(con)
	for _, r := range c.worse() {
		if r.finding != nil {
			p.Finding(*r.finding)
		} else {
			fmt.Fprintf(p, "%s\n\n", r.line())
		}
	}
	for _, r := range c.renamed {
		fmt.Fprintf(p, "renamed: %s is %s now\n", console.Printable(r.Old), console.Printable(r.New))
	}
	for _, r := range c.fixed {
		fmt.Fprintf(p, "fixed: %s\n", r.line())
	}
	for _, change := range c.cheaper {
		fmt.Fprintf(p, "cheaper: %s: the %s of `%s` was %s and is %s\n", console.Printable(change.File), change.Metric, change.Name, change.Old, change.New)
	}
	for _, change := range c.unknown {
		if change.Exact[0] != "" || change.Exact[1] != "" {
			fmt.Fprintf(p, "not compared: %s: the %s of `%s`: %s\n", console.Printable(change.File), change.Metric, change.Name, console.OneLine(change.Reason))
		}
	}
	if c.models != nil {
		c.models.write(p)
	}
	p.WriteString(c.Summary() + "\n")
	con.Stdout.WriteString(p.String())
	return nil
}

// line is a remark as compilers write it.
func (r remark) line() string {
	return fmt.Sprintf("%s:%d:%d: %s %s: %s", console.Printable(r.File), r.Range.Start.Line, r.Range.Start.Column, r.Severity, r.Code, console.OneLine(r.Message))
}

// Summary counts what was compared, in one line.
func (c *Comparison) Summary() string {
	parts := []string{
		console.Count(len(c.fresh), "new diagnostic", "new diagnostics"), fmt.Sprintf("%d fixed", len(c.fixed)),
		console.Count(c.compared, "definition compared", "definitions compared"),
		fmt.Sprintf("%d dearer", definitions(c.dearer)), fmt.Sprintf("%d cheaper", definitions(c.cheaper)),
	}
	if n := definitions(c.unknown); n > 0 {
		parts = append(parts, fmt.Sprintf("%d not known in full", n))
	}
	if c.gone+c.added > 0 {
		parts = append(parts, fmt.Sprintf("%d only before, %d only now", c.gone, c.added))
	}
	if c.models != nil {
		parts = append(parts, c.models.summary())
	}
	return strings.Join(parts, ", ")
}

// definitions counts those that changes mention.
func definitions(changes []costChange) int {
	met := map[definitionKey]bool{}
	for _, change := range changes {
		met[definitionKey{change.File, change.Name}] = true
	}
	return len(met)
}

// writeDiffShort writes a line for each thing that got worse.
func writeDiffShort(con *console.Console, c *Comparison) error {
	for _, r := range c.worse() {
		fmt.Fprintln(con.Stdout, r.line())
	}
	if c.models != nil {
		c.models.write(con.Stdout)
	}
	return nil
}

// writeDiffGitHub writes what got worse as annotations of a workflow.
func writeDiffGitHub(con *console.Console, c *Comparison) error {
	for _, r := range c.worse() {
		fmt.Fprintln(con.Stdout, r.Annotation())
	}
	if c.models != nil {
		for i := range c.models.Changed {
			fmt.Fprintln(con.Stdout, "::notice title=models differ::"+output.AnnotationText.Replace(c.models.Changed[i].line()))
		}
	}
	fmt.Fprintln(con.Stdout, c.Summary())
	return nil
}

// A jsonDiff is docs/schema/diff.schema.json as Go values.
type jsonDiff struct {
	Version     int                 `json:"version"`
	New         []output.Diagnostic `json:"new"`
	Fixed       []output.Diagnostic `json:"fixed"`
	Regressions []output.Diagnostic `json:"regressions"`
	Dearer      []costChange        `json:"dearer"`
	Cheaper     []costChange        `json:"cheaper"`
	Unknown     []costChange        `json:"unknown"`
	Renamed     []renaming          `json:"renamed"`
	Definitions map[string]int      `json:"definitions"`
	Models      *modelComparison    `json:"models"`
}

func writeDiffJSON(con *console.Console, c *Comparison) error {
	some := func(changes []costChange) []costChange { return append([]costChange{}, changes...) }
	return output.EncodeJSON(con.Stdout, jsonDiff{
		Version: 1, New: diagnosticsOf(c.fresh), Fixed: diagnosticsOf(c.fixed), Regressions: diagnosticsOf(c.regressions),
		Dearer: some(c.dearer), Cheaper: some(c.cheaper), Unknown: some(c.unknown),
		Renamed:     append([]renaming{}, c.renamed...),
		Definitions: map[string]int{"compared": c.compared, "old": c.gone, "new": c.added},
		Models:      c.models,
	})
}

func diagnosticsOf(remarks []remark) []output.Diagnostic {
	all := []output.Diagnostic{}
	for _, r := range remarks {
		all = append(all, r.Diagnostic)
	}
	return all
}
