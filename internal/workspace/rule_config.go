package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/bmatcuk/doublestar/v4"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A ruleEntry is a pattern of paths under the key `rules`, or a code `rule/NAME` in the
// table of severities, with what an error in it is like.
type ruleEntry struct {
	text  string
	error func(message string) error
}

// readRules reads the paths of files of rules.
func readRules(c *Config, meta *toml.MetaData, value toml.Primitive) error {
	var globs []string
	if err := meta.PrimitiveDecode(value, &globs); err != nil {
		return refuse(meta, value, "`rules` is a list of files of rules")
	}
	for _, glob := range globs {
		at := ruleEntry{glob, func(message string) error { return textFault{refuse(meta, value, message), glob} }}
		if !doublestar.ValidatePattern(glob) {
			return at.error(fmt.Sprintf("%q is no pattern of paths", glob))
		}
		c.rules = append(c.rules, at)
	}
	return nil
}

// A textFault is the refusal of one of several texts in a value.
type textFault struct {
	error
	text string
}

func (f textFault) Unwrap() error { return f.error }

// textPlace finds a text in a value, or behind it.
func textPlace(all string, line, column int, text string) (int, int) {
	lines := syntax.NewLines(all)
	for n := line; n <= lines.Count(); n++ {
		skipped := 0
		if n == line {
			skipped = column - 1
		}
		rest := string([]rune(lines.Line(n))[min(skipped, utf8.RuneCountInString(lines.Line(n))):])
		if before, _, ok := strings.Cut(rest, text); ok {
			return n, skipped + utf8.RuneCountInString(before) + 1
		}
	}
	return line, column
}

// mistake is an error of an entry in its place.
func (c *Config) mistake(at ruleEntry, message string) error {
	return configError(c.name, c.text, at.error(message))
}

// ruleSets keeps what the configurations say of rules.
type ruleSets struct {
	mu      sync.Mutex
	known   map[*Config]*RuleSet
	earlier map[string]*RuleSet // by the path of the configuration, of the snapshot before
}

func newRuleSets() *ruleSets {
	return &ruleSets{known: map[*Config]*RuleSet{}, earlier: map[string]*RuleSet{}}
}

// next are the sets after files changed: the same, unless other files than programs
// did. Where a set comes out as it was, it is the same one.
func (r *ruleSets) next(changed []string) *ruleSets {
	next := newRuleSets()
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.Copy(next.earlier, r.earlier)
	other := slices.ContainsFunc(changed, func(path string) bool { return !IsProgram(path) && !IsDocument(path) })
	for config, set := range r.known {
		next.earlier[config.Path] = set
		if !other {
			next.known[config] = set
		}
	}
	return next
}

// noRules is the set of a configuration that names none.
var noRules = &RuleSet{}

// Rules are those that the configuration of a file names. As long as none of their files
// changes, snapshots give the same set.
func (s *Snapshot) Rules(path string) (*RuleSet, error) {
	config, err := s.Config(path)
	if err != nil {
		return nil, err
	}
	if len(config.rules) == 0 && len(config.ruleCodes) == 0 {
		return noRules, nil
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

func (s *Snapshot) configuredRules(config *Config, earlier *RuleSet) (*RuleSet, error) {
	var sources []*Source
	for _, at := range config.rules {
		paths, err := s.rulePaths(filepath.Dir(config.Path), at.text)
		if err != nil {
			return nil, config.mistake(at, err.Error())
		}
		for _, path := range paths {
			source, err := s.RuleFile(path)
			if err != nil {
				return nil, config.mistake(at, err.Error())
			}
			if !slices.Contains(sources, source) {
				sources = append(sources, source)
			}
		}
	}
	if earlier != nil && slices.Equal(earlier.Sources, sources) {
		return earlier, config.knowsRules(earlier)
	}
	set := NewRuleSet(sources)
	return set, config.knowsRules(set)
}

// knowsRules refuses a severity for a rule that no file has.
func (c *Config) knowsRules(set *RuleSet) error {
	for _, at := range c.ruleCodes {
		if known := set.Codes(); !slices.Contains(known, at.text) && !set.Broken() {
			return c.mistake(at, unknownRule(at.text, known))
		}
	}
	return nil
}

func unknownRule(code string, known []string) string {
	if len(known) == 0 {
		return fmt.Sprintf("unknown code `%s`: there are no lint rules", code)
	}
	return unknownName("code", code, known)
}

// rulePaths are the files that a pattern stands for, sorted. A path without wildcards
// must be there.
func (s *Snapshot) rulePaths(dir, glob string) ([]string, error) {
	glob = filepath.ToSlash(glob)
	base, rest := doublestar.SplitPattern(glob)
	if !strings.ContainsAny(rest, "*?[{\\") {
		full := absolute(dir, filepath.FromSlash(glob))
		_, err := s.files.Stat(full)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", glob, disk.Cause(err))
		}
		return []string{full}, nil
	}
	w := ruleWalk{files: s.files, glob: rest, left: maxRuleEntries}
	if err := w.directory(absolute(dir, filepath.FromSlash(base)), ""); err != nil {
		return nil, fmt.Errorf("%q: %w", glob, err)
	}
	if len(w.found) == 0 {
		return nil, fmt.Errorf("%q matches no file", glob)
	}
	slices.Sort(w.found)
	return w.found, nil
}

// A ruleWalk finds the files below a directory whose paths in it match a pattern.
type ruleWalk struct {
	files Files
	glob  string
	found []string
	left  int
}

// maxRuleEntries is how many names of directories are looked at for a pattern.
const maxRuleEntries = 20_000

func (w *ruleWalk) directory(dir, inside string) error {
	entries, err := w.files.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return disk.Cause(err)
	}
	for _, entry := range entries {
		if w.left--; w.left < 0 {
			return fmt.Errorf("there are more than %d files to look at", maxRuleEntries)
		}
		name := path.Join(inside, entry.Name())
		full := filepath.Join(dir, entry.Name())
		switch {
		case entry.IsDir():
			if !slices.Contains(versionControl, entry.Name()) && w.deeper(name) {
				if err := w.directory(full, name); err != nil {
					return err
				}
			}
		case doublestar.MatchUnvalidated(w.glob, name) && IsRules(name):
			w.found = append(w.found, full)
		}
	}
	return nil
}

// deeper reports whether something in a directory can match.
func (w *ruleWalk) deeper(name string) bool {
	return strings.Contains(w.glob, "**") || strings.Count(name, "/") < strings.Count(w.glob, "/")
}

// readRuleSeverity notes a severity for a rule: whether there is one is known when the
// rules are.
func (c *Config) readRuleSeverity(meta *toml.MetaData, code string, value toml.Primitive) {
	c.ruleCodes = append(c.ruleCodes, ruleEntry{code, func(message string) error { return refuseKey(meta, value, code, message) }})
}

// isRuleCode reports whether code is the code of a lint rule.
func isRuleCode(code string) bool { return codes.Code(code).IsRule() }
