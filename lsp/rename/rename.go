// Package rename gives what a program declares another name. It takes an object, the file in
// which it was named and the new name, and returns edits of files in bytes, or an error that
// says in a sentence why the name cannot be given.
//
// The edits (edit.go) are verified before they are returned: they are applied in a snapshot
// of their own, and every name of every file that sees the object has to mean there what it
// means now (compare.go). So nothing is captured and nothing is left behind, whatever
// the scoping rules of the language are. Where that cannot be known, since a line does not
// parse or check, the renaming is refused (verify.go).
//
// Read rename.go first, then verify.go.
package rename

import (
	"context"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A renaming gives an object another name.
type renaming struct {
	finder    *reference.Finder
	from      *workspace.Source // in which the object was named
	object    *typecheck.Object
	home      *workspace.Source   // that declares it
	importers []*workspace.Source // the home, and the files that see the object there
	uses      []reference.FileUses
	name      string // the new one, with its sigil
}

// Edits give an object, seen from a file, another name wherever it stands for
// the object. The name may be typed without its sigil; the object's own gives no
// edits. The error is a refusal, or the context's. Edits are in the order of the
// files' paths and of their texts.
func Edits(ctx context.Context, f *reference.Finder, from *workspace.Source, o *typecheck.Object, name string) ([]workspace.Edit, error) {
	home, err := renamable(f, from, o)
	if err != nil {
		return nil, err
	}
	r := &renaming{finder: f, from: from, object: o, home: home}
	if r.name, err = sigiled(o, name); err != nil || r.name == o.Name {
		return nil, err
	}
	r.search(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, refuse := range []func() error{r.misspelled, r.clash, r.unresolved} {
		if err := refuse(); err != nil {
			return nil, err
		}
	}
	edits := r.edits()
	return edits, r.verify(ctx, edits)
}

// Check refuses to rename an object, seen from a file, whatever its new name.
func Check(f *reference.Finder, from *workspace.Source, o *typecheck.Object) error {
	_, err := renamable(f, from, o)
	return err
}

// renamable gives the file that declares what can be renamed.
func renamable(f *reference.Finder, from *workspace.Source, o *typecheck.Object) (*workspace.Source, error) {
	if o.Kind == typecheck.OperatorObject || o.Item == nil {
		return nil, fmt.Errorf("`%s` belongs to the language and cannot be renamed", o.Name)
	}
	if isNumbered(o.Name) {
		return nil, fmt.Errorf("`%s` is numbered, not named; only names can be changed", o.Name)
	}
	home, _, ok := f.Home(from, o)
	switch {
	case !ok:
		return nil, fmt.Errorf("the declaration of `%s` is in no file that could be changed", o.Name)
	case home.Model != nil:
		return nil, fmt.Errorf("`%s` is declared by %s, a model, which cannot be changed", o.Name, home.Name)
	case home.Path == f.Prelude().Path:
		return nil, fmt.Errorf("`%s` is declared in the prelude, which cannot be changed", o.Name)
	}
	return home, nil
}

// isNumbered reports whether a name is that of a graph binding: `%0`, `%1`.
func isNumbered(name string) bool {
	return len(name) > 1 && name[0] == '%' && name[1] >= '0' && name[1] <= '9'
}

// search finds the uses, and the files that see the object: the one that
// declares it and those that import that one; for a variable its own, and those
// that name it as a parameter.
func (r *renaming) search(ctx context.Context) {
	r.uses = r.finder.All(ctx, r.from, r.object)
	r.importers = []*workspace.Source{r.home}
	if reference.IsLocal(r.object) && !r.isParameter() {
		return
	}
	for _, source := range r.finder.Sources(ctx) {
		if source != r.home && slices.Contains(r.finder.Imports(source), r.home) && (!reference.IsLocal(r.object) || len(r.namedArguments(source)) > 0) {
			r.importers = append(r.importers, source)
		}
	}
}

// isParameter reports whether the object is a parameter of a definition, which
// calls in other files may name.
func (r *renaming) isParameter() bool {
	item := r.object.Item
	if item.Kind(item.Root) != syntax.ItemDef {
		return false
	}
	list := item.Def(item.Root).Params
	return r.object.Kind == typecheck.LocalObject && list != syntax.NoNode &&
		item.Span(list).Start <= item.Span(r.object.Node).Start && item.Span(r.object.Node).End <= item.Span(list).End
}
