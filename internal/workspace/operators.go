package workspace

import (
	"maps"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/typecheck"
)

// WithSeverities is the snapshot in which severities (by code: error, warning,
// info, hint or off) stand before those of every fraccheck.toml.
func (s *Snapshot) WithSeverities(severities map[string]string) *Snapshot {
	next := s.next(s.files, nil)
	next.settings = &settings{}
	next.configs = s.configs.Another(severities)
	next.rules = s.rules.next([]string{config.FileName})
	return next
}

// Type reads the text of a type in the scope of a file, or of the prelude
// alone where path is empty.
func (s *Snapshot) Type(text, path string) (types.Type, []syntax.Diagnostic, error) {
	m := s.language.Prelude()
	if path != "" {
		var err error
		if m, err = s.Module(path); err != nil {
			return nil, nil, err
		}
	}
	t, problems := typecheck.ParseType(text, m)
	return t, problems, nil
}

// Operators are the operators that a file sees.
func (s *Snapshot) Operators(path string) op.Table {
	config, err := s.Config(path)
	if err != nil {
		config = nil // whoever checks the file says what is wrong with it
	}
	ops, _ := s.language.Operators(config)
	return ops
}

// Ranges are the ranges that the configuration of a file gives to parameters, by the parameter's
// name without its sigil. A parameter that stands for a model's input has the range of the input.
func (s *Snapshot) Ranges(source *Source) map[string]declared.Range {
	config, err := s.Config(source.Path)
	if err != nil {
		return nil // whoever checks the file says what is wrong with it
	}
	configured := config.RangesOf(source.Path)
	if source.Model == nil || configured == nil {
		return configured
	}
	found := maps.Clone(configured)
	for _, port := range source.Model.Inputs {
		if r, ok := configured[port.Name]; ok {
			found[strings.TrimPrefix(port.Local, "%")] = r
		}
	}
	return found
}

// Detached returns the module of a text that is in no file and sees the prelude alone. It has
// no path.
func (s *Snapshot) Detached(source *Source) *typecheck.Module {
	return typecheck.NewModule(s.language.Config(source, nil, s.Operators(source.Path), s.files))
}

// Config is the configuration of a file: the nearest fraccheck.toml above it. The error is a
// *config.Error where nothing can be said of the file because of what is in that.
func (s *Snapshot) Config(path string) (*config.Config, error) {
	return s.configs.Above(filepath.Dir(path))
}
