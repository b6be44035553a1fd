package workspace

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// ruleSets keeps what the configurations say of rules.
type ruleSets struct {
	mu      sync.Mutex
	known   map[*config.Config]*ruleset.Set
	earlier map[string]*ruleset.Set // by the path of the configuration, of the snapshot before
}

func newRuleSets() *ruleSets {
	return &ruleSets{known: map[*config.Config]*ruleset.Set{}, earlier: map[string]*ruleset.Set{}}
}

// next are the sets after files changed: the same, unless other files than programs
// did. Where a set comes out as it was, it is the same one.
func (r *ruleSets) next(changed []string) *ruleSets {
	next := newRuleSets()
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.Copy(next.earlier, r.earlier)
	other := slices.ContainsFunc(changed, isSettings)
	for config, set := range r.known {
		next.earlier[config.Path] = set
		if !other {
			next.known[config] = set
		}
	}
	return next
}

// isSettings reports whether a file may be a configuration or rules.
func isSettings(path string) bool { return !sourcefile.IsProgram(path) && !sourcefile.IsDocument(path) }

// Rules are those that the configuration of a file names. As long as none of their files
// changes, snapshots give the same set.
func (s *Snapshot) Rules(path string) (*ruleset.Set, error) {
	config, err := s.Config(path)
	if err != nil {
		return nil, err
	}
	if len(config.Rules) == 0 && len(config.RuleCodes) == 0 {
		return ruleset.None, nil
	}
	r := s.rules
	r.mu.Lock()
	defer r.mu.Unlock()
	if set, ok := r.known[config]; ok {
		return set, nil
	}
	set, err := s.configuredRules(config, r.earlier[config.Path])
	if err != nil {
		return nil, err
	}
	r.known[config] = set
	return set, nil
}

func (s *Snapshot) configuredRules(config *config.Config, earlier *ruleset.Set) (*ruleset.Set, error) {
	var sources []*Source
	for _, at := range config.Rules {
		paths, err := ruleset.Paths(s.files, filepath.Dir(config.Path), at.Text)
		if err != nil {
			return nil, config.Fault(at, err.Error())
		}
		for _, path := range paths {
			source, err := s.RuleFile(path)
			if err != nil {
				return nil, config.Fault(at, err.Error())
			}
			if !slices.Contains(sources, source) {
				sources = append(sources, source)
			}
		}
	}
	if earlier != nil && slices.Equal(earlier.Sources, sources) {
		return earlier, knowsRules(config, earlier)
	}
	set := ruleset.New(sources)
	return set, knowsRules(config, set)
}

// knowsRules refuses a severity for a rule that no file has.
func knowsRules(c *config.Config, set *ruleset.Set) error {
	for _, at := range c.RuleCodes {
		if known := set.Codes(); !slices.Contains(known, at.Text) && !set.Broken() {
			return c.Fault(at, unknownRule(at.Text, known))
		}
	}
	return nil
}

func unknownRule(code string, known []string) string {
	if len(known) == 0 {
		return fmt.Sprintf("unknown code `%s`: there are no lint rules", code)
	}
	return config.UnknownName("code", code, known)
}

// RuleFile is a file of rules, whatever its name ends with.
func (s *Snapshot) RuleFile(path string) (*Source, error) {
	if sourcefile.IsRules(path) {
		return s.Source(path)
	}
	text, code, err := sourcefile.ReadText(s.files, path, disk.Rules)
	if err != nil {
		return nil, &sourcefile.ReadError{Path: path, Name: s.Name(path), Cause: err}
	}
	source := sourcefile.NewRules(path, s.Name(path), text)
	source.Encoding = code
	return source, nil
}
