package token

import (
	"unicode"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// nameClass classifies a name: by what it stands for, else by its place, else
// by its letters.
//
// Declaration and definition are properties of the place: the same object has them at its declaration
// only.
func (p *classifier) nameClass(n syntax.NodeID) Class {
	role := p.roles[n]
	if o := p.info.Object(n); o != nil {
		if o.Item != p.item || o.Node != n {
			role.Modifiers &^= Declaration | Definition
		}
		return p.used(o, role)
	}
	switch p.item.Kind(n) {
	case syntax.Name:
		return p.bareClass(n, role)
	case syntax.PatName:
		if isCapital(p.item.SourceText(n)) {
			return Class{Type: Constructor} // no variable
		}
	case syntax.TypeName:
		return p.typeClass(n, role)
	}
	return role
}

// used classifies a name by what it stands for; its place may say more.
//
// The modifiers of the place are kept (a declaration is one whatever it declares), its type is
// replaced by that of the object.
func (p *classifier) used(o *typecheck.Object, role Class) Class {
	if o == nil {
		return role
	}
	c := objectClasses[o.Kind]
	c.Modifiers |= role.Modifiers
	switch {
	case o.Item == p.item && o.Kind == typecheck.LocalObject && p.roles[o.Node].Type == Parameter:
		c.Type = Parameter
	case o.Kind == typecheck.ParamObject && o.Type == nil:
		c.Modifiers |= Readonly
	case p.library[o.Item]:
		c.Modifiers |= Library
	}
	return c
}

func isCapital(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// bareClass classifies a bare name that denotes nothing declared: a function
// on references, an attribute's value, a name that is not there.
//
// A capital letter before parentheses is a constructor that is not declared (yet).
func (p *classifier) bareClass(n syntax.NodeID, role Class) Class {
	text := p.item.SourceText(n)
	_, isDtype := types.ParseDtype(text)
	switch {
	case typecheck.IsBuiltin(text):
		return Class{Function, Library}
	case role.Type == Function && isCapital(text):
		return Class{Type: Constructor}
	case role.Type != None:
		return role
	case isDtype:
		return Class{TypeName, Library}
	case text == "None":
		return Class{Type: Keyword}
	}
	return Class{}
}

// typeClass classifies a name in a type that no program Declaration.
func (p *classifier) typeClass(n syntax.NodeID, role Class) Class {
	text := p.item.SourceText(n)
	_, isDtype := types.ParseDtype(text)
	switch {
	case role.Type == Function:
		return role
	case isDtype || typecheck.IsTypeFormer(text):
		return Class{TypeName, Library}
	case text == "None":
		return Class{Type: Keyword}
	}
	return role
}
