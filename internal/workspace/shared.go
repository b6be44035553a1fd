package workspace

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/workspace/config"
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
	return sourcefile.Sorted(append(s.configurationFindings(checks), ruleMistakes(checks)...)), nil
}

// configurationFindings are those of the configurations of files, each once.
func (s *Snapshot) configurationFindings(checks []*fileCheck) (findings []Finding) {
	said := map[string]bool{"": true}
	for _, c := range checks {
		if !said[c.config.Path] {
			said[c.config.Path] = true
			findings = append(findings, s.findingsOf(c.config)...)
		}
	}
	return findings
}

// findingsOf are the findings of a configuration: in its text, in the operators that it declares,
// and in the rules that it names.
func (s *Snapshot) findingsOf(c *config.Config) []Finding {
	_, faults := s.language.Operators(c)
	_, named := s.configuredRules(c)
	return c.Findings(slices.Concat(faults, named)...)
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
