package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/spelling"
)

type explainCommand struct {
	Code string `arg:"" optional:"" complete:"codes" help:"The code of a finding, such as type-mismatch, or of a fault, such as division-by-zero."`
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
	codes := allCodes()
	longest := 0
	for _, code := range codes {
		longest = max(longest, len(code))
	}
	for _, code := range codes {
		summary := firstSentence(explain.Summary(code))
		if env.Terminal {
			summary = output.RenderProse(summary, env.Palette())
		}
		fmt.Fprintf(env.Stdout, "%-*s  %s\n", longest, code, summary)
	}
	return nil
}

// allCodes are those of findings, then those of faults.
func allCodes() []string { return append(explain.Codes(), explain.Faults()...) }

func firstSentence(text string) string {
	sentence, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(sentence, ".")
}

func unknownCode(code string) error {
	if near, ok := spelling.Nearest(code, allCodes()); ok {
		return fmt.Errorf("there is no code %q; did you mean %q?", code, near)
	}
	if with := codesWith(code); len(with) > 0 {
		return fmt.Errorf("there is no code %q; the codes with this word are: %s", code, strings.Join(with, ", "))
	}
	return fmt.Errorf("there is no code %q; `fraccheck explain` lists them", code)
}

// codesWith are the codes that have a text in them, if that is a word of some.
func codesWith(text string) (found []string) {
	for _, code := range allCodes() {
		if slices.Contains(strings.Split(code, "-"), text) {
			found = append(found, code)
		}
	}
	return found
}
