package workspace

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// ruleSets keeps what the configurations say of rules.
type ruleSets struct {
	mu      sync.Mutex
	known   map[*config.Config]configured
	earlier map[string]*ruleset.Set // by the path of the configuration, of the snapshot before
}

// A configured is what a configuration says of rules.
type configured struct {
	set    *ruleset.Set
	faults []config.Fault // in what it names
}

func newRuleSets() *ruleSets {
	return &ruleSets{known: map[*config.Config]configured{}, earlier: map[string]*ruleset.Set{}}
}

// next are the sets after files changed: the same, unless other files than programs
// did. Where a set comes out as it was, it is the same one.
func (r *ruleSets) next(changed []string) *ruleSets {
	next := newRuleSets()
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.Copy(next.earlier, r.earlier)
	other := slices.ContainsFunc(changed, isSettings)
	for config, known := range r.known {
		next.earlier[config.Path] = known.set
		if !other {
			next.known[config] = known
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
	set, faults := s.configuredRules(config)
	if len(faults) > 0 && !s.configs.Tolerates() {
		return nil, config.ErrorOf(faults[0])
	}
	return set, nil
}

// configuredRules are the rules that a configuration names, and what is wrong with their names in
// it. A file that cannot be read has none.
func (s *Snapshot) configuredRules(c *config.Config) (*ruleset.Set, []config.Fault) {
	r := s.rules
	r.mu.Lock()
	defer r.mu.Unlock()
	known, ok := r.known[c]
	if !ok {
		known = s.readRules(c, r.earlier[c.Path])
		r.known[c] = known
	}
	return known.set, known.faults
}

// rulesDoubted reports whether there may be other rules than those that are known.
func (s *Snapshot) rulesDoubted(c *config.Config) bool {
	set, faults := s.configuredRules(c)
	return set.Broken() || len(faults) > 0 || c.Faulty()
}

func (s *Snapshot) readRules(c *config.Config, earlier *ruleset.Set) (found configured) {
	var sources []*Source
	for _, at := range c.Rules {
		paths, err := ruleset.Paths(s.files, filepath.Dir(c.Path), at.Text)
		for _, path := range paths {
			source, unread := s.RuleFile(path)
			if unread != nil {
				err = unread
			} else if !slices.Contains(sources, source) {
				sources = append(sources, source)
			}
		}
		if err != nil {
			found.faults = append(found.faults, config.Fault{Code: codes.ConfigurationError, Span: at.Span, Message: err.Error()})
		}
	}
	if found.set = earlier; earlier == nil || !slices.Equal(earlier.Sources, sources) {
		found.set = ruleset.New(sources)
	}
	if len(found.faults) == 0 && !found.set.Broken() {
		found.faults = unknownRules(c, found.set)
	}
	return found
}

// unknownRules are the severities for rules that no file has.
func unknownRules(c *config.Config, set *ruleset.Set) (faults []config.Fault) {
	known := set.Codes()
	for _, at := range c.RuleCodes {
		if slices.Contains(known, at.Text) {
			continue
		}
		fault := config.Fault{Code: codes.ConfigurationError, Span: at.Span, Message: fmt.Sprintf("unknown code `%s`: there are no lint rules", at.Text)}
		if len(known) > 0 {
			fault.Message = config.UnknownName("code", at.Text, known)
		}
		if near, ok := spelling.Nearest(at.Text, known); ok {
			fault.Fixes = []config.Fix{{Title: "change to `" + near + "`", Span: at.Span, NewText: strconv.Quote(near)}}
		}
		faults = append(faults, fault)
	}
	return faults
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
