package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// declare enters what an item declares into the module's tables.
func (m *Module) declare(i int, item *syntax.Item) {
	root := item.Root
	switch item.Kind(root) {
	case syntax.ItemDef:
		m.declareValue(i, item, typed.DefObject)
	case syntax.ItemDecl:
		m.declareValue(i, item, typed.DeclaredObject)
	case syntax.ItemData, syntax.ItemOpaque, syntax.ItemAlias:
		m.declareType(i, item)
	}
}

func (m *Module) declareValue(i int, item *syntax.Item, kind typed.ObjectKind) {
	name := item.Declared()
	if name == syntax.NoNode || item.Kind(name) == syntax.BadNode {
		return
	}
	text := item.SourceText(name)
	if text != "" && text[0] != '@' { // a syntax error says so
		text = "@" + strings.TrimPrefix(text, "%")
	}
	o := &typed.Object{Kind: kind, Name: text, Item: item, Node: name}
	m.items[i].object = o
	m.enter(i, o, false)
}

func (m *Module) declareType(i int, item *syntax.Item) {
	name := item.Declared()
	if name == syntax.NoNode || item.Kind(name) == syntax.BadNode {
		return
	}
	o := &typed.Object{Kind: typed.TypeObject, Name: item.SourceText(name), Item: item, Node: name}
	m.items[i].object = o
	if item.Kind(item.Root) != syntax.ItemAlias {
		o.Decl = &types.Decl{Name: o.Name, Opaque: item.Kind(item.Root) == syntax.ItemOpaque, Data: o}
	}
	m.enter(i, o, true)
	for _, n := range item.Data(item.Root).Constructors {
		if item.Kind(n) == syntax.Constructor {
			m.declareConstructor(i, item, n, o.Decl)
		}
	}
}

func (m *Module) declareConstructor(i int, item *syntax.Item, n syntax.NodeID, decl *types.Decl) {
	name := item.Constructor(n).Name
	if name == syntax.NoNode {
		return
	}
	c := &types.Constructor{Name: item.SourceText(name), Of: decl, Index: len(decl.Constructors)}
	decl.Constructors = append(decl.Constructors, c)
	o := &typed.Object{Kind: typed.ConstructorObject, Name: c.Name, Item: item, Node: name, Cons: c, Decl: decl}
	c.Data = o
	m.enter(i, o, false)
}

// enter adds a declaration to its table; a name declared twice keeps its first
// meaning, and the second is an error but in another block of a document.
func (m *Module) enter(i int, o *typed.Object, isType bool) {
	table := pick(m.names, isType)
	first := table[o.Name]
	if first == nil {
		table[o.Name] = o
		return
	}
	m.repeated[o.Name] = true
	block := m.block(i)
	if m.blockOf(first.Item) != block {
		own, ok := m.blocks[block]
		if !ok {
			own = newNames()
			m.blocks[block] = own
		}
		table = pick(own, isType)
		if table[o.Name] == nil {
			table[o.Name] = o
			return
		}
		first = table[o.Name]
	}
	m.items[i].redeclare(o, first)
}

func pick(n names, isType bool) map[string]*typed.Object {
	if isType {
		return n.types
	}
	return n.values
}

// blockOf is the block of a declaration's item. Documents are small.
func (m *Module) blockOf(item *syntax.Item) int {
	if m.config.Block == nil {
		return 0
	}
	for i, other := range m.config.File.Items {
		if other == item {
			return m.config.Block[i]
		}
	}
	return 0
}

var declaredAs = map[typed.ObjectKind]string{
	typed.DefObject: "function", typed.DeclaredObject: "function", typed.TypeObject: "type", typed.ConstructorObject: "constructor",
}

var firstCounts = []string{"The first definition counts; rename one of the two."}

func duplicate(second, first *typed.Object) syntax.Diagnostic {
	return syntax.Diagnostic{
		Code:    codes.DuplicateDefinition,
		Span:    second.Item.Span(second.Node),
		Message: fmt.Sprintf("the %s `%s` is defined twice", declaredAs[second.Kind], second.Name),
		Notes:   firstCounts,
		Related: []syntax.Related{{
			Place:   syntax.Place{Item: first.Item, Span: first.Item.Span(first.Node)},
			Message: fmt.Sprintf("`%s` is defined here first", first.Name),
		}},
	}
}
