package output

import (
	"net/url"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// The types below are the part of SARIF 2.1.0 that reports need, with its names:
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               codes.Code         `json:"id"`
	ShortDescription sarifText          `json:"shortDescription"`
	Help             sarifText          `json:"help"`
	Default          sarifConfiguration `json:"defaultConfiguration"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

// An invocation is not successful where something could not be looked at; the
// notifications say what.
type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifResult struct {
	RuleID       codes.Code        `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// fingerprintName names the way in which fingerprints are made; another way needs another
// name, so that nobody compares the two.
const fingerprintName = "fraccheck/v1"

// sarifLevels are the levels of severities.
var sarifLevels = map[codes.Severity]string{codes.Error: "error", codes.Warning: "warning", codes.Info: "note", codes.Hint: "note"}

func writeSARIF(con *console.Console, report *workspace.Report) error {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "fraccheck", Version: config.Version(), Rules: sarifRules(report.Findings)}},
		Invocations: []sarifInvocation{sarifInvocationOf(report)},
		ColumnKind:  "unicodeCodePoints",
		Results:     []sarifResult{},
	}
	index := map[codes.Code]int{}
	for i, rule := range run.Tool.Driver.Rules {
		index[rule.ID] = i
	}
	prints := sourcefile.Fingerprints(report.Findings)
	for i, f := range report.Findings {
		result := sarifResultOf(f)
		result.RuleIndex, result.Fingerprints = index[f.Code], map[string]string{fingerprintName: prints[i]}
		run.Results = append(run.Results, result)
	}
	return EncodeJSON(con.Stdout, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

func sarifInvocationOf(report *workspace.Report) sarifInvocation {
	in := sarifInvocation{Successful: len(report.Unexecuted) == 0}
	for _, err := range report.Unexecuted {
		in.Notifications = append(in.Notifications, sarifNotification{"error", sarifText{Text: err.Error()}})
	}
	return in
}

// sarifRules are the codes that findings have, by their names: results refer to them by index, and
// the same findings must give the same file.
func sarifRules(findings []workspace.Finding) []sarifRule {
	rules := []sarifRule{}
	seen := map[codes.Code]bool{}
	for _, f := range findings {
		if !seen[f.Code] {
			seen[f.Code] = true
			rules = append(rules, sarifRuleOf(f))
		}
	}
	slices.SortFunc(rules, func(a, b sarifRule) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return rules
}

// sarifRuleOf explains the code of a finding.
func sarifRuleOf(f workspace.Finding) sarifRule {
	if f.Code.IsRule() {
		return sarifRule{
			f.Code, sarifText{Text: "A rule of this project."}, sarifText{Text: "`fraccheck explain " + string(f.Code) + "` shows it."},
			sarifConfiguration{sarifLevels[f.Severity]},
		}
	}
	page, _ := explain.Page(string(f.Code)) // every code has one
	return sarifRule{
		f.Code, sarifText{Text: explain.Summary(string(f.Code))}, sarifText{Text: page, Markdown: page},
		sarifConfiguration{sarifLevels[f.Code.DefaultSeverity()]},
	}
}

func sarifResultOf(f workspace.Finding) sarifResult {
	result := sarifResult{
		RuleID: f.Code, Level: sarifLevels[f.Severity], Message: sarifText{Text: noted(f)},
		Locations: []sarifLocation{{Physical: sarifPlace(f.Place)}},
	}
	for i, r := range f.Related {
		result.Related = append(result.Related, sarifLocation{ID: i + 1, Physical: sarifPlace(r.Place), Message: &sarifText{Text: r.Message}})
	}
	for _, fix := range f.Fixes {
		result.Fixes = append(result.Fixes, sarifFixOf(fix))
	}
	return result
}

// noted is a finding's message with its notes, after the node of a model, for formats that
// have no place for these.
func noted(f workspace.Finding) string {
	message := f.Message
	if node := f.AtNode(); node != "" {
		message = node + ": " + message
	}
	return strings.Join(append([]string{message}, f.Notes...), "\n")
}

// sarifFixOf is a fix: the replacements in each file, in the order of the files.
func sarifFixOf(fix workspace.Fix) sarifFix {
	out := sarifFix{Description: sarifText{Text: fix.Title}}
	at := map[string]int{}
	for _, e := range fix.Edits {
		place := sarifPlace(e.Place)
		i, ok := at[place.Artifact.URI]
		if !ok {
			i = len(out.Changes)
			at[place.Artifact.URI] = i
			out.Changes = append(out.Changes, sarifChange{Artifact: place.Artifact})
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, sarifReplacement{place.Region, sarifText{Text: e.NewText}})
	}
	return out
}

func sarifPlace(p workspace.Place) sarifPhysical {
	start, end := p.Range()
	return sarifPhysical{sarifArtifact{pathURI(p.Source.Name)}, sarifRegion{start.Line, start.Column, end.Line, end.Column}}
}

// pathURI is a relative path as a reference to an address.
func pathURI(path string) string {
	u := url.URL{Path: path}
	return u.String()
}
