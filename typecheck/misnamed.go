package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// Declarations of types whose mistakes show at each use of the type. The error is reported
// at the declaration, and the uses are read as they are meant.

// misnamedTypes are the types whose constructors all give another name, by that name, where
// nothing else declares it: `data item { Some: (int32) -> Item }`.
func (m *Module) misnamedTypes() map[string]*typed.Object {
	var found map[string]*typed.Object
	for i, item := range m.config.File.All() {
		o := m.items.at(i).object
		name := givenName(item)
		if o == nil || name == "" || name == o.Name || m.typeName(name, m.block(i)) != nil {
			continue
		}
		if found == nil {
			found = map[string]*typed.Object{}
		}
		if found[name] == nil {
			found[name] = o
		}
	}
	return found
}

// givenName is the name of the type that all constructors of an item give, "" where they do not
// agree or one leaves it out.
func givenName(item *syntax.Item) (name string) {
	if item.Kind(item.Root) != syntax.ItemData {
		return ""
	}
	for _, n := range item.Data(item.Root).Constructors {
		if item.Kind(n) != syntax.Constructor {
			return ""
		}
		head := item.Constructor(n).Result
		if head != syntax.NoNode && item.Kind(head) == syntax.TypeCall {
			head = item.TypeCall(head).Name
		}
		if head == syntax.NoNode || item.Kind(head) != syntax.TypeName || name != "" && item.SourceText(head) != name {
			return ""
		}
		name = item.SourceText(head)
	}
	return name
}

// lacksParams reports whether the declaration of a type uses a name that may be a parameter, and
// that nothing declares.
func (m *Module) lacksParams(o *typed.Object) bool {
	declared := map[string]bool{}
	if list := o.Item.TypeParams(); list != syntax.NoNode {
		for _, p := range o.Item.Kids(list) {
			declared[typed.TypeParamName(o.Item, p)] = true
		}
	}
	lacks := false
	eachTypeName(o.Item, o.Item.Root, func(n syntax.NodeID) {
		text := o.Item.SourceText(n)
		_, dtype := types.ParseDtype(text)
		lacks = lacks || !dtype && !declared[text] && !typeexpr.IsFormer(text) && !message.IsUpper(text) && m.typeName(text, 0) == nil && text != "_"
	})
	return lacks
}
