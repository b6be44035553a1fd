package language

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Language is what every file sees without asking: the operators and the
// prelude. All snapshots share one.
type Language struct {
	ops     func() op.Table
	Prelude func() *typecheck.Module
	Facts   func() *facts.Store // of the prelude
}

func New() *Language {
	l := &Language{ops: sync.OnceValue(table.Default)}
	l.Prelude = sync.OnceValue(func() *typecheck.Module {
		return typecheck.NewModule(typecheck.Config{
			File: syntax.ParseFile(prelude.Name, prelude.Source),
			Ops:  l.ops(),
		})
	})
	l.Facts = sync.OnceValue(func() *facts.Store { return facts.New(facts.Config{Module: l.Prelude()}) })
	return l
}

// Config joins a file with what it sees. files has the file of its constants, if it names one.
func (l *Language) Config(source *sourcefile.Source, imports []*typecheck.Module, ops op.Table, files sourcefile.Files) typecheck.Config {
	c := typecheck.Config{
		File:     source.File,
		Imports:  imports,
		Prelude:  l.Prelude(),
		Ops:      ops,
		Implicit: !source.Program(),
		Block:    source.BlockOf,
	}
	if source.Model != nil {
		c.Constants = metadata.ConstantsOf(sourcefile.ModelConstants(source.Model))
	} else if name, ok := source.ConstantsFile(); ok {
		c.Constants = metadata.ConstantsOf(sourcefile.FileConstants(files, source.Path, name))
	}
	return c
}

// DefaultOperators are the operators that no configuration declares.
func (l *Language) DefaultOperators() op.Table { return l.ops() }

// Operators gives the operators of the language with those that a configuration declares,
// and the findings in its declarations.
func (l *Language) Operators(c *config.Config) (op.Table, []sourcefile.Finding) {
	if c == nil || len(c.Operators)+len(c.OperatorFaults) == 0 {
		return l.ops(), nil
	}
	return c.OperatorTable(func() (op.Table, []sourcefile.Finding) {
		ops, problems := maps.Clone(l.ops()), slices.Clip(c.OperatorFaults)
		for _, o := range c.Operators {
			entry, err := l.declare(o)
			if err != nil {
				problems = append(problems, c.OperatorFault(o.Name, err))
				continue
			}
			ops[o.Name] = entry
		}
		return ops, problems
	})
}

// declare makes the entry of an operator.
func (l *Language) declare(o *config.Operator) (*op.Op, error) {
	if l.ops()[o.Name] != nil || typecheck.IsBuiltin(o.Name) {
		return nil, o.Refuse("", fmt.Sprintf("`%s` is an operator of the language already", o.Name))
	}
	t, problems := typecheck.ParseType(o.Signature, l.Prelude())
	if len(problems) > 0 {
		return nil, o.Refuse("type", "the type is wrong: "+problems[0].Message)
	}
	signature, ok := t.(*types.Func)
	switch {
	case !ok:
		return nil, o.Refuse("type", fmt.Sprintf("`%s` is no type of a function", o.Signature))
	case o.Elementwise && len(signature.In) == 0:
		return nil, o.Refuse("type", "an elementwise operator takes an argument")
	}
	entry := &op.Op{
		Name: o.Name, Doc: o.Doc, Rule: "its type is declared in " + config.FileName + ": " + types.String(signature),
		Signature: signature, Impure: !o.Pure && !o.Elementwise,
	}
	if o.Elementwise {
		entry.Kind = op.Elementwise
	}
	if entry.Doc == "" {
		entry.Doc = "An operator that " + config.FileName + " declares."
	}
	for i := range signature.In {
		entry.Params = append(entry.Params, op.Param{Name: fmt.Sprintf("argument%d", i+1)})
	}
	entry.Relation = signatureRelation(signature)
	if !entry.Impure {
		entry.Fails = op.OnExtent
	}
	if o.Cost >= 0 {
		entry.Cost = op.EachCost(o.Cost)
	}
	return entry, nil
}

// signatureRelation answers what a declared type says of the result, where that is one of
// the arguments' types or is the same for all calls. The checker itself applies the type.
func signatureRelation(signature *types.Func) op.Relation {
	argument := slices.IndexFunc(signature.In, func(in types.Type) bool { return in == signature.Out })
	return func(c *op.Call) op.Answer {
		switch {
		case c.Out != nil:
			return op.Done(c.Out)
		case argument >= 0 && argument < len(c.Args) && c.Args[argument] != nil:
			return op.Done(c.Args[argument])
		case len(signature.Params) == 0:
			return op.Done(signature.Out)
		case len(c.Args) > 0:
			return op.WaitFor(0)
		}
		return op.Silent()
	}
}
