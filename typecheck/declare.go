package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
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
	m.items.at(i).object = o
	m.enter(i, o, false)
}

func (m *Module) declareType(i int, item *syntax.Item) {
	name := item.Declared()
	if name == syntax.NoNode || item.Kind(name) == syntax.BadNode {
		return
	}
	o := &typed.Object{Kind: typed.TypeObject, Name: item.SourceText(name), Item: item, Node: name}
	m.items.at(i).object = o
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
	first := table.get(o.Name)
	if first == nil {
		table.set(o.Name, o)
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
		if table.get(o.Name) == nil {
			table.set(o.Name, o)
			return
		}
		first = table.get(o.Name)
	}
	m.items.at(i).redeclare(o, first)
}

func pick(n names, isType bool) *nameTable {
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
	for i, other := range m.config.File.All() {
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

// A declarer resolves what one item declares, and when it is done what the next one
// does, with nothing of what was before but its room. An alias may have to be resolved
// for the sake of another item, so that there are several at a time.
type declarer struct {
	typeexpr.Resolver
	index     int // of the item
	unread    message.UnreadLines
	refs      []reference         // to be kept with the item
	signature *typeexpr.Signature // of a definition
	steps     steps.Meter
	own       typeexpr.Hooks // see newDeclarer
}

func newDeclarer(m *Module) *declarer {
	d := &declarer{}
	d.own = typeexpr.Hooks{
		Note: func(n syntax.NodeID, o *typed.Object) { d.refs = append(d.refs, reference{n, o}) },
		Hole: func() types.Type {
			d.signature.Annotated, d.signature.Holes = false, true
			return m.hole()
		},
		Report: func(found syntax.Diagnostic) {
			if !d.unread.Touch(found.Span) {
				m.items.at(d.index).report(message.WithSeverity(found))
			}
		},
	}
	return d
}

// declarer gives one for an item. There are no holes in what it declares, but for
// definitions.
func (m *Module) declarer(i int) *declarer {
	var d *declarer
	if last := len(m.declarers) - 1; last >= 0 {
		d, m.declarers = m.declarers[last], m.declarers[:last]
	} else {
		d = newDeclarer(m)
	}
	item := m.config.File.Item(i)
	d.index, d.unread, d.signature = i, message.NewUnreadLines(item), nil
	d.steps.Begin(m.context(), m.steps([]int{i}))
	d.Resolver = typeexpr.Resolver{Env: moduleTypes{m}, Meter: &d.steps, Item: item, Block: m.block(i), Hooks: d.own}
	d.Hole = nil
	return d
}

// keep keeps what was found with the item, and takes the declarer back.
func (m *Module) keep(d *declarer) {
	if len(d.refs) > 0 {
		found := m.items.at(d.index).finding()
		found.refs = append(slices.Grow(found.refs, len(d.refs)), d.refs...)
	}
	d.refs = scratch.Emptied(d.refs)
	m.declarers = append(m.declarers, d)
}

// A filter rules out most names that are not in a table: an operator is
// looked for in six tables before it is known to be one, which was two parts in a hundred of
// a check of many files.
type nameFilter [4]uint64

// place is the bit of a name.
func (s *nameFilter) place(name string) (word, bit int) {
	if name == "" {
		return 0, 0
	}
	at := int(name[len(name)-1]) + 31*int(name[len(name)/2]) + 7*len(name)
	return at >> 6 & 3, at & 63
}

func (s *nameFilter) add(name string) {
	word, bit := s.place(name)
	s[word] |= 1 << bit
}

// mayHold is false of a name that was not added.
func (s *nameFilter) mayHold(name string) bool {
	word, bit := s.place(name)
	return s[word]>>bit&1 != 0
}

// sift makes the filter of a table to which nothing is added any more.
func (n *names) sift() {
	n.filter = &nameFilter{}
	for name := range n.values.all() {
		n.filter.add(name)
	}
	for name := range n.types.all() {
		n.filter.add(name)
	}
}

// find is what a name stands for in the table, nil where it is not there.
func (n *names) find(name string, isType bool) *typed.Object {
	if n.filter != nil && !n.filter.mayHold(name) {
		return nil
	}
	return pick(*n, isType).get(name)
}
