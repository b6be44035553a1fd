package workspace

import (
	"sync"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// language is what every file sees without asking: the operators and the
// prelude. All snapshots share one.
type language struct {
	ops     func() op.Table
	prelude func() *typecheck.Module
	facts   func() *facts.Store // of the prelude
}

func newLanguage() *language {
	l := &language{ops: sync.OnceValue(table.Default)}
	l.prelude = sync.OnceValue(func() *typecheck.Module {
		return typecheck.NewModule(typecheck.Config{
			File: syntax.ParseFile(prelude.Name, prelude.Source),
			Ops:  l.ops(),
		})
	})
	l.facts = sync.OnceValue(func() *facts.Store { return facts.New(facts.Config{Module: l.prelude()}) })
	return l
}

// config joins a file with what it sees.
func (l *language) config(source *Source, imports []*typecheck.Module, ops op.Table) typecheck.Config {
	return typecheck.Config{
		File:     source.File,
		Imports:  imports,
		Prelude:  l.prelude(),
		Ops:      ops,
		Implicit: !source.Program(),
		Block:    source.BlockOf,
	}
}

// Type reads the text of a type in the scope of a file, or of the prelude
// alone where path is empty.
func (s *Snapshot) Type(text, path string) (types.Type, []syntax.Diagnostic, error) {
	m := s.language.prelude()
	if path != "" {
		var err error
		if m, err = s.Module(path); err != nil {
			return nil, nil, err
		}
	}
	t, problems := typecheck.ParseType(text, m)
	return t, problems, nil
}
