package typecheck

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// What a file sees of the files that it imports. A name that two of them define stands for
// neither: which of the two came first would depend on the order of the imports, and a
// definition that is added to one file would silently replace that of another.

// An importedName is what one imported file has by a name.
type importedName struct {
	object *typed.Object
	from   int // index into Config.Imports
}

// imported are the declarations that the imported files have of a name, each file's once.
// A declaration without a body gives way to definitions.
func (m *Module) imported(name string, isType bool) (found []importedName) {
	defined := 0
	for i, imported := range m.config.Imports {
		if imported == nil {
			continue
		}
		o := imported.names.find(name, isType)
		if o == nil || slices.ContainsFunc(found, func(f importedName) bool { return f.object == o }) {
			continue
		}
		found = append(found, importedName{o, i})
		if o.Kind != typed.DeclaredObject {
			defined++
		}
	}
	if defined > 0 && defined < len(found) {
		found = slices.DeleteFunc(found, func(f importedName) bool { return f.object.Kind == typed.DeclaredObject })
	}
	return found
}

// ambiguous reports whether several imported files define a name that the file itself does
// not, and gives them.
func (m *Module) ambiguous(name string, block int, isType bool) ([]importedName, bool) {
	if len(m.config.Imports) < 2 || m.declared(name, block, isType) != nil {
		return nil, false
	}
	found := m.imported(name, isType)
	return found, len(found) > 1
}

// Candidates are the declarations that the name at a node of item i may stand for, where
// several imported files define it and so it stands for none.
func (m *Module) Candidates(i int, n syntax.NodeID) (found []*Object) {
	item := m.config.File.Item(i)
	isType := false
	switch item.Kind(n) {
	case syntax.TypeName:
		isType = true
	case syntax.Global, syntax.Name, syntax.PatName, syntax.PatCons:
	default:
		return nil
	}
	named, _ := m.ambiguous(item.SourceText(n), m.block(i), isType)
	if len(named) < 2 {
		return nil
	}
	for _, f := range named {
		found = append(found, f.object)
	}
	return found
}

// ambiguity is the error for a use of a name that several imported files define; ok is
// false where it is no such name.
func (m *Module) ambiguity(name string, block int, isType bool, at syntax.Span) (d syntax.Diagnostic, ok bool) {
	found, ok := m.ambiguous(name, block, isType)
	if !ok {
		return d, false
	}
	files := make([]string, len(found))
	for i, f := range found {
		files[i] = m.importName(f.from)
		d.Related = append(d.Related, definedIn(f.object))
	}
	d.Code, d.Span = codes.DuplicateDefinition, at
	last := len(files) - 1
	d.Message = fmt.Sprintf("%s and %s define `%s`", strings.Join(files[:last], ", "), files[last], name)
	d.Notes = []string{fmt.Sprintf("Rename one of the definitions, or import only one of the files: `%s` is ambiguous here.", name)}
	return d, true
}

func definedIn(o *typed.Object) syntax.Related {
	return syntax.Related{
		Place:   syntax.Place{Item: o.Item, Span: o.Item.Span(o.Node)},
		Message: fmt.Sprintf("`%s` is defined here", o.Name),
	}
}

// hidesImported are the warnings for what item i declares where an imported file defines
// the same name: in this file the name stands for its own.
func (m *Module) hidesImported(i int) (hidden []syntax.Diagnostic) {
	own := m.items.at(i).object
	if own == nil || len(m.config.Imports) == 0 {
		return nil
	}
	warn := func(o *typed.Object, isType bool) {
		if o == nil || m.declared(o.Name, m.block(i), isType) != o {
			return
		}
		var files []string
		var places []syntax.Related
		for _, f := range m.imported(o.Name, isType) {
			// A declaration states the type of what another file defines.
			if f.object.Kind != typed.DeclaredObject && o.Kind != typed.DeclaredObject {
				files = append(files, m.importName(f.from))
				places = append(places, definedIn(f.object))
			}
		}
		if len(files) > 0 {
			hidden = append(hidden, syntax.Diagnostic{
				Code: codes.ShadowedBinding, Severity: codes.Warning, Span: o.Item.Span(o.Node),
				Message: fmt.Sprintf("this `%s` hides the `%s` of %s", o.Name, o.Name, strings.Join(files, " and ")),
				Notes:   []string{"In this file the name means what is defined here. Rename one of them."},
				Related: places,
			})
		}
	}
	switch own.Kind {
	case typed.DefObject, typed.DeclaredObject:
		warn(own, false)
	default:
		warn(own, true)
	}
	if own.Decl != nil {
		for _, k := range own.Decl.Constructors {
			warn(m.declared(k.Name, m.block(i), false), false)
		}
	}
	return hidden
}

// ofDeclaration is what is found in the declaration of item i.
func (m *Module) ofDeclaration(i int) []syntax.Diagnostic {
	if item := m.config.File.Item(i); item.Kind(item.Root) == syntax.ItemData && headBroken(item) {
		return nil // the fields may be read otherwise than they are meant
	}
	return message.Concat(m.items.at(i).found().all(), m.hidesImported(i))
}

// importName is an imported file in messages: as the import names it, for a finding is
// known again by its message, wherever the folder lies.
func (m *Module) importName(i int) string {
	if i < len(m.config.Written) {
		return fmt.Sprintf("%q", m.config.Written[i])
	}
	return fmt.Sprintf("%q", filepath.Base(m.config.Imports[i].config.File.Name))
}

// homeOf says where a type is declared, as seen from the file.
func (m *Module) homeOf(d *types.Decl) string {
	o, ok := d.Data.(*typed.Object)
	if !ok {
		return "the prelude"
	}
	owner, _ := m.Owner(o)
	switch owner {
	case m:
		return "this file"
	case nil, m.config.Prelude:
		return "the prelude"
	}
	if i := slices.Index(m.config.Imports, owner); i >= 0 {
		return m.importName(i)
	}
	return fmt.Sprintf("%q", filepath.Base(owner.config.File.Name))
}

// sameNames are notes on the types of one name that occur in two types which do not fit,
// and are declared in different files.
func (m *Module) sameNames(labels [2]string, a, b types.Type) (notes []string) {
	declared := map[string]*types.Decl{}
	types.Walk(a, func(t types.Type) bool {
		if adt, ok := t.(*types.ADT); ok && declared[adt.Decl.Name] == nil {
			declared[adt.Decl.Name] = adt.Decl
		}
		return true
	})
	types.Walk(b, func(t types.Type) bool {
		adt, ok := t.(*types.ADT)
		if !ok {
			return true
		}
		if first := declared[adt.Decl.Name]; first != nil && first != adt.Decl {
			delete(declared, adt.Decl.Name)
			notes = append(notes, fmt.Sprintf("These are two types `%s`: the %s one is declared in %s, the %s one in %s.",
				adt.Decl.Name, labels[0], m.homeOf(first), labels[1], m.homeOf(adt.Decl)))
		}
		return true
	})
	return notes
}
