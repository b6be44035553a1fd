package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

type explainCommand struct {
	Code string `arg:"" optional:"" complete:"codes" help:"The code of a diagnostic, such as type-mismatch, or of a fault, such as division-by-zero."`
}

func (c *explainCommand) Run(env *environment) error {
	if c.Code == "" {
		return listCodes(env)
	}
	page, ok := explain.Page(c.Code)
	if codes.Code(c.Code).IsRule() {
		var err error
		if page, err = env.rulePage(c.Code); err != nil {
			return err
		}
	} else if !ok {
		return unknownCode(c.Code)
	}
	if env.Terminal {
		page = output.RenderPage(page, env.Palette())
	}
	env.Stdout.WriteString(page)
	return nil
}

func listCodes(env *environment) error {
	codes := explain.All()
	longest := 0
	for _, code := range codes {
		longest = max(longest, len(code))
	}
	for _, code := range codes {
		summary := excerpt.Sentence(explain.Summary(code))
		if env.Terminal {
			summary = output.RenderProse(summary, env.Palette())
		}
		fmt.Fprintf(env.Stdout, "%-*s  %s\n", longest, code, summary)
	}
	return nil
}

func unknownCode(code string) error {
	if near, ok := spelling.Nearest(code, explain.All()); ok {
		return fmt.Errorf("there is no code %q; did you mean %q?", code, near)
	}
	if with := codesWith(code); len(with) > 0 {
		return fmt.Errorf("there is no code %q; the codes with this word are: %s", code, strings.Join(with, ", "))
	}
	return fmt.Errorf("there is no code %q; `fraccheck explain` lists them", code)
}

// codesWith are the codes that have a text in them, if that is a word of some.
func codesWith(text string) (found []string) {
	for _, code := range explain.All() {
		if slices.Contains(strings.Split(code, "-"), text) {
			found = append(found, code)
		}
	}
	return found
}

// rulePage explains a lint rule that the configuration of the working directory names:
// its sentence, its message and its text.
func (env *environment) rulePage(code string) (string, error) {
	snapshot := workspace.Open(workspace.Options{Files: workspace.Disk{}, Root: env.root(), Formats: readers.All})
	set, err := snapshot.Rules(filepath.Join(env.dir, config.FileName))
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(set.Rules, func(r *pattern.Rule) bool {
		return r.Kind == pattern.Lint && string(codes.OfRule(r.Name)) == code
	})
	if at < 0 {
		return "", noRuleCode(code, set.Codes())
	}
	r := set.Rules[at]
	place := workspace.Place{Source: set.SourceOf(r), Span: r.Span}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", code)
	if r.Doc != "" {
		fmt.Fprintf(&b, "%s\n\n", r.Doc)
	}
	fmt.Fprintf(&b, "A rule of this project (%s). Its severity is %s, its message:\n%s\n\n", lineOf(place), r.Severity, r.Message)
	fmt.Fprintf(&b, "```text\n%s\n```\n", strings.TrimSpace(place.Quote()))
	return b.String(), nil
}

// lineOf is the file and the line of a place.
func lineOf(p workspace.Place) string {
	start, _ := p.Range()
	return fmt.Sprintf("%s:%d", p.Source.Name, start.Line)
}

func noRuleCode(code string, known []string) error {
	if len(known) == 0 {
		return errors.New("there are no lint rules here: `rules` in fraccheck.toml names their files")
	}
	if near, ok := spelling.Nearest(code, known); ok {
		return fmt.Errorf("there is no code %q; did you mean %q?", code, near)
	}
	return fmt.Errorf("there is no code %q; the rules give %s", code, strings.Join(known, ", "))
}
