package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/workspace"
)

var renameFeature = feature{
	requests: map[string]route{
		protocol.MethodTextDocumentRename:        asks(rename),
		protocol.MethodTextDocumentPrepareRename: asks(prepareRename),
	},
	announce: func(client abilities, c *protocol.ServerCapabilities) {
		c.RenameProvider = protocol.Boolean(true)
		if client.preparesRename {
			on := true
			c.RenameProvider = &protocol.RenameOptions{PrepareProvider: &on}
		}
	},
}

// A renaming gives an object another name. A refusal is an error that says why
// in a sentence.
type renaming struct {
	*cursor
	object *typecheck.Object
	home   *workspace.Source // that declares it
	seers  []*workspace.Source
	found  []usage
	name   string // the new one, with its sigil
}

// prepareRename tells whether the name at a position can be changed, and where
// it stands.
func prepareRename(_ context.Context, v *view, p *protocol.PrepareRenameParams) (any, error) {
	c, o, err := v.named(&p.TextDocumentPositionParams)
	if o == nil {
		return nil, err
	}
	if _, err := c.renamable(o); err != nil {
		return nil, failed(err)
	}
	at := c.at(nameSpan(c.info, c.node()))
	return &protocol.PrepareRenamePlaceholder{
		Range: c.places.rangeOf(at), Placeholder: at.Source.Text[at.Span.Start:at.Span.End],
	}, nil
}

// rename changes a name wherever it stands for the same thing.
func rename(ctx context.Context, v *view, p *protocol.RenameParams) (any, error) {
	c, err := v.cursor(&p.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	if c == nil || c.object() == nil {
		return nil, failed(fmt.Errorf("there is no name here that could be changed"))
	}
	edits, err := c.renamed(ctx, c.object(), p.NewName)
	if err != nil {
		return nil, failed(err)
	}
	return c.places.workspaceEdit(edits), nil
}

// renamed are the edits that give an object another name.
func (c *cursor) renamed(ctx context.Context, o *typecheck.Object, name string) ([]workspace.Edit, error) {
	home, err := c.renamable(o)
	if err != nil {
		return nil, err
	}
	r := &renaming{cursor: c, object: o, home: home}
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

// renamable gives the file that declares what can be renamed.
func (c *cursor) renamable(o *typecheck.Object) (*workspace.Source, error) {
	if o.Kind == typecheck.OperatorObject || o.Item == nil {
		return nil, fmt.Errorf("`%s` belongs to the language and cannot be renamed", o.Name)
	}
	if isNumbered(o.Name) {
		return nil, fmt.Errorf("`%s` is numbered, not named; only names can be changed", o.Name)
	}
	home, _, ok := c.view.home(c.source, o)
	switch {
	case !ok:
		return nil, fmt.Errorf("the declaration of `%s` is in no file that could be changed", o.Name)
	case home.Path == c.view.prelude().Path:
		return nil, fmt.Errorf("`%s` is declared in the prelude, which cannot be changed", o.Name)
	}
	return home, nil
}

// isNumbered tells of the variables `%0`, `%1`.
func isNumbered(name string) bool {
	return len(name) > 1 && name[0] == '%' && name[1] >= '0' && name[1] <= '9'
}

// search finds the uses, and the files that see the object: the one that
// declares it and those that import that one; for a variable its own, and those
// that name it as a parameter.
func (r *renaming) search(ctx context.Context) {
	r.found = r.view.usesBySource(ctx, r.source, r.object)
	r.seers = []*workspace.Source{r.home}
	if isLocal(r.object) && !r.isParameter() {
		return
	}
	for _, source := range r.view.sources(ctx) {
		if source != r.home && r.view.imports(source, r.home) && (!isLocal(r.object) || len(r.namedArguments(source)) > 0) {
			r.seers = append(r.seers, source)
		}
	}
}

// imports tells whether a file imports another one itself.
func (v *view) imports(source, of *workspace.Source) bool {
	for _, target := range v.imported(source) {
		if target == of {
			return true
		}
	}
	return false
}

// imported are the files that a file imports, in its order.
func (v *view) imported(source *workspace.Source) []*workspace.Source {
	imports, _ := v.snapshot.Imports(source.Path) // it is read already
	var found []*workspace.Source
	for _, i := range imports {
		if i.Target != nil {
			found = append(found, i.Target)
		}
	}
	return found
}

// isParameter tells whether the object is a parameter of a definition, which
// calls in other files may name.
func (r *renaming) isParameter() bool {
	item := r.object.Item
	if item.Kind(item.Root) != syntax.ItemDef {
		return false
	}
	list := item.Kid(item.Root, 2)
	return r.object.Kind == typecheck.LocalObject && list != syntax.NoNode &&
		item.Span(list).Start <= item.Span(r.object.Node).Start && item.Span(r.object.Node).End <= item.Span(list).End
}
