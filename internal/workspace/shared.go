package workspace

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// Shared are the findings that no program is to blame for: in the configurations and
// the files of rules that hold for some files.
func (s *Snapshot) Shared(paths []string) ([]Finding, error) {
	var checks []*fileCheck
	for _, path := range paths {
		config, err := s.Config(path)
		if err != nil {
			return nil, err
		}
		rules, err := s.Rules(path)
		if err != nil {
			return nil, err
		}
		checks = append(checks, &fileCheck{config: config, rules: rules})
	}
	return sourcefile.Sorted(slices.Concat(unverified(checks), s.operatorProblems(checks), ruleMistakes(checks))), nil
}

// unverified are the findings of the configurations of files, each once.
func unverified(checks []*fileCheck) (findings []Finding) {
	said := map[string]bool{}
	for _, c := range checks {
		if c.config.Unverified != nil && !said[c.config.Path] {
			said[c.config.Path] = true
			findings = append(findings, c.config.Apply([]Finding{*c.config.Unverified})...)
		}
	}
	return findings
}

// operatorProblems are the findings in the declarations of operators, of each
// configuration once.
func (s *Snapshot) operatorProblems(checks []*fileCheck) (findings []Finding) {
	said := map[string]bool{}
	for _, c := range checks {
		if c.config != nil && !said[c.config.Path] {
			said[c.config.Path] = true
			_, problems := s.language.Operators(c.config)
			findings = append(findings, c.config.Apply(problems)...)
		}
	}
	return findings
}

// ruleMistakes are those in the files of rules that configurations name, each once.
func ruleMistakes(checks []*fileCheck) (findings []Finding) {
	said := map[*ruleset.Set]bool{}
	for _, c := range checks {
		if !said[c.rules] && c.rules != nil {
			said[c.rules] = true
			findings = append(findings, c.config.Apply(c.rules.Found)...)
		}
	}
	return findings
}
