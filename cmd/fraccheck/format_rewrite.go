package main

import (
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// jsonRewritten is docs/schema/rewrite.schema.json as Go values.
type jsonRewritten struct {
	Version     int                 `json:"version"`
	Files       []jsonRewrittenFile `json:"files"`
	Diagnostics []jsonDiagnostic    `json:"diagnostics"`
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
	Rule  string    `json:"rule"`
	Range jsonRange `json:"range"`
}

func writeRewrittenJSON(con *console.Console, all []*workspace.Rewritten, found []workspace.Finding, a application) error {
	out := jsonRewritten{1, []jsonRewrittenFile{}, []jsonDiagnostic{}}
	for _, r := range all {
		uses := ruleUsesJSON(r.Done)
		file := jsonRewrittenFile{File: r.Source.Name, Text: r.Text, Rewrites: &uses, Passed: ruleUsesJSON(r.Passed)}
		if a.kind == pattern.Partition {
			file.Rewrites, file.Groups = nil, &uses
		}
		out.Files = append(out.Files, file)
	}
	for _, f := range found {
		out.Diagnostics = append(out.Diagnostics, diagnosticJSON(f))
	}
	return encode(con.Stdout, out)
}

func ruleUsesJSON(uses []workspace.RuleUse) []jsonRuleUse {
	all := []jsonRuleUse{}
	for _, use := range uses {
		all = append(all, jsonRuleUse{use.Rule.Name, placeJSON(use.Place).Range})
	}
	return all
}
