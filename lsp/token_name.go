package lsp

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// sortMarks brings marks into the order of the text; they nearly are.
func sortMarks(marks []token) {
	if !slices.IsSortedFunc(marks, byStart) {
		slices.SortStableFunc(marks, byStart)
	}
}

// nameClass classifies a name: by what it stands for, else by its place, else
// by its letters.
func (p *painter) nameClass(n syntax.NodeID) class {
	role := p.roles[n]
	if o := objectOf(p.info, n); o != nil {
		if o.Item != p.item || o.Node != n {
			role.also &^= declares | defines
		}
		return p.used(o, role)
	}
	switch p.item.Kind(n) {
	case syntax.Name:
		return p.bareClass(n, role)
	case syntax.PatName:
		return p.patternClass(n, role)
	case syntax.TypeName:
		return p.typeClass(n, role)
	}
	return role
}

// used classifies a name by what it stands for; its place may say more.
func (p *painter) used(o *typecheck.Object, role class) class {
	if o == nil {
		return role
	}
	c := objectClasses[o.Kind]
	c.also |= role.also
	switch {
	case o.Item == p.item && o.Kind == typecheck.LocalObject && p.roles[o.Node].is == parameterToken:
		c.is = parameterToken
	case o.Kind == typecheck.ParamObject && o.Type == nil:
		c.also |= isFixed
	case p.library[o.Item]:
		c.also |= fromLibrary
	}
	return c
}

// patternClass is the class of a binder; a bare name with a capital letter is
// no variable.
func (p *painter) patternClass(n syntax.NodeID, binder class) class {
	if p.item.Kind(n) == syntax.PatName && isCapital(p.item.SourceText(n)) {
		return class{is: constructorToken}
	}
	return binder
}

func isCapital(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// bareClass classifies a bare name that stands for nothing declared: a function
// on references, an attribute's value, a name that is not there.
func (p *painter) bareClass(n syntax.NodeID, role class) class {
	text := p.item.SourceText(n)
	_, isDtype := types.ParseDtype(text)
	switch {
	case typecheck.IsBuiltin(text):
		return class{functionToken, fromLibrary}
	case role.is == functionToken && isCapital(text):
		return class{is: constructorToken}
	case role.is != noToken:
		return role
	case isDtype:
		return class{typeToken, fromLibrary}
	case text == "None":
		return class{is: keywordToken}
	}
	return class{}
}

// typeClass classifies a name in a type that no program declares.
func (p *painter) typeClass(n syntax.NodeID, role class) class {
	text := p.item.SourceText(n)
	_, isDtype := types.ParseDtype(text)
	switch {
	case role.is == functionToken:
		return role
	case isDtype || typecheck.IsFormer(text):
		return class{typeToken, fromLibrary}
	case text == "None":
		return class{is: keywordToken}
	}
	return role
}
